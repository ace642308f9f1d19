import { ownCodeIn } from '#contract/checkin/codes.ts'
import type { findFamilies as call, StationFamily } from '#contract/checkin/station.ts'
import type { Answer, Received } from '#contract/endpoint.ts'
import { foldText, normalisePhone } from '#server/people/index.ts'
import type { Tx } from '#server/platform/database/index.ts'
import type { StationEvent } from './children-store.ts'
import type { Desk } from './desk.ts'
import { eventOf } from './event-day.ts'
import { familiesOf, familiesOfOwnCode, familiesOfPhone, familyOfCode } from './look-for.ts'
import { stationFamilies } from './station-families.ts'

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
