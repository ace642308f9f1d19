import { useEffect } from 'react'
import { keepPage } from '../../lib/keep-page.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { HoldWay } from '../shared/hold-way.tsx'
import { useLabelPrinter } from '../labels/printing/use-label-printer.tsx'
import { openReader } from './finding/code-reader.ts'
import { MannedStation } from './manned-station.tsx'
import { NoEvent } from './no-event.tsx'
import { SelfService } from './self-service/self-service.tsx'
import classes from './station.module.css'
import { useDay } from './use-day.ts'
import { useDesk } from './use-desk.ts'

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
  useKept()
  return (
    <>
      <title>{`${t('checkin.station.title')} · Narthex`}</title>
      {!day.isLoaded && <Waiting day={day} />}
      {day.isLoaded && !event && <NoEvent day={day} />}
      {event && day.selfService && <SelfService key={event.id} event={event} desk={desk} printer={printer} day={day} />}
      {event && !day.selfService && (
        <MannedStation key={event.id} event={event} desk={desk} printer={printer} day={day} />
      )}
      {printer.sheet}
      <HoldWay stays />
    </>
  )
}

function Waiting({ day }: { day: ReturnType<typeof useDay> }) {
  return (
    <main className={classes['plain']}>
      {day.failure ? <Failed failure={day.failure} onRetry={day.retry} /> : <Loading rows={4} />}
    </main>
  )
}
