import { useEffect, useState } from 'react'
import { ZoneProvider } from '../../languages/format.tsx'
import { keepPage } from '../../device/keep-page.ts'
import { useTexts } from '../../languages/index.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { HoldWay } from '../under-way.tsx'
import { useLabelPrinter } from '../labels/printing/use-label-printer.tsx'
import { openReader } from './finding/code-reader.ts'
import { MannedStation } from './manned-station.tsx'
import classes from './desk/station.module.css'
import { useDay, type Day } from './desk/use-day.ts'
import { useSeldom } from './use-seldom.ts'
import type { Desk } from './desk/desk.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { NOT_READY, type DeviceState } from '../offline/device-state.ts'
import { openKeptStation } from '../offline/kept-station.ts'
import { touch } from '../offline/pack-lock.ts'
import type { RefusedAct } from '../offline/refused-acts.ts'
import { openStationDevice, type StationDevice } from '../offline/station-device.ts'
import { stationDesk, type DeskActs } from '../offline/station-desk.ts'

/** The desk of a station, with a network or without. */
type StationDesk = DeskActs &
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
type Station = { tenantId: string; eventId: string } | null

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
function useStation(station: Station, churchId: string | null): StationDesk {
  const [state, setState] = useState<DeviceState>(NOT_READY)
  const [device, setDevice] = useState<StationDevice | null>(null)
  const [tries, setTries] = useState(0)
  const press = useIdempotencyKey()
  const leaving = useIdempotencyKey()
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

/** The desk of this device: the server, and the device itself where there is no network. A locked one has the server only. */
function useDesk({ tenantId, event, selfService, online, isLeader }: Day): Desk {
  const station: Station = tenantId && event && !selfService ? { tenantId, eventId: event.id } : null
  return { ...useStation(station, tenantId), online, isLeader }
}

/** The reader of codes comes after everything else, while there still is a network. */
const READER_AFTER_MS = 5000

/** From now on this screen opens and scans without a network. */
function useKept(): void {
  useEffect(() => {
    keepPage('/tenant/checkin')
    const timer = setTimeout(() => void openReader().catch(() => undefined), READER_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
}

/** The check-in station: full screen, without the bars of the other screens. */
export function StationPage() {
  const t = useTexts()
  const day = useDay()
  const { event, churchName } = day
  const printer = useLabelPrinter(churchName)
  const desk = useDesk(day)
  const [knowsPin, setKnowsPin] = useState(false)
  const seldom = useSeldom()
  useKept()
  const isManned = day.isLoaded && event && !day.selfService
  // A station that was never asked, with a network, is an ordinary screen.
  const isEmpty = !day.isAnswered && !desk.online && desk.kept === 'none'
  const needsPin = isManned && desk.kept === 'shut'
  // What was kept has no event of today: whether there is one, only the network knows.
  const isUnknown = day.isLoaded && !event && !day.isAnswered && !day.selfService
  const hasNothing = (isUnknown && !day.isAsking) || (isManned && (desk.kept === 'spent' || isEmpty))
  const isWaiting = !day.isLoaded || (isUnknown && day.isAsking)
  return (
    <ZoneProvider timeZone={day.timeZone}>
      <title>{`${t('checkin.station.title')} · Narthex`}</title>
      {isWaiting && <Waiting day={day} />}
      {day.isLoaded && !event && !isUnknown && (seldom ? <seldom.NoEvent day={day} /> : <Waiting day={day} />)}
      {(hasNothing || (event && (day.selfService || needsPin))) && !seldom && <Waiting day={day} />}
      {event && day.selfService && seldom && (
        <seldom.SelfService key={event.id} event={event} desk={desk} printer={printer} day={day} />
      )}
      {isManned && desk.kept === null && <Waiting day={day} />}
      {needsPin && seldom && (
        <seldom.PinPad desk={desk} title={desk.standing?.name ?? churchName} onOpen={() => setKnowsPin(true)} />
      )}
      {hasNothing && seldom && <seldom.NothingKept desk={desk} title={churchName} onRetry={() => location.reload()} />}
      {isManned && (desk.kept === 'open' || (desk.kept === 'none' && !isEmpty)) && (
        <MannedStation key={event.id} event={event} desk={desk} printer={printer} day={day}>
          {seldom && desk.pin && !knowsPin && <seldom.PinNote pin={desk.pin} onKnown={() => setKnowsPin(true)} />}
        </MannedStation>
      )}
      {printer.sheet}
      <HoldWay stays />
    </ZoneProvider>
  )
}

function Waiting({ day }: { day: ReturnType<typeof useDay> }) {
  return (
    <main className={classes['plain']}>
      {day.failure ? <Failed failure={day.failure} onRetry={day.retry} /> : <Loading rows={4} />}
    </main>
  )
}
