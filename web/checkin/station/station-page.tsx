import { useEffect, useState } from 'react'
import { ZoneProvider } from '../../lib/format.tsx'
import { keepPage } from '../../lib/keep-page.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { HoldWay } from '../shared/hold-way.tsx'
import { useLabelPrinter } from '../labels/printing/use-label-printer.tsx'
import { openReader } from './finding/code-reader.ts'
import { MannedStation } from './manned-station.tsx'
import classes from './station.module.css'
import { useDay } from './use-day.ts'
import { useDesk } from './use-desk.ts'
import { useSeldom } from './use-seldom.ts'

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
