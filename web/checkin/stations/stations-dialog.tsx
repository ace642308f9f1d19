import { useState } from 'react'
import type { StationRow } from '#contract/checkin/stations.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { freeName, NameForm } from './station-dialog.tsx'
import { usePin, useRenewPin, useStationActs, spacedPin } from './queries.ts'
import { useStations } from './use-stations.ts'
import classes from './stations.module.css'

/** What is being done, and to which station. */
type Asked = { act: 'admit' | 'rename' | 'revoke'; station: StationRow }

/** The PIN of the day, for whoever of the team stands before a locked station. */
function Pin() {
  const t = useTexts()
  const { data } = usePin()
  const renew = useRenewPin()
  if (!data) return null
  return (
    <section className={classes['pin']} aria-label={t('checkin.stations.pin')}>
      <div>
        <p className="strong">{t('checkin.stations.pin')}</p>
        <p className={classes['digits']}>
          <bdi dir="ltr">{spacedPin(data.pin)}</bdi>
        </p>
      </div>
      <Button size="sm" busy={renew.busy} onClick={() => renew.run()}>
        {t('checkin.stations.newPin')}
      </Button>
      <p className="small muted">{t('checkin.stations.pinText')}</p>
      {data.before && <p className="small muted">{t('checkin.stations.pinBefore', { pin: spacedPin(data.before) })}</p>}
      {renew.failure && <Note tone="bad">{t(failureText(renew.failure))}</Note>}
    </section>
  )
}

/** Asks in place: the dialog is one already. */
function Doing({ asked: { act, station }, names, onDone }: { asked: Asked; names: string[]; onDone: () => void }) {
  const t = useTexts()
  const { admit, rename, revoke } = useStationActs()
  const { id, state } = station
  const name = station.name ?? t('checkin.stations.unnamed', { code: station.code ?? '' })
  const back = <Button onClick={onDone}>{t('checkin.act.cancel')}</Button>
  if (act !== 'revoke') {
    const doing = act === 'admit' ? admit : rename
    const done = act === 'admit' ? 'checkin.stations.admitted' : 'checkin.stations.renamed'
    return (
      <div className={classes['confirm']}>
        <p className="strong">
          {t(act === 'admit' ? 'checkin.stations.admitTitle' : 'checkin.stations.renameTitle', { name })}
        </p>
        {act === 'admit' && (
          <p>
            {t(state === 'out' ? 'checkin.stations.admitAgainText' : 'checkin.stations.admitText', {
              code: station.code ?? '',
            })}
          </p>
        )}
        <NameForm
          name={station.name ?? freeName(names, (number) => t('checkin.stations.numbered', { number }))}
          act={t(act === 'admit' ? 'checkin.stations.admit' : 'checkin.stations.rename')}
          busy={doing.busy}
          failure={doing.failure}
          onName={(chosen) =>
            doing.run(
              { id, name: chosen },
              {
                done: () => {
                  toast.ok(t(done, { name: chosen }))
                  onDone()
                },
              },
            )
          }
        >
          {back}
        </NameForm>
      </div>
    )
  }
  const isWaiting = state === 'waiting'
  const shutOut = () =>
    revoke.run(id, {
      done: () => {
        toast.ok(t(isWaiting ? 'checkin.stations.refused' : 'checkin.stations.revoked', { name }))
        onDone()
      },
    })
  return (
    <div className={classes['confirm']}>
      <Note tone="warn">
        <p className="strong">
          {t(isWaiting ? 'checkin.stations.refuseTitle' : 'checkin.stations.revokeTitle', { name })}
        </p>
        <p>{t(isWaiting ? 'checkin.stations.refuseText' : 'checkin.stations.revokeText')}</p>
      </Note>
      {revoke.failure && <Note tone="bad">{t(failureText(revoke.failure))}</Note>}
      <div className={classes['acts']}>
        {back}
        <Button kind="danger" busy={revoke.busy} onClick={shutOut}>
          {t(isWaiting ? 'checkin.stations.refuse' : 'checkin.stations.revoke')}
        </Button>
      </div>
    </div>
  )
}

type LineProps = { station: StationRow; onAsk: (asked: Asked) => void }

function StationLine({ station, onAsk }: LineProps) {
  const t = useTexts()
  const format = useFormat()
  const { state, code, device, askedBy, askedAt, seenAt, leasedPlaces, freeCodes } = station
  const name = station.name ?? t('checkin.stations.unnamed', { code: code ?? '' })
  const ask = (act: Asked['act']) => () => onAsk({ act, station })
  return (
    <li>
      <div>
        <p className="row wrap">
          <span className="strong">{name}</span>
          {state === 'waiting' && <Badge tone="warn">{t('checkin.stations.isWaiting')}</Badge>}
          {state === 'out' && <Badge>{t('checkin.stations.isOut')}</Badge>}
        </p>
        <p className="small muted">
          {device && `${device} · `}
          {state === 'waiting'
            ? t('checkin.stations.asked', { name: askedBy, when: format.lately(askedAt) })
            : t('checkin.stations.seen', { when: format.lately(seenAt) })}
        </p>
        {state === 'admitted' && (
          <p className="small muted num">{t('checkin.stations.holds', { places: leasedPlaces, codes: freeCodes })}</p>
        )}
      </div>
      <div className={classes['acts']}>
        {state === 'admitted' && (
          <Button size="sm" onClick={ask('rename')} aria-label={t('checkin.stations.renameOf', { name })}>
            {t('checkin.stations.rename')}
          </Button>
        )}
        {state !== 'out' && (
          <Button
            kind="danger"
            size="sm"
            onClick={ask('revoke')}
            aria-label={t(state === 'waiting' ? 'checkin.stations.refuseOf' : 'checkin.stations.revokeOf', { name })}
          >
            {t(state === 'waiting' ? 'checkin.stations.refuse' : 'checkin.stations.revoke')}
          </Button>
        )}
        {state !== 'admitted' && (
          <Button
            kind={state === 'waiting' ? 'primary' : 'outlined'}
            size="sm"
            onClick={ask('admit')}
            aria-label={t(state === 'waiting' ? 'checkin.stations.admitOf' : 'checkin.stations.admitAgainOf', { name })}
          >
            {t(state === 'waiting' ? 'checkin.stations.admit' : 'checkin.stations.admitAgain')}
          </Button>
        )}
      </div>
    </li>
  )
}

function Body() {
  const t = useTexts()
  const { data, error, refetch } = useStations()
  const [asked, setAsked] = useState<Asked | null>(null)
  if (!data) return error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={2} />
  const names = data.flatMap(({ state, name }) => (state === 'out' || name === null ? [] : [name]))
  if (asked) return <Doing asked={asked} names={names} onDone={() => setAsked(null)} />
  if (data.length === 0) return <Empty title={t('checkin.stations.noneTitle')}>{t('checkin.stations.noneText')}</Empty>
  return (
    <>
      <Pin />
      <ul className={classes['stations']} aria-label={t('checkin.stations.title')}>
        {data.map((station) => (
          <StationLine key={station.id} station={station} onAsk={setAsked} />
        ))}
      </ul>
    </>
  )
}

/** The devices that check children in: which may, what they are called, and the way to shut a lost one out. */
export function StationsDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog open onClose={onClose} title={t('checkin.stations.title')}>
      <p className="muted">{t('checkin.stations.text')}</p>
      <Body />
    </Dialog>
  )
}
