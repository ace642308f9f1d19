import type { ActOutcome, PackFamily, SignedAct, StationAct, StationPack } from '#contract/checkin/offline.ts'
import { applyAct, byCode, type Draft } from './apply-act.ts'

/** An act as the device keeps it: signed, with what became of it once the server has said so. */
export type KeptAct = SignedAct & {
  outcome: ActOutcome | null
  /** A refused one that somebody has looked at. */
  isSettled?: boolean
}

/** What the server did for this device since its pack, which the pack does not know yet. */
export type Echo = { doneAt: string; act: StationAct; registrationId: string | null }

/** The day as the station knows it: its pack and everything that was done here since. */
export type StationState = {
  pack: StationPack
  families: ReadonlyMap<string, PackFamily>
  /** Places of each class that this station may still give away; null: as many as come. */
  placesLeft: ReadonlyMap<string, number | null>
  /** Codes that are nobody's yet, in the order they are given away. */
  freeCodes: readonly string[]
  /** When a child came in at this station; child → instant. */
  cameAt: ReadonlyMap<string, string>
}

export const actOf = ({ body }: Pick<KeptAct, 'body'>): StationAct => JSON.parse(body) as StationAct

/**
 * The same for the same pack and acts, whenever it is asked: what the screen shows after a reload is what was there before.
 * Acts that the pack knows are left out; of a refused one only that part is counted that was done all the same.
 */
export function stationState(pack: StationPack, acts: readonly KeptAct[], echoes: readonly Echo[] = []): StationState {
  const draft: Draft = {
    families: new Map(pack.families.map((one) => [one.family.familyId, one])),
    placesLeft: new Map(pack.leases.map(({ classId, places }) => [classId, places])),
    freeCodes: [...pack.codes],
    cameAt: new Map(),
  }
  const since = [
    ...echoes.map(({ act, ...echo }) => ({ ...echo, act, notDone: [] as string[] })),
    ...acts.filter(({ number }) => number > pack.applied).map(sinceOf),
  ]
  const here = since.filter(({ act }) => act.eventId === pack.event.id)
  for (const one of here.toSorted((a, b) => compare(a.doneAt, b.doneAt))) applyAct(draft, one)
  return { pack, ...draft }
}

const sinceOf = ({ outcome, doneAt, body }: KeptAct) => ({
  doneAt,
  act: actOf({ body }),
  registrationId: outcome?.registrationId ?? null,
  notDone: outcome?.notDone ?? [],
})

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1)

/** Acts the server has not answered yet, in the order of their numbers. Giving places back is one of them. */
export const pendingOf = (acts: readonly KeptAct[]): KeptAct[] => acts.filter(({ outcome }) => outcome === null)

/** Whether an act that still waits is about this family; it is named by its id or by a code. */
export function isWaiting(
  state: StationState,
  acts: readonly KeptAct[],
  who: { familyId?: string; code?: string },
): boolean {
  const family = who.familyId ? state.families.get(who.familyId) : byCode(state.families.values(), who.code ?? '')
  return pendingOf(acts)
    .map(actOf)
    .some((act) => {
      if (act.kind === 'check_out') return family?.codes.includes(act.code) ?? false
      // A refusal changes nothing of what comes after it.
      return 'familyId' in act && act.familyId === (who.familyId ?? family?.family.familyId)
    })
}
