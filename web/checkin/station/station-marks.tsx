import { useState } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { IconAlertCircle, IconPrinter, IconWifi, IconWifiOff } from '../../ui/icons.ts'
import { PrinterDialog } from '../labels/printing/printer-dialog.tsx'
import type { LabelPrinter, PrinterState } from '../labels/printing/use-label-printer.tsx'
import type { Desk } from './desk.ts'
import { RefusedDialog } from './refused-dialog.tsx'
import classes from './station.module.css'

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
  const [open, setOpen] = useState<'printer' | 'refused' | null>(null)
  return (
    <>
      <Network desk={desk} />
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
      {open === 'printer' && <PrinterDialog printer={printer} onClose={() => setOpen(null)} />}
      {open === 'refused' && <RefusedDialog desk={desk} onClose={() => setOpen(null)} />}
    </>
  )
}

export function Network({ desk: { online, pending, isReady } }: { desk: Desk }) {
  const t = useTexts()
  const Sign = online ? IconWifi : IconWifiOff
  return (
    <span className={classes['mark']} data-tone={online ? 'ok' : 'warn'} role="status">
      <Sign size={16} aria-hidden="true" />
      <span className={online && pending === 0 ? classes['word'] : undefined}>
        {t(online ? 'checkin.station.online' : 'checkin.station.offline')}
        {pending > 0 && ` · ${t('checkin.station.pending', { count: pending })}`}
        {isReady && <span className="vh">. {t('checkin.station.worksAlone')}</span>}
      </span>
    </span>
  )
}
