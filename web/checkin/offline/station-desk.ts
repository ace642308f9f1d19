import { codeIn } from '#contract/checkin/codes.ts'
import {
  checkIn,
  checkOut,
  findFamilies,
  lookAtCollection,
  reprint,
  type Collection,
  type Labels,
  type StationFamily,
} from '#contract/checkin/station.ts'
import { walkIn } from '#contract/checkin/walk-in.ts'
import type { CallArgs, Result } from '#contract/endpoint.ts'
import { call, ApiFailure, type FailureCode, isAway } from '../../api/call.ts'
import { localDesk, type CameIn, type LocalDesk } from './local-desk.ts'
import { pace } from './pace.ts'
import { registered } from './plan-act.ts'
import type { Queue } from './queue.ts'
import { isWaiting } from './station-state.ts'
import { presentTime as now } from '../../device/clock.ts'
import { OwnRefusal, StationRefusal, type StationRefusalCode } from './station-refusal.ts'

type Ways<T> = {
  online: () => Promise<T>
  /** Null: the device cannot. `isAsked`: a call was made before, and may still arrive. */
  local: ((isAsked: boolean) => Promise<T>) | null
  /** What was done before of the same family still waits: this has to wait behind it. */
  isLocalFirst?: boolean
}

/** The server's answer; where none comes, or a class is full that the station holds places of, the device's. Throws `ApiFailure`. */
async function eitherWay<T>({ online, local, isLocalFirst = false }: Ways<T>): Promise<T> {
  if (local && isLocalFirst) return byItself(() => local(false), null)
  try {
    const answer = await online()
    pace.heard()
    return answer
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure
    if (failure.code === 'timeout') pace.hung()
    else if (failure.status > 0) pace.heard()
    if (local && (isAway(failure) || failure.code === 'class_full')) return byItself(() => local(true), failure)
    throw failure
  }
}

/** Codes of the device that the screens have words for; the others leave it at what the server said, or did not say. */
const codes: Partial<Record<StationRefusalCode, FailureCode>> = {
  class_full: 'class_full',
  no_places: 'no_places',
  no_codes: 'no_places',
  class_removed: 'class_removed',
  wrong_code: 'wrong_code',
  not_released: 'not_released',
}

async function byItself<T>(local: () => Promise<T>, failure: ApiFailure | null): Promise<T> {
  try {
    return await local()
  } catch (refusal) {
    if (!(refusal instanceof StationRefusal)) throw refusal
    const code = codes[refusal.code]
    // Where the server has given a reason, that is the better one.
    if (failure && (!code || !isAway(failure))) throw failure
    throw new OwnRefusal(code ?? 'network', refusal)
  }
}

type Find = CallArgs<typeof findFamilies>['body']
type CheckIn = CallArgs<typeof checkIn>['body']
type WalkIn = CallArgs<typeof walkIn>['body']
type CheckOut = CallArgs<typeof checkOut>['body']

/** The acts of a desk, whichever way they go. Each throws an `ApiFailure`; one of the device itself has the status 0. */
export type DeskActs = {
  find: (body: Find) => Promise<StationFamily[]>
  /** At a locked station: a family, or first letters for which it has to say who it is. */
  findOwn: (body: Find) => Promise<Result<typeof findFamilies>>
  look: (body: Find) => Promise<Collection[]>
  checkIn: (body: CheckIn) => Promise<Labels>
  walkIn: (body: WalkIn) => Promise<CameIn>
  checkOut: (body: CheckOut) => Promise<string[]>
  /** Labels once more, with the same code. */
  reprint: (wanted: { eventId: string; registrationId: string }) => Promise<Labels>
}

type IdempotencyKeys = { keyFor: (what: unknown) => string; done: () => void }

type Standing = {
  /** Null: the server alone answers. */
  queue: Queue | null
  /** What the custody log calls this device by; null: it is no station. */
  stationId: string | null
  /** The device has a pack: an answer is not waited for as long. */
  isReady: boolean
  press: IdempotencyKeys
  /** Of the way home: the family at the desk is another one whenever somebody is looked up. */
  leaving: IdempotencyKeys
  /** Something was done. */
  onDone: () => void
}

