import { plain } from '../../languages/names.ts'
import { codeIn, ownCodeIn, ownCodeOf } from '#contract/checkin/codes.ts'
import type { PackFamily } from '#contract/checkin/offline.ts'
import type { Collection, Labels, StationFamily } from '#contract/checkin/station.ts'
import {
  planCheckIn,
  planCheckOut,
  planRefusal,
  planReprint,
  planWalkIn,
  registered,
  type Coming,
  type Going,
  type WalkInForm,
} from './plan-act.ts'
import type { Queue } from './queue.ts'
import { StationRefusal } from './station-refusal.ts'
import { type StationState, byCode } from './station-state.ts'

/** What was typed at the door: a code, else a phone or names. */
type Typed = { code?: string | undefined; search?: string | undefined }

const MOST_FOUND = 10
const SHORTEST_PHONE = 4

/** Families as the station knows them by itself: one by its code, up to ten by phone or by the beginnings of names. */
function findLocal(state: StationState, { code, search = '' }: Typed): PackFamily[] {
  if (code !== undefined) {
    const whole = codeIn(code)
    const one = whole && byCode(state.families.values(), whole)
    return one ? [one] : byOwnCode(state, code)
  }
  const own = byOwnCode(state, search)
  if (own.length > 0) return own
  const digits = search.replaceAll(/[\s+().\-/]/g, '')
  const isPhone = /^\d+$/.test(digits) && digits.length >= SHORTEST_PHONE
  const words = wordsOf(search)
  if (!isPhone && words.length === 0) return []
  const matches = isPhone ? hasPhone(digits) : hasNames(words)
  return [...state.families.values()].filter(matches).slice(0, MOST_FOUND)
}

/** By the code that the portal shows the family: it finds, and releases nobody. */
function byOwnCode({ families }: StationState, typed: string): PackFamily[] {
  const own = ownCodeIn(typed)
  return own ? [...families.values()].filter(({ family }) => ownCodeOf(family.familyId) === own) : []
}

/** Families with this whole number, however it is written. */
function familiesOfPhone(state: StationState, phone: string): StationFamily[] {
  const digits = phone.replaceAll(/\D/g, '')
  if (digits.length < 7) return []
  return [...state.families.values()].filter(hasPhone(digits)).map(({ family }) => family)
}

/** A number is typed as it is dialled at home, or with its country: without the zeros in front it is the end of the whole one. */
const hasPhone =
  (digits: string) =>
  ({ phones }: PackFamily): boolean => {
    const end = digits.replace(/^0+/, '')
    return end !== '' && phones.some((phone) => phone.replaceAll(/\D/g, '').endsWith(end))
  }

const hasNames =
  (words: readonly string[]) =>
  ({ family, collectors }: PackFamily): boolean => {
    const people = family.children.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
    const known = wordsOf([family.name, ...people, ...collectors.map(({ name }) => name)].join(' '))
    return words.every((word) => known.some((name) => name.startsWith(word)))
  }

