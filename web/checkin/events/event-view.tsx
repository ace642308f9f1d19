import { useState, type ReactNode } from 'react'
import { type EventRow, cancelEvent } from '#contract/checkin/events.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { IconCalendarOff, IconPencil, IconQrcode } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { ClassBars } from './class-bars.tsx'
import { DateArch } from './date-arch.tsx'
import board from './board.module.css'
import { Repeats, StateBadge, useLongDay, useTimes } from './event-words.tsx'
import classes from './event-view.module.css'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { underWay } from '../under-way.tsx'
import { useEventChanged } from './queries.ts'
import { ScopeChoice } from './repeat-card.tsx'
import type { Scope } from './use-event-form.ts'

type CancelDialogProps = { event: EventRow; onClose: () => void }

/** Asks before an event is cancelled, and says who will hear of it. */
function CancelDialog({ event, onClose }: CancelDialogProps) {
  const t = useTexts()
  const dayOf = useLongDay()
  const changed = useEventChanged()
  const [scope, setScope] = useState<Scope>('this')
  const { id, name, families, series, startsAt } = event
  const cancel = useCall(() => underWay(call(cancelEvent, { params: { id }, body: { scope } })), {
    done: (fresh) => {
      changed(fresh)
      toast.ok(t('checkin.cancel.done', { name }))
      onClose()
    },
  })
  const actions = (
    <>
      <Button onClick={onClose}>{t('checkin.cancel.keep')}</Button>
      <Button kind="danger" icon={IconCalendarOff} busy={cancel.busy} onClick={() => cancel.run()}>
        {t('checkin.cancel.button')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('checkin.cancel.title', { name })} actions={actions}>
      <p>
        {t('checkin.cancel.day', { day: dayOf(startsAt) })} {t('checkin.cancel.told', { count: families })}
      </p>
      {series && !series.ended && (
        <>
          <ScopeChoice legend={t('checkin.cancel.what')} scope={scope} onChange={setScope} />
          {scope === 'following' && <p className="muted">{t('checkin.cancel.following')}</p>}
        </>
      )}
      {cancel.failure && <Note tone="bad">{t(failureText(cancel.failure))}</Note>}
    </Dialog>
  )
}

type One = { event: EventRow }

function Actions({ event: { id, state } }: One) {
  const t = useTexts()
  const [canManage, canCheckIn] = [useCan('checkin.manage'), useCan('checkin.self_service')]
  const isComing = state !== 'over' && state !== 'cancelled'
  return (
    <>
      {canCheckIn && isComing && (
        <ButtonLink to={paths.station} icon={IconQrcode}>
          {t('checkin.event.openStation')}
        </ButtonLink>
      )}
      {canManage && state !== 'cancelled' && (
        <ButtonLink to={paths.event} params={{ id }} search={{ edit: 'yes' }} kind="primary" icon={IconPencil}>
          {t('checkin.act.edit')}
        </ButtonLink>
      )}
    </>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd className="num">{children}</dd>
  </div>
)

function Figures({ event }: One) {
  const t = useTexts()
  const format = useFormat()
  const waiting = event.classes.reduce((sum, one) => sum + one.waiting, 0)
  return (
    <Card padded={false} label={t('checkin.event.figures')}>
      <dl className={classes['figures']}>
        <Figure name={t('checkin.event.families')}>{format.number(event.families)}</Figure>
        <Figure name={t('checkin.event.children')}>{format.number(event.children)}</Figure>
        <Figure name={t('checkin.event.checkedIn')}>{format.number(event.checkedIn)}</Figure>
        <Figure name={t('checkin.event.waiting')}>{format.number(waiting)}</Figure>
      </dl>
    </Card>
  )
}

function Registration({ event: { opensAt, closesAt } }: One) {
  const t = useTexts()
  const format = useFormat()
  return (
    <Card title={t('checkin.form.registration')}>
      <dl className={classes['facts']}>
        <dt>{t('checkin.form.opensAt')}</dt>
        <dd>{opensAt ? format.dateTime(opensAt) : t('checkin.form.opensAtOnce')}</dd>
        <dt>{t('checkin.form.closesAt')}</dt>
        <dd>{closesAt ? format.dateTime(closesAt) : t('checkin.form.closesAtEnd')}</dd>
      </dl>
    </Card>
  )
}

function When({ event }: One) {
  const t = useTexts()
  const timesOf = useTimes()
  const dayOf = useLongDay()
  const { bannerUrl, startsAt, place, state, series } = event
  const isPast = state === 'over' || state === 'cancelled'
  return (
    <Card padded={false} label={t('checkin.event.when')}>
      {bannerUrl && <img className={classes['banner']} src={bannerUrl} alt="" />}
      <div className={classes['when']}>
        <DateArch at={startsAt} isOver={isPast} />
        <div className="grow">
          <p className={classes['day']}>{dayOf(startsAt)}</p>
          <p className="muted">{[timesOf(event), place].filter(Boolean).join(', ')}</p>
          <p className={classes['badges']}>
            <StateBadge event={event} />
            <Repeats series={series} />
          </p>
        </div>
      </div>
    </Card>
  )
}

/** An event with its classes, to look at. */
export function EventView({ event }: One) {
  const t = useTexts()
  const canManage = useCan('checkin.manage')
  const [isCancelling, setCancelling] = useState(false)
  const { name, state } = event
  const canCancel = canManage && state !== 'cancelled' && state !== 'over'
  return (
    <>
      <PageHeader
        title={name}
        back={{ to: paths.events, label: t('checkin.events.title') }}
        actions={<Actions event={event} />}
      />
      {state === 'cancelled' && <Note tone="warn">{t('checkin.event.isCancelled')}</Note>}
      <Figures event={event} />
      <div className={board['board']}>
        <div className={board['main']}>
          <When event={event} />
          <Card title={t('checkin.class.title')}>
            <ClassBars items={event.classes} label={t('checkin.event.classesOf', { name })} />
          </Card>
        </div>
        <div className={board['aside']}>
          <Registration event={event} />
          {canCancel && (
            <Button kind="danger" icon={IconCalendarOff} onClick={() => setCancelling(true)}>
              {t('checkin.cancel.button')}
            </Button>
          )}
        </div>
      </div>
      {isCancelling && <CancelDialog event={event} onClose={() => setCancelling(false)} />}
    </>
  )
}
