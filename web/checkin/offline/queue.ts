import {
  childIdsOf,
  provedText,
  signedText,
  type ActOutcome,
  type PackCounts,
  type SignedAct,
  type StationAct,
  type StationPack,
} from '#contract/checkin/offline.ts'
import type { PublicKey } from '#contract/checkin/stations.ts'
import { StationRefusal } from './station-refusal.ts'
import { actOf, pendingOf, stationState, type Echo, type KeptAct, type StationState } from './station-state.ts'

/**
 * What the queue needs of the vault of the device (`web/device/vault.ts`). `get` throws where something is kept that it cannot
 * read; of a locked device it finds nothing, and `put` keeps only what stands beside.
 */
export type Shelf = {
  get: <Value>(key: string) => Promise<Value | undefined>
  beside: <Value>(key: string) => Promise<Value | undefined>
  put: (key: string, value: unknown, beside?: unknown) => Promise<boolean>
}

/** An act that waits, as nobody on the device can read it: it outlives the pack and is sent by whoever signs in next. */
export type SealedAct = { number: number; isClosing: boolean; sealed: string }

/** What a station has on its device: its pack, what it did since, and what was refused and is not settled yet. */
export type Kept = Since & {
  pack: StationPack | null
  /** Everything that waits, also what was done before the device was locked. */
  sealed: SealedAct[]
}

type Since = {
  /** When the pack was asked for; null: there is none. */
  packAt: string | null
  acts: KeptAct[]
  echoes: Echo[]
}

export type Queue = {
  read: () => Promise<Kept>
  /** What the station knows now; null: it has no pack. */
  state: () => Promise<StationState | null>
  /**
   * Plans an act on what is kept, signs it and keeps it: only then it is done. Null where nothing was left to do. Throws
   * what the plan throws, and `not_ready`, `not_kept`.
   */
  add: (plan: (state: StationState) => StationAct | null) => Promise<{ state: StationState; act: KeptAct | null }>
  /**
   * From now on the station counts on no place and no code, whatever becomes of the news that it sends. Of several that
   * wait one is enough.
   */
  giveBack: () => Promise<void>
  /** Notes what the server has done for this device, which the pack does not know yet. */
  note: (act: StationAct, registrationId: string | null) => Promise<void>
  /** Proves to the server that it is this device that asks for a pack of an event. */
  prove: (eventId: string, counts: PackCounts) => Promise<PackCounts & { signature: string }>
  /** Notes what became of acts. */
  settle: (outcomes: readonly ActOutcome[]) => Promise<void>
  /** Takes a newer pack, asked for at `askedAt`; what was noted before is in it. */
  adopt: (pack: StationPack, askedAt: string) => Promise<void>
  /** Nothing that waits will ever be taken over: it is for the desk to settle. */
  giveUp: (reason: string) => Promise<void>
  /** Takes a refused act off the list that the screen shows. */
  dismiss: (number: number) => Promise<void>
}

