import { useEffect, useState } from 'react'
import { usePressKey } from '../../lib/press-key.ts'
import { NOT_READY, type DeviceState } from './device-state.ts'
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
  }

/** `name`: what the list of stations calls the device. Null: a session that was locked, or no event; the server alone answers. */
export type Station = { tenantId: string; eventId: string; name: string } | null

const AGAIN_MS = 30_000

/** The device is opened for an event and stays at work as long as the screen is shown. */
export function useStation(station: Station): StationDesk {
  const [state, setState] = useState<DeviceState>(NOT_READY)
  const [device, setDevice] = useState<StationDevice | null>(null)
  const [tries, setTries] = useState(0)
  const press = usePressKey()
  const leaving = usePressKey()
  const { tenantId, eventId, name } = station ?? {}
  useEffect(() => {
    if (tenantId === undefined || eventId === undefined || name === undefined) return undefined
    let isHere = true
    const again = () => isHere && setTries((before) => before + 1)
    let timer: ReturnType<typeof setTimeout> | undefined
    const opening = openStationDevice({ tenantId, eventId, name, onChange: (next) => isHere && setState(next) })
      // Without a network it cannot be made a station: it is tried again when there is one, and every now and then.
      .catch(() => {
        if (!isHere) return null
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
  }, [tenantId, eventId, name, tries])
  const acts = stationDesk({
    queue: device?.queue ?? null,
    stationId: device?.stationId ?? null,
    isReady: state.isReady,
    press,
    leaving,
    onDone: () => device?.soon(),
  })
  return {
    ...state,
    ...acts,
    settle: (act) => void device?.settle(act),
    handOver: (then) => (device ? device.handOver(then) : then()),
  }
}
