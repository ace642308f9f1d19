import type { Kept } from './queue.ts'
import type { RefusedAct } from './refused-acts.ts'
import { stationState, unsentOf } from './station-state.ts'

/**
 * What a device still needs to go on without a network. `storage`: a browser that keeps things; `pack`: the families of
 * this event; `codes`: codes to give away.
 */
export type DeviceLack = 'storage' | 'pack' | 'codes'

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
}

export const NOT_READY: DeviceState = { isReady: false, lack: null, packAt: null, pending: 0, refused: [] }

/** Of what is kept, for an event. */
export function stateOf({ pack, packAt, acts, echoes }: Kept, eventId: string): Omit<DeviceState, 'refused'> {
  const isReady = pack?.event.id === eventId
  const hasCodes = pack !== null && stationState(pack, acts, echoes).freeCodes.length > 0
  const lack = hasCodes ? null : 'codes'
  return { isReady, lack: isReady ? lack : 'pack', packAt: isReady ? packAt : null, pending: unsentOf(acts).length }
}
