import { ownCodeIn, codeIn } from '#contract/checkin/codes.ts'
import type { findFamilies as call, StationFamily } from '#contract/checkin/station.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { foldText, normalisePhone, findFamilies } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { eventOf, type Desk } from './desk.ts'
import { stationFamilies } from './station-families.ts'
import { ApiError } from '../../platform/http/index.ts'
import {
  selectFamiliesByEnd,
  selectFamiliesByOwnCode,
  selectFamiliesByPhone,
  selectFamilyByCode,
  selectRegistered,
} from './station-family-store.ts'
import type { StationEvent } from './day-store.ts'

type Asked = Received<typeof call>['body']
type Found = Answer<typeof call>

/** Who has come: the family of a code of the day or of its own, or families by phone or name. */
export async function findFamiliesAtDoor(
  tx: Tx,
  { selfService, isoCode }: Pick<Desk, 'selfService' | 'isoCode'>,
  asked: Asked,
): Promise<Found> {
  const { code, search = '' } = asked
  const event = await eventOf(tx, asked.eventId)
  const byCode = code === undefined ? [] : await familyOfCode(tx, { day: event.day, typed: code })
  if (selfService && byCode.length === 0) return findByThemselves(tx, { event, isoCode, asked })
  const byOther = code === undefined ? await familiesOf(tx, search, isoCode) : await familiesOfOwnCode(tx, code)
  const familyIds = byCode.length > 0 ? byCode : byOther
  return { families: await stationFamilies(tx, { event, familyIds, selfService }) }
}

/**
 * At a locked station anybody may type anybody's number: it shows first letters and nothing else. Whoever says the first name
 * of a child is their family.
 */
async function findByThemselves(
  tx: Tx,
  { event, isoCode, asked }: { event: StationEvent; isoCode: string; asked: Asked },
): Promise<Found> {
  const { code, search = '', childName } = asked
  const byPhone = code === undefined ? await familiesOfPhone(tx, search, isoCode) : []
  const familyIds = byPhone.length > 0 ? byPhone : await familiesOfOwnCode(tx, code ?? search)
  const families = await stationFamilies(tx, { event, familyIds, selfService: true })
  const withChildren = families.filter(({ children }) => children.length > 0)
  if (withChildren.length === 0) return { families: [] }
  if (childName !== undefined) return { families: withChildren.filter((family) => hasChild(family, childName)) }
  const initials = withChildren.flatMap(({ children }) => children.map(({ firstName }) => initialOf(firstName)))
  return { families: [], confirm: { initials } }
}

/** Whom somebody attempts at a locked station, however the number is written; null: nobody. */
export function triedFamily({ tenantId, isoCode }: Pick<Desk, 'tenantId' | 'isoCode'>, asked: Asked): string | null {
  if (asked.childName === undefined) return null
  const typed = asked.code ?? asked.search ?? ''
  const phone = normalisePhone(typed, isoCode)
  return `${tenantId} ${phone.ok ? phone.e164 : (ownCodeIn(typed) ?? foldText(typed))}`
}

const initialOf = (name: string): string => [...name.trim()][0]?.toUpperCase() ?? ''

/** By the whole first name or its first word, marks and case aside. */
function hasChild({ children }: StationFamily, typed: string): boolean {
  const wanted = foldText(typed)
  if (wanted === '') return false
  return children.some(({ firstName }) => {
    const name = foldText(firstName)
    return name === wanted || name.split(' ')[0] === wanted
  })
}

const MOST_FOUND = 10
/** Of one name in a church, before those who are at an event are chosen. */
const MOST_OF_A_NAME = 1_000
const SHORTEST_SEARCH = 3
const SHORTEST_PHONE_END = 4

/** What was typed at a station: a code, or else a phone or a name. */
type Typed = { code?: string | undefined; search?: string | undefined }

/** Throws `invalid_input` for neither, both, or too short a search. */
export function checkTyped({ code, search }: Typed): void {
  if (code !== undefined && search === undefined) return
  if (code !== undefined || (search ?? '').length < SHORTEST_SEARCH)
    throw new ApiError('invalid_input', { fields: { search: 'Enter at least three letters or digits.' } })
}

/** The family of a code of the event's day; nobody: none. */
async function familyOfCode(tx: Tx, { day, typed }: { day: string; typed: string }): Promise<string[]> {
  const code = codeIn(typed)
  const familyId = code && (await selectFamilyByCode(tx, { day, code }))
  return familyId ? [familyId] : []
}

/** The family whose own code this is. It is longer than a code of a day: none is both. */
export async function familiesOfOwnCode(tx: Tx, typed: string): Promise<string[]> {
  const ownCode = ownCodeIn(typed)
  return ownCode ? selectFamiliesByOwnCode(tx, ownCode, MOST_FOUND) : []
}

/** Families by a phone, whole or its last digits, or by names; up to ten, at an event of those registered for it. */
export async function familiesOf(tx: Tx, search: string, isoCode: string, eventId?: string): Promise<string[]> {
  const whole = await familiesOfPhone(tx, search, isoCode, eventId)
  if (whole.length > 0) return whole
  const own = await familiesOfOwnCode(tx, search)
  if (own.length > 0) return own
  const digits = search.replaceAll(/[\s+().\-/]/g, '')
  const isEnd = /^\d+$/.test(digits) && digits.length >= SHORTEST_PHONE_END
  const ending = isEnd ? await selectFamiliesByEnd(tx, digits, { limit: MOST_FOUND, eventId }) : []
  if (ending.length > 0) return ending
  if (eventId === undefined) return findFamilies(tx, search, MOST_FOUND)
  const named = await findFamilies(tx, search, MOST_OF_A_NAME)
  return selectRegistered(tx, named, { eventId, limit: MOST_FOUND })
}

/** Families by a whole phone number only. */
export async function familiesOfPhone(tx: Tx, search: string, isoCode: string, eventId?: string): Promise<string[]> {
  const phone = normalisePhone(search, isoCode)
  return phone.ok ? selectFamiliesByPhone(tx, phone.e164, { limit: MOST_FOUND, eventId }) : []
}
