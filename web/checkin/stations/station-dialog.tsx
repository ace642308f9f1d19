import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import type { DeviceState, Standing } from '../offline/device-state.ts'
import { freeName, NameForm } from './name-form.tsx'
import { useStationActs } from './queries.ts'
import { useStations } from './use-stations.ts'
import { spacedPin } from './spaced-pin.ts'
import classes from './stations.module.css'

type StationDialogProps = {
  standing: Standing
  pin: DeviceState['pin']
  isLeader: boolean
  /** It was admitted from here. */
  onAdmitted: () => void
  /** To the list of all of them, for leaders. */
  onAll: () => void
  onClose: () => void
}

/** How this device stands as a station, its PIN of the day, and, for a leader, the one press that admits it. */
export function StationDialog({ standing, pin, isLeader, onAdmitted, onAll, onClose }: StationDialogProps) {
  const t = useTexts()
  const { state, code } = standing
  const title = standing.name ?? t('checkin.station.title')
  const all = isLeader && <Button onClick={onAll}>{t('checkin.stations.all')}</Button>
  return (
    <Dialog open onClose={onClose} title={title} actions={all}>
      {state === 'waiting' && (
        <>
          <p>{t(isLeader ? 'checkin.station.waitsForYou' : 'checkin.station.waitsText')}</p>
          <p className={classes['code']}>
            <span className="muted">{t('checkin.station.waitsCode')}</span>
            <bdi dir="ltr">{code}</bdi>
          </p>
        </>
      )}
      {state === 'out' && <p>{t('checkin.station.isOutText')}</p>}
      {state !== 'admitted' && isLeader && <AdmitHere standing={standing} onAdmitted={onAdmitted} />}
      {state === 'admitted' && <p>{t('checkin.station.isAdmittedText')}</p>}
      {pin && (
        <section aria-label={t('checkin.stations.pin')}>
          <p className="strong">{t('checkin.stations.pin')}</p>
          <p className={classes['digits']}>
            <bdi dir="ltr">{spacedPin(pin)}</bdi>
          </p>
          <p className="small muted">{t('checkin.station.pinText')}</p>
        </section>
      )}
    </Dialog>
  )
}

function AdmitHere({ standing: { stationId, name }, onAdmitted }: Pick<StationDialogProps, 'standing' | 'onAdmitted'>) {
  const t = useTexts()
  const { data } = useStations()
  const { admit } = useStationActs()
  if (!data) return null
  const names = data.flatMap((one) => (one.state === 'out' ? [] : [one.name]))
  return (
    <NameForm
      name={name ?? freeName(names, (number) => t('checkin.stations.numbered', { number }))}
      act={t('checkin.station.admitHere')}
      busy={admit.isPending}
      failure={admit.error}
      onName={(chosen) => admit.mutate({ id: stationId, name: chosen }, { onSuccess: onAdmitted })}
    />
  )
}
