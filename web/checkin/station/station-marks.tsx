import { useState } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { IconAlertCircle, IconAlertTriangle, IconPrinter, IconWifi, IconWifiOff } from '../../ui/icons.ts'
import type { LabelPrinter, PrinterState } from '../labels/printing/use-label-printer.tsx'
import type { Desk } from './desk.ts'
import { useIncidents } from '../shared/use-incidents.ts'
import { useReadiness, type Readiness } from './readiness.ts'
import classes from './station.module.css'
import { useSeldom } from './use-seldom.ts'

const printerTone = (state: PrinterState): string | undefined => {
  if (state === 'ready') return 'ok'
  return state === 'missing' || state === 'failed' ? 'warn' : undefined
}

const printerWords = {
  browser: 'checkin.station.printerBrowser',
  file: 'checkin.station.printerFile',
  unknown: 'checkin.station.printerUnknown',
  ready: 'checkin.station.printerReady',
  missing: 'checkin.station.printerMissing',
  failed: 'checkin.station.printerFailed',
} as const satisfies Record<PrinterState, string>

/** How the station stands: its network, what waits to be sent, its printer. */
export function StationMarks({ desk, printer }: { desk: Desk; printer: LabelPrinter }) {
  const t = useTexts()
  const [open, setOpen] = useState<'printer' | 'refused' | 'readiness' | 'incidents' | null>(null)
  const seldom = useSeldom()
  const readiness = useReadiness(desk)
  const lacks = readiness?.lacks ?? []
  const incidents = useIncidents(desk.online, `${desk.pending} ${desk.refused.length}`)
  return (
    <>
      <Network desk={desk} readiness={readiness} />
      {lacks.length > 0 && (
        <button type="button" className={classes['mark']} data-tone="warn" onClick={() => setOpen('readiness')}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          <span className={classes['word']}>{t('checkin.station.needsNetwork')}</span>
        </button>
      )}
      {incidents.length > 0 && (
        <button type="button" className={classes['mark']} data-tone="bad" onClick={() => setOpen('incidents')}>
          <IconAlertTriangle size={16} aria-hidden="true" />
          {t('checkin.incident.count', { count: incidents.length })}
        </button>
      )}
      {desk.refused.length > 0 && (
        <button type="button" className={classes['mark']} data-tone="bad" onClick={() => setOpen('refused')}>
          <IconAlertCircle size={16} aria-hidden="true" />
          {t('checkin.station.toSettle', { count: desk.refused.length })}
        </button>
      )}
      <button
        type="button"
        className={classes['mark']}
        data-tone={printerTone(printer.state)}
        onClick={() => setOpen('printer')}
      >
        <IconPrinter size={16} aria-hidden="true" />
        <span className={classes['word']}>{t(printerWords[printer.state])}</span>
      </button>
      {seldom && open === 'printer' && <seldom.PrinterDialog printer={printer} onClose={() => setOpen(null)} />}
      {seldom && open === 'readiness' && lacks.length > 0 && (
        <seldom.ReadinessDialog lacks={lacks} onClose={() => setOpen(null)} />
      )}
      {seldom && open === 'incidents' && incidents.length > 0 && (
        <seldom.IncidentsDialog incidents={incidents} onClose={() => setOpen(null)} />
      )}
      {seldom && open === 'refused' && <seldom.RefusedDialog desk={desk} onClose={() => setOpen(null)} />}
    </>
  )
}

type NetworkProps = { desk: Pick<Desk, 'online' | 'pending'>; readiness?: Readiness }

export function Network({ desk: { online, pending }, readiness = null }: NetworkProps) {
  const t = useTexts()
  const Sign = online ? IconWifi : IconWifiOff
  return (
    <span className={classes['mark']} data-tone={online ? 'ok' : 'warn'} role="status">
      <Sign size={16} aria-hidden="true" />
      <span className={online && pending === 0 ? classes['word'] : undefined}>
        {t(online ? 'checkin.station.online' : 'checkin.station.offline')}
        {pending > 0 && ` · ${t('checkin.station.pending', { count: pending })}`}
        {readiness?.lacks.length === 0 && <span className="vh">. {t('checkin.station.worksAlone')}</span>}
      </span>
    </span>
  )
}
