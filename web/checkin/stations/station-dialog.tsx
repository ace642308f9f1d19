import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import type { DeviceState, Standing } from '../offline/device-state.ts'
import { useStationActs, spacedPin } from './queries.ts'
import { useStations } from './use-stations.ts'
import classes from './stations.module.css'
import type { ReactNode } from 'react'
import { ApiFailure } from '../../api/call.ts'
import { textOf } from '../../api/use-act.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { failureText } from '../failure-text.ts'

type NameFormProps = {
  name: string
  /** What the button says. */
  act: string
  busy: boolean
  failure: Error | null
  onName: (name: string) => void
  /** Besides the button. */
  children?: ReactNode
}

const NAME_MAX_LENGTH = 60

/** The name that the church calls a station by, everywhere. */
export function NameForm({ name, act, busy, failure, onName, children }: NameFormProps) {
  const t = useTexts()
  const isTaken = failure instanceof ApiFailure && failure.code === 'name_taken'
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        onName(textOf(new FormData(event.currentTarget), 'name').trim())
      }}
    >
      {failure && !isTaken && <Note tone="bad">{t(failureText(failure))}</Note>}
      <TextField
        label={t('checkin.stations.name')}
        hint={t('checkin.stations.nameHint')}
        error={isTaken ? t('checkin.stations.nameTaken') : undefined}
        name="name"
        defaultValue={name}
        maxLength={NAME_MAX_LENGTH}
        autoComplete="off"
        required
      />
      <div className={classes['acts']}>
        {children}
        <Button type="submit" kind="primary" busy={busy}>
          {act}
        </Button>
      </div>
    </form>
  )
}

/** A name that no station has yet. */
export function freeName(names: readonly (string | null)[], nameOf: (number: number) => string): string {
  const taken = new Set(names.map((name) => name?.toLowerCase()))
  for (let number = 1; ; number += 1) if (!taken.has(nameOf(number).toLowerCase())) return nameOf(number)
}

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
      busy={admit.busy}
      failure={admit.failure}
      onName={(chosen) => admit.run({ id: stationId, name: chosen }, { done: onAdmitted })}
    />
  )
}
