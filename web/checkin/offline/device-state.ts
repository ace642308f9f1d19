import type { OwnStation } from '#contract/checkin/stations.ts'
import type { LockState } from './pack-lock.ts'
import { waitingIn, type Kept } from './queue.ts'
import type { RefusedAct } from './refused-acts.ts'
import { stationState } from './station-state.ts'

/**
 * What a device still needs to go on without a network. `storage`: a browser that keeps things; `leader`: somebody who admits
 * it; `pack`: the families of this event; `codes`: codes to give away.
 */
export type DeviceLack = 'storage' | 'leader' | 'pack' | 'codes'

/** How the device stands as a station; null: not known yet. */
export type Standing = Pick<OwnStation, 'stationId' | 'state' | 'name' | 'code'>

/** What the screen shows of the device. */
export type DeviceState = {
  /** False: this device cannot go on without a network. */
  isReady: boolean
  /** Null: nothing, or nothing is known yet. */
  lack: DeviceLack | null
  /** When the pack was asked for that it has. */
  packAt: string | null
  pending: number
  refused: readonly RefusedAct[]
  standing: Standing | null
  /** How what it keeps for times without a network is locked; null: not known yet. */
  kept: LockState | null
  /** Of today; null: this page does not know it. */
  pin: string | null
}

export const NOT_READY: DeviceState = {
  isReady: false,
  lack: null,
  packAt: null,
  pending: 0,
  refused: [],
  standing: null,
  kept: null,
  pin: null,
}

type Shown = Pick<DeviceState, 'isReady' | 'lack' | 'packAt' | 'pending'>

/** Of what is kept, for an event. */
export function stateOf(kept: Kept, eventId: string): Shown {
  const { pack, packAt, acts, echoes } = kept
  const isReady = pack?.event.id === eventId
  const hasCodes = pack !== null && stationState(pack, acts, echoes).freeCodes.length > 0
  const lack = hasCodes ? null : 'codes'
  return { isReady, lack: isReady ? lack : 'pack', packAt: isReady ? packAt : null, pending: waitingIn(kept) }
}