type Tools = {
  stationId: string
  shelf: Shelf
  sign: (text: string) => Promise<string>
  /** Account of whoever is signed in; null: not known. */
  by: () => string | null
  /** So that only the server can open it. */
  seal: (act: SignedAct, to: PublicKey) => Promise<string>
  now: () => Date
  /** Runs one after the other, in every page of the device that has this station open. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

const NOTHING: Since = { packAt: null, acts: [], echoes: [] }

/** The acts of a station in the order of their numbers, kept encrypted, and sealed for the server while they wait. Every change reads what is kept, for other pages write too. */
export function openQueue({ stationId, shelf, sign, by, seal, now, inTurn }: Tools): Queue {
  const key = `station.${stationId}`
  const packKey = `pack.${stationId}`
  const read = async (): Promise<Kept> => {
    const all = Promise.all([shelf.get<StationPack>(packKey), shelf.get<Since>(key), shelf.beside<SealedAct[]>(key)])
    // Taken for empty, what waits would be written over and its numbers given away again.
    const [pack, since, sealed] = await all.catch(() => {
      throw new StationRefusal('not_kept')
    })
    return { ...NOTHING, ...since, pack: pack ?? null, sealed: sealed ?? [] }
  }
  const keep = async ({ packAt, acts, echoes, sealed }: Omit<Kept, 'pack'>): Promise<void> => {
    if (!(await shelf.put(key, { packAt, acts, echoes }, sealed))) throw new StationRefusal('not_kept')
  }
  const change = (work: (kept: Kept) => Partial<Since & Pick<Kept, 'sealed'>>): Promise<void> =>
    inTurn(async () => {
      const kept = await read()
      await keep({ ...kept, ...work(kept) })
    })
  const append = async (kept: Kept, pack: StationPack, planned: StationAct): Promise<KeptAct> => {
    const unsigned = {
      number: nextNumber(kept),
      doneAt: instantAfter(kept, now()),
      body: JSON.stringify({ ...planned, by: by() }),
    }
    const signed = { ...unsigned, signature: await sign(signedText(stationId, unsigned)) }
    const act: KeptAct = { ...signed, outcome: null }
    const { number } = act
    const sealed = { number, isClosing: planned.kind === 'close', sealed: await seal(signed, pack.sealingKey) }
    await keep({ ...kept, acts: [...kept.acts, act], sealed: [...kept.sealed, sealed] })
    return act
  }
  return {
    read,
    state: async () => stateOf(await read()),
    add: (plan) =>
      inTurn(async () => {
        const kept = await read()
        const state = stateOf(kept)
        if (!state) throw new StationRefusal('not_ready')
        const planned = plan(state)
        if (!planned) return { state, act: null }
        const act = await append(kept, state.pack, planned)
        return { state: stationState(state.pack, [...kept.acts, act], kept.echoes), act }
      }),
    prove: async (eventId, counts) => ({ ...counts, signature: await sign(provedText(stationId, eventId, counts)) }),
    giveBack: () =>
      inTurn(async () => {
        const kept = await read()
        // What is locked counts on nothing; the server takes it back when it has not heard of the station for long.
        if (!kept.pack || kept.sealed.at(-1)?.isClosing) return
        await append(kept, kept.pack, { kind: 'close', eventId: kept.pack.event.id })
      }),
    note: (act, registrationId) =>
      change((kept) => ({ echoes: [...kept.echoes, { doneAt: instantAfter(kept, now()), act, registrationId }] })),
    settle: (outcomes) => {
      const byNumber = new Map(outcomes.map((outcome) => [outcome.number, outcome]))
      return change(({ acts, sealed }) => ({
        acts: acts.map((act) => ({ ...act, outcome: byNumber.get(act.number) ?? act.outcome })),
        sealed: sealed.filter(({ number }) => !byNumber.has(number)),
      }))
    },
    adopt: (pack, askedAt) =>
      inTurn(async () => {
        const kept = await read()
        if (kept.pack && kept.pack.renewal >= pack.renewal) return
        if (!(await shelf.put(packKey, pack))) throw new StationRefusal('not_kept')
        const acts = kept.acts.filter((act) => act.number > pack.applied || isRefused(act))
        const echoes = kept.echoes.filter(({ doneAt }) => doneAt >= askedAt)
        const sealed = kept.sealed.filter(({ number }) => number > pack.applied)
        await keep({ packAt: askedAt, acts, echoes, sealed })
      }),
    giveUp: (reason) =>
      change(({ acts, sealed }) => ({
        acts: acts.map((act) => (act.outcome ? act : givenUp(act, reason))),
        sealed: sealed.filter(({ number }) => !acts.some((act) => act.number === number)),
      })),
    dismiss: (number) =>
      change(({ pack, acts }) => ({
        acts: acts.flatMap((act) => {
          if (act.number !== number || !act.outcome) return [act]
          // Until the pack knows it, an act still says which number comes next.
          return act.number > (pack?.applied ?? 0) ? [{ ...act, isSettled: true }] : []
        }),
      })),
  }
}

function givenUp(act: KeptAct, reason: string): KeptAct {
  const notDone = childIdsOf(actOf(act))
  const refused = { outcome: 'refused', registrationId: null, reason, notDone, verdicts: null, labels: null } as const
  return { ...act, outcome: { ...refused, number: act.number } }
}

const stateOf = ({ pack, acts, echoes }: Kept): StationState | null => pack && stationState(pack, acts, echoes)

const isRefused = ({ outcome, isSettled }: KeptAct): boolean => outcome?.outcome === 'refused' && !isSettled

/** Refused acts that nobody has settled yet, the oldest first. */
export const refusedOf = (acts: readonly KeptAct[]): KeptAct[] => acts.filter(isRefused)

const lastNumber = ({ pack, acts, sealed }: Kept): number =>
  Math.max(pack?.applied ?? 0, ...[...acts, ...sealed].map(({ number }) => number))

/** What the station knows that the server has counted of it. */
export const countsOf = ({ pack, acts }: Kept): PackCounts => ({
  renewal: pack?.renewal ?? 0,
  applied: Math.max(pack?.applied ?? 0, ...acts.filter(({ outcome }) => outcome).map(({ number }) => number)),
})

/** What was done at the desk and waits to be sent, readable or not. Giving places back concerns nobody. */
export const waitingIn = ({ sealed }: Kept): number => sealed.filter(({ isClosing }) => !isClosing).length

const nextNumber = (kept: Kept): number => lastNumber(kept) + 1

/** A clock that is set back does not turn the order of what was done around. */
function instantAfter({ acts, echoes }: Pick<Kept, 'acts' | 'echoes'>, now: Date): string {
  const last =
    [...acts, ...echoes]
      .map(({ doneAt }) => doneAt)
      .toSorted()
      .at(-1) ?? ''
  const text = now.toISOString()
  return text > last ? text : last
}

/**
 * The limited places that a station goes on counting on, for `fetchPack`. Null while acts wait: then the server keeps all
 * that it holds for this station.
 */
export function holdingOf(kept: Kept) {
  const state = stateOf(kept)
  if (!state || pendingOf(kept.acts).length > 0 || kept.sealed.length > 0) return null
  const leases = [...state.placesLeft].flatMap(([classId, places]) => (places === null ? [] : [{ classId, places }]))
  return { renewal: state.pack.renewal, applied: lastNumber(kept), leases }
}

/** Whether one of the acts that wait is about this event: its pack must not be left before they are brought. */
export const waitsFor = ({ acts }: Kept, eventId: string): boolean =>
  pendingOf(acts).some((act) => actOf(act).eventId === eventId)
