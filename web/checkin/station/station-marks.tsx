import { useState } from 'react'
import { useTexts } from '../../languages/index.ts'
import { IconAlertCircle, IconAlertTriangle, IconDeviceTablet, IconPrinter } from '../../ui/icons.ts'
import type { LabelPrinter, PrinterState } from '../labels/printing/use-label-printer.tsx'
import type { Standing } from '../offline/device-state.ts'
import { useStations } from '../stations/use-stations.ts'
import type { Desk } from './desk/desk.ts'
import { useIncidents } from '../custody/use-incidents.ts'
import { Network } from './desk/station-bar.tsx'
import { useReadiness } from './desk/readiness.ts'
import classes from './desk/station.module.css'
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
  const [open, setOpen] = useState<'printer' | 'refused' | 'readiness' | 'station' | 'stations' | 'incidents' | null>(
    null,
  )
  const seldom = useSeldom()
  const readiness = useReadiness(desk)
  const lacks = readiness?.lacks ?? []
  const { standing, isLeader } = desk
  const close = () => setOpen(null)
  const incidents = useIncidents(desk.online, `${desk.pending} ${desk.refused.length}`)
  return (
    <>
      {standing && <OwnMark desk={desk} standing={standing} onOpen={() => setOpen('station')} />}
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
      {seldom && open === 'printer' && <seldom.PrinterDialog printer={printer} onClose={close} />}
      {seldom && open === 'readiness' && lacks.length > 0 && <seldom.ReadinessDialog lacks={lacks} onClose={close} />}
      {seldom && open === 'station' && standing && (
        <seldom.StationDialog
          standing={standing}
          pin={desk.pin}
          isLeader={isLeader}
          onAdmitted={() => {
            desk.lookAgain()
            close()
          }}
          onAll={() => setOpen('stations')}
          onClose={close}
        />
      )}
      {seldom && open === 'incidents' && incidents.length > 0 && (
        <seldom.IncidentsDialog incidents={incidents} onClose={close} />
      )}
      {seldom && open === 'stations' && <seldom.StationsDialog onClose={close} />}
      {seldom && open === 'refused' && <seldom.RefusedDialog desk={desk} onClose={close} />}
    </>
  )
}

type OwnMarkProps = { desk: Desk; standing: Standing; onOpen: () => void }

/** What the church calls this station, or that it waits to be admitted; for leaders also how many others wait. */
function OwnMark({ desk, standing: { stationId, state, name, code }, onOpen }: OwnMarkProps) {
  const t = useTexts()
  const { data } = useStations(desk.isLeader && desk.online)
  const others = data?.filter((one) => one.state === 'waiting' && one.id !== stationId).length ?? 0
  const own = {
    waiting: t('checkin.station.waits', { code: code ?? '' }),
    out: t('checkin.station.isOut'),
    admitted: name,
  }
  return (
    <button
      type="button"
      className={classes['mark']}
      data-tone={state === 'admitted' && others === 0 ? undefined : 'warn'}
      onClick={onOpen}
    >
      <IconDeviceTablet size={16} aria-hidden="true" />
      <span className={state === 'admitted' ? classes['word'] : undefined}>
        {own[state] ?? t('checkin.station.title')}
      </span>
      {others > 0 && (
        <span className={state === 'admitted' ? undefined : classes['word']}>
          · {t('checkin.station.othersWait', { count: others })}
        </span>
      )}
    </button>
  )
}