/** The words of a text, marks, case and punctuation aside. */
const wordsOf = (text: string): string[] =>
  plain(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** The children of a family who are registered, and who may take each of them home by what the pack says. */
function collectionOf(
  { pack, cameAt }: StationState,
  { family, collectors }: PackFamily,
  codeShown: boolean,
): Collection {
  const classNames = new Map(pack.classes.map(({ id, name }) => [id, name]))
  const here = family.children.flatMap((child, place) => {
    const { personId, firstName, lastName, pictureUrl, classId, state } = child
    if (state === 'none' || classId === null) return []
    const className = classNames.get(classId) ?? ''
    const checkedInAt = cameAt.get(personId) ?? null
    return [{ place, child: { personId, firstName, lastName, pictureUrl, className, state, checkedInAt } }]
  })
  return {
    eventId: pack.event.id,
    registrationId: registrationOf(family),
    familyName: family.name,
    codeShown,
    children: here.map(({ child }) => child),
    collectors: collectors.map(({ verdicts, ...who }) => ({
      ...who,
      verdicts: here.map(({ place }) => verdicts[place] ?? 'no_grant'),
    })),
  }
}

/** Before the server knows a registration, its family stands for it. */
const registrationOf = ({ registrationId, familyId }: StationFamily): string => registrationId ?? familyId

/** Stickers and tag as the station prints them by itself. Throws `not_found`. */
function labelsOf(
  { pack, families }: StationState,
  { familyId, personIds, at }: { familyId: string; personIds: readonly string[]; at: string },
): Labels {
  const known = families.get(familyId)
  const [code] = known?.codes ?? []
  if (!known || code === undefined) throw new StationRefusal('not_found')
  const classNames = new Map(pack.classes.map(({ id, name }) => [id, name]))
  const namesOf = (care: StationFamily['children'][number]['care'], wanted: 'allergy' | 'medical') =>
    care.filter(({ kind }) => kind === wanted).map(({ name }) => name)
  return {
    registrationId: registrationOf(known.family),
    code,
    churchName: pack.event.churchName,
    eventName: pack.event.name,
    at,
    familyName: known.family.name,
    children: known.family.children
      .filter(({ personId }) => personIds.includes(personId))
      .map(({ personId, firstName, lastName, classId, care, mayNotLeaveWith }) => ({
        personId,
        firstName,
        lastName,
        className: classNames.get(classId ?? '') ?? '',
        allergies: namesOf(care, 'allergy'),
        medical: namesOf(care, 'medical'),
        hasCustodyFlag: mayNotLeaveWith.length > 0,
      })),
  }
}

export type CameIn = { known: StationFamily[]; labels: Labels | null; familyId: string | null }

/** What a desk does without a network: every answer is of what the device keeps, every act is kept before it is answered. */
export type LocalDesk = {
  find: (typed: Typed) => Promise<StationFamily[]>
  look: (typed: Typed) => Promise<Collection[]>
  checkIn: (coming: Coming) => Promise<Labels>
  /** `press`: the key of the call that had no answer; null: there was none. */
  walkIn: (form: WalkInForm & { isNew: boolean }, press: string | null) => Promise<CameIn>
  /** Labels once more, with the code that they have. Throws `not_found` for a registration that is not here. */
  reprint: (registrationId: string) => Promise<Labels>
  /** A refusal is kept too, and says whether it could be. */
  checkOut: (going: Going) => Promise<string[]>
}

/** `now` for labels that are printed again. Each throws `not_ready` where there is no pack of this event. */
export function localDesk(queue: Queue, { eventId, now }: { eventId: string; now: () => Date }): LocalDesk {
  const here = async (): Promise<StationState> => {
    const state = await queue.state()
    if (state?.pack.event.id !== eventId) throw new StationRefusal('not_ready')
    return state
  }
  const ofEvent =
    <Planned>(plan: (state: StationState) => Planned) =>
    (state: StationState): Planned => {
      if (state.pack.event.id !== eventId) throw new StationRefusal('not_ready')
      return plan(state)
    }
  return {
    find: async (typed) => findLocal(await here(), typed).map(({ family }) => family),
    look: async (typed) => {
      const state = await here()
      const found = findLocal(state, typed).map((one) => collectionOf(state, one, isOfRegistration(one, typed)))
      return found.filter(({ children }) => children.length > 0)
    },
    checkIn: async (coming) => {
      const { state, act } = await queue.add(ofEvent((before) => planCheckIn(before, coming)))
      const personIds = coming.children.map(({ personId }) => personId)
      return labelsOf(state, { familyId: coming.familyId, personIds, at: act?.doneAt ?? now().toISOString() })
    },
    walkIn: async ({ isNew, ...form }, press) => {
      const known = isNew || !form.parent.phone ? [] : familiesOfPhone(await here(), form.parent.phone)
      if (known.length > 0) return { known, labels: null, familyId: null }
      return walkIn(
        queue,
        ofEvent((before) => planWalkIn(before, form, press)),
      )
    },
    reprint: async (registrationId) => {
      const { state, act } = await queue.add(ofEvent((before) => planReprint(before, registrationId)))
      const known = registered(state, registrationId)
      const { familyId = '', children = [] } = known?.family ?? {}
      const here = children.filter((child) => child.state === 'checked_in')
      const personIds = (here.length > 0 ? here : children.filter(({ classId }) => classId !== null)).map(
        ({ personId }) => personId,
      )
      return labelsOf(state, { familyId, personIds, at: act?.doneAt ?? now().toISOString() })
    },
    checkOut: async (going) => {
      try {
        await queue.add(ofEvent((before) => planCheckOut(before, going)))
      } catch (refusal) {
        if (!(refusal instanceof StationRefusal)) throw refusal
        const written = queue.add(ofEvent((before) => planRefusal(before, going, refusal))).then(
          ({ act }) => act !== null,
          () => false,
        )
        throw new StationRefusal(refusal.code, refusal.fields, await written)
      }
      return [...going.childIds]
    },
  }
}

/** The code of the registration is shown; the family's own code is none. */
const isOfRegistration = ({ codes }: PackFamily, { code }: Typed): boolean => {
  const shown = code === undefined ? null : codeIn(code)
  return shown !== null && codes.includes(shown)
}

async function walkIn(queue: Queue, plan: (state: StationState) => ReturnType<typeof planWalkIn>): Promise<CameIn> {
  let planned: ReturnType<typeof planWalkIn> | undefined
  const { state, act } = await queue.add((before) => (planned = plan(before)))
  if (!planned || !act) throw new StationRefusal('not_ready')
  const { familyId, children } = planned
  const personIds = children.map(({ personId }) => personId)
  return { known: [], labels: labelsOf(state, { familyId, personIds, at: act.doneAt }), familyId }
}
