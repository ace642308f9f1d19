import { codeIn } from '#contract/checkin/codes.ts'
import type { PackFamily } from '#contract/checkin/offline.ts'
import type { Collection, Labels, StationFamily } from '#contract/checkin/station.ts'
import { collectionOf, familiesOfPhone, findLocal, labelsOf, type Typed } from './local-answers.ts'
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
import type { StationState } from './station-state.ts'

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