/**
 * Asks the server, and does it by itself where no answer comes. While acts of a family wait, new ones of the same family wait
 * behind them. The server is told which station asks, for the custody log alone: a place that the station holds is given away
 * by an act of its own only, so that both always count the same.
 */
export function stationDesk({ queue, stationId, isReady, press, leaving, onDone }: Standing): DeskActs {
  const patience = () => (isReady ? { timeoutMs: pace.patienceMs() } : {})
  const local = <T>(eventId: string, act: (desk: LocalDesk, isAsked: boolean) => Promise<T>) =>
    queue && ((isAsked: boolean): Promise<T> => act(localDesk(queue, { eventId, now }), isAsked))
  const waits = async (who: { familyId?: string; code?: string }): Promise<boolean> => {
    // A device that cannot be read does not keep the server from being asked.
    const state = await queue?.state().catch(() => null)
    return queue && state ? isWaiting(state, (await queue.read()).acts, who) : false
  }
  const pressed = async <T>(keys: IdempotencyKeys, answer: Promise<T>): Promise<T> => {
    await answer
    keys.done()
    onDone()
    return answer
  }
  return {
    find: (body) =>
      eitherWay({
        online: async () => (await call(findFamilies, { body }, patience())).families,
        local: local(body.eventId, (desk) => desk.find(body)),
      }),
    findOwn: (body) => call(findFamilies, { body }),
    look: (body) => {
      leaving.done()
      return eitherWay({
        online: async () => (await call(lookAtCollection, { body }, patience())).found,
        local: local(body.eventId, (desk) => desk.look(body)),
      })
    },
    checkIn: async ({ eventId, familyId, children }) => {
      const body = { eventId, familyId, children }
      const idempotencyKey = press.keyFor(body)
      return pressed(
        press,
        eitherWay({
          online: async () => {
            const labels = await call(checkIn, { body: { ...body, stationId } }, { ...patience(), idempotencyKey })
            const placed = children.map((child) => ({ ...child, leased: false }))
            await queue?.note({ ...body, kind: 'check_in', code: labels.code, children: placed }, labels.registrationId)
            return labels
          },
          local: local(eventId, (desk, isAsked) =>
            desk.checkIn({ familyId, children, press: isAsked ? idempotencyKey : null }),
          ),
          isLocalFirst: await waits({ familyId }),
        }),
      )
    },
    walkIn: ({ eventId, parent, children, isNew }) => {
      const body = { eventId, parent, children, isNew }
      const idempotencyKey = press.keyFor(body)
      return pressed(
        press,
        eitherWay({
          online: () => call(walkIn, { body: { ...body, stationId } }, { ...patience(), idempotencyKey }),
          local: local(eventId, (desk) => desk.walkIn(body, idempotencyKey)),
        }),
      )
    },
    reprint: async ({ eventId, registrationId }) => {
      const familyId = await familyOf(queue, registrationId)
      const labels = await eitherWay({
        online: () => call(reprint, { body: { registrationId, stationId } }, patience()),
        local: local(eventId, (desk) => desk.reprint(registrationId)),
        isLocalFirst: familyId !== null && (await waits({ familyId })),
      })
      onDone()
      return labels
    },
    checkOut: async ({ eventId, code, childIds, collectorId }) => {
      const body = { eventId, code, childIds, collectorId }
      const idempotencyKey = leaving.keyFor(body)
      return pressed(
        leaving,
        eitherWay({
          online: async () => {
            const how = { ...patience(), idempotencyKey }
            const { released } = await call(checkOut, { body: { ...body, stationId } }, how)
            await queue?.note({ ...body, kind: 'check_out', code: codeIn(code) ?? code, childIds: released }, null)
            return released
          },
          local: local(eventId, (desk, isAsked) =>
            desk.checkOut({ code, childIds, collectorId, press: isAsked ? idempotencyKey : null }),
          ),
          isLocalFirst: await waits({ code: codeIn(code) ?? code }),
        }),
      )
    },
  }
}

/** Null: the device does not know it. */
async function familyOf(queue: Queue | null, registrationId: string): Promise<string | null> {
  const state = await queue?.state().catch(() => null)
  return (state && registered(state, registrationId)?.family.familyId) ?? null
}
