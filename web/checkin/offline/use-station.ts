import { useEffect, useState } from 'react'
import { usePressKey } from '../../lib/press-key.ts'
import { NOT_READY, type DeviceState } from './device-state.ts'
import { openKeptStation } from './kept-station.ts'
import { touch } from './pack-lock.ts'
import type { RefusedAct } from './refused-acts.ts'
import { openStationDevice, type StationDevice } from './station-device.ts'
import { stationDesk, type DeskActs } from './station-desk.ts'

/** The desk of a station, with a network or without. */
export type StationDesk = DeskActs &
  DeviceState & {
    /** Puts a refused act away. */
    settle: (act: RefusedAct) => void
    /** Gives the places back and then does this; as `StationDevice.handOver`. */
    handOver: <T>(then: () => Promise<T>) => Promise<T>
    /** Opens what the device keeps; how many tries there still are. */
    open: (pin: string) => Promise<{ isOpen: boolean; left: number }>
    /** Somebody has just admitted it, or it is to look at once for another reason. */
    lookAgain: () => void
  }

/** Null: a session that was locked, or no event; the server alone answers. */
export type Station = { tenantId: string; eventId: string } | null

const AGAIN_MS = 30_000
const TOUCHED_EVERY_MS = 5_000

/** A station where somebody is at work does not shut. */
function useTouched(tenantId: string | undefined): void {
  useEffect(() => {
    if (tenantId === undefined) return undefined
    let last = 0
    const touched = () => {
      if (Math.abs(Date.now() - last) < TOUCHED_EVERY_MS) return
      last = Date.now()
      touch(tenantId)
    }
    for (const sign of SIGNS) addEventListener(sign, touched, { passive: true, capture: true })
    return () => {
      for (const sign of SIGNS) removeEventListener(sign, touched, { capture: true })
    }
  }, [tenantId])
}
const SIGNS = ['pointerdown', 'keydown', 'input', 'scroll'] as const

/** `churchId`: also without an event, what is kept of a day that is over goes. The device is opened for an event and stays at work as long as the screen is shown. */
export function useStation(station: Station, churchId: string | null): StationDesk {
  const [state, setState] = useState<DeviceState>(NOT_READY)
  const [device, setDevice] = useState<StationDevice | null>(null)
  const [tries, setTries] = useState(0)
  const press = usePressKey()
  const leaving = usePressKey()
  const { tenantId, eventId } = station ?? {}
  useEffect(() => {
    if (tenantId === undefined || eventId === undefined) return undefined
    let isHere = true
    const again = () => isHere && setTries((before) => before + 1)
    let timer: ReturnType<typeof setTimeout> | undefined
    const opening = openStationDevice({ tenantId, eventId, onChange: (next) => isHere && setState(next) })
      // Without a network it cannot be made a station: it is tried again when there is one, and every now and then.
      .catch(() => {
        if (!isHere) return null
        setState((before) => ({ ...before, kept: before.kept ?? 'none' }))
        timer = setTimeout(again, AGAIN_MS)
        addEventListener('online', again, { once: true })
        return null
      })
    void opening.then((opened) => isHere && setDevice(opened))
    return () => {
      isHere = false
      clearTimeout(timer)
      removeEventListener('online', again)
      void opening.then((opened) => opened?.close())
      setDevice(null)
      setState(NOT_READY)
    }
  }, [tenantId, eventId, tries])
  useTouched(tenantId)
  useEffect(() => {
    if (churchId !== null)
      void openKeptStation(churchId).then(
        (kept) => kept?.lock.state(),
        () => undefined,
      )
  }, [churchId])
  const acts = stationDesk({
    queue: device?.queue ?? null,
    stationId: device?.stationId ?? null,
    isReady: state.isReady,
    press,
    leaving,
    onDone: () => device?.soon(),
  })
  const lockHere = async () => (tenantId === undefined ? undefined : (await openKeptStation(tenantId))?.lock)
  const reopen = () => setTries((before) => before + 1)
  return {
    ...state,
    ...acts,
    settle: (act) => void device?.settle(act),
    handOver: (then) => (device ? device.handOver(then) : then()),
    open: async (pin) => {
      const tried = (await (await lockHere())?.open(pin)) ?? { isOpen: false, left: 0 }
      if (tried.isOpen || tried.left === 0) reopen()
      return tried
    },
    lookAgain: () => device?.soon(),
  }
}
