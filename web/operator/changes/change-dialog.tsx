import { useState, type SubmitEvent } from 'react'
import type { ConsoleChange } from '#contract/operator/changes.ts'
import { ApiFailure } from '../../api/call.ts'
import { useFormat } from '../../languages/format.tsx'
import { textOf } from '../../api/use-act.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { useDetails, kindNames } from '../log/words.ts'
import { ConsoleFailure } from '../form/console-failure.tsx'
import { Fact, Facts } from '../facts/facts.tsx'
import parts from '../form/console.module.css'
import { ReasonField, takeFocus } from '../form/reason-field.tsx'
import { ChangeBadge, FromTo } from './change-parts.tsx'
import classes from './changes.module.css'
import { useChange, useConfirm, useRefuse, useWithdraw } from './queries.ts'

type OneProps = { change: ConsoleChange }

/** What it is about, what becomes what, who asked and why, and what became of it. */
function Told({ change }: OneProps) {
  const t = useTexts()
  const format = useFormat()
  const { details, before, after, askedBy, decidedBy, decidedAt, decidedReason } = change
  const { told, changes } = useDetails({ details: { ...details, before, after } })
  const bySecond = decidedBy?.name ?? (change.state === 'applied' ? t('operator.field.byCommand') : null)
  return (
    <>
      {changes.length > 0 && (
        <div className={classes['changes']}>
          {changes.map((one) => (
            <FromTo key={one.name} {...one} />
          ))}
        </div>
      )}
      <Facts>
        {change.churchName && <Fact label={t('operator.churches.church')}>{change.churchName}</Fact>}
        {told.map(({ name, value }) => (
          <Fact key={name} label={name}>
            {value}
          </Fact>
        ))}
        {change.reason && <Fact label={t('operator.form.reason')}>{change.reason}</Fact>}
        <Fact label={t('operator.field.askedBy')}>
          {t('operator.changes.byWhen', { name: askedBy.name, when: format.dateTime(change.askedAt) })}
        </Fact>
        {change.state === 'waiting' && (
          <Fact label={t('operator.changes.goodUntil')}>{format.dateTime(change.expiresAt)}</Fact>
        )}
        {bySecond && (
          <Fact label={t('operator.changes.decidedBy')}>
            {decidedAt ? t('operator.changes.byWhen', { name: bySecond, when: format.dateTime(decidedAt) }) : bySecond}
          </Fact>
        )}
        {decidedReason && <Fact label={t('operator.payments.why')}>{decidedReason}</Fact>}
      </Facts>
    </>
  )
}

/** Why there is nothing to press. */
function Why({ change: { state, isYours, mayConfirm, askedBy } }: OneProps) {
  const t = useTexts()
  if (state === 'stale') return <Note tone="info">{t('operator.changes.staleText')}</Note>
  if (state === 'expired') return <Note tone="info">{t('operator.changes.expiredText')}</Note>
  if (state !== 'waiting' || mayConfirm) return null
  return (
    <Note tone="info">
      {isYours ? t('operator.changes.yoursText') : t('operator.changes.tiedText', { name: askedBy.name })}
    </Note>
  )
}

/** The three ways to decide, held where the dialog stays whatever becomes of the change. */
function useActing(change: ConsoleChange, onClose: () => void) {
  const t = useTexts()
  const [confirm, refuse, withdraw] = [useConfirm(), useRefuse(), useWithdraw()]
  const isBusy = confirm.busy || refuse.busy || withdraw.busy
  const say = (title: string) => ({
    done: () => {
      toast.ok(title, { text: t(kindNames[change.kind]) })
      onClose()
    },
  })
  return {
    failure: confirm.failure ?? refuse.failure ?? withdraw.failure,
    isConfirming: confirm.busy,
    isRefusing: refuse.busy,
    isWithdrawing: withdraw.busy,
    confirm: () => isBusy || confirm.run(change.id, say(t('operator.changes.saidDone'))),
    refuse: (reason: string) => isBusy || refuse.run({ id: change.id, reason }, say(t('operator.changes.saidRefused'))),
    withdraw: () => isBusy || withdraw.run(change.id, say(t('operator.changes.saidWithdrawn'))),
  }
}

type ActingProps = OneProps & { acting: ReturnType<typeof useActing> }

function RefuseForm({ change, acting, onBack }: ActingProps & { onBack: () => void }) {
  const t = useTexts()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    acting.refuse(textOf(new FormData(event.currentTarget), 'reason'))
  }
  return (
    <form className="stack" onSubmit={submit}>
      <ReasonField ref={takeFocus} hint={t('operator.changes.refuseHint', { name: change.askedBy.name })} />
      <div className={parts['acts']}>
        <Button onClick={onBack}>{t('operator.form.back')}</Button>
        <Button type="submit" kind="danger" busy={acting.isRefusing}>
          {t('operator.changes.refuse')}
        </Button>
      </div>
    </form>
  )
}

function Acts({ change, acting, onRefuse }: ActingProps & { onRefuse: () => void }) {
  const t = useTexts()
  return (
    <div className={parts['acts']}>
      {change.isYours ? (
        <Button kind="danger" busy={acting.isWithdrawing} onClick={acting.withdraw}>
          {t('operator.changes.withdraw')}
        </Button>
      ) : (
        <Button kind="danger" onClick={onRefuse}>
          {t('operator.changes.refuse')}
        </Button>
      )}
      {change.mayConfirm && (
        <Button kind="primary" icon={IconCheck} busy={acting.isConfirming} onClick={acting.confirm}>
          {t('operator.changes.confirm')}
        </Button>
      )}
    </div>
  )
}

function Open({ change, onClose }: OneProps & { onClose: () => void }) {
  const acting = useActing(change, onClose)
  const [isRefusing, setRefusing] = useState(false)
  return (
    <>
      <div>
        <ChangeBadge change={change} />
      </div>
      <Told change={change} />
      <Why change={change} />
      <ConsoleFailure failure={acting.failure} words={{ changed_meanwhile: 'operator.changes.staleText' }} />
      {change.state === 'waiting' &&
        (isRefusing ? (
          <RefuseForm change={change} acting={acting} onBack={() => setRefusing(false)} />
        ) : (
          <Acts change={change} acting={acting} onRefuse={() => setRefusing(true)} />
        ))}
    </>
  )
}

/** One change that takes a second operator: confirm it, refuse it with a reason, or withdraw one's own. */
export function ChangeDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useTexts()
  const { data, error, refetch } = useChange(id)
  const isGone = error instanceof ApiFailure && error.code === 'not_found'
  return (
    <Dialog open onClose={onClose} title={data ? t(kindNames[data.kind]) : t('operator.nav.changes')}>
      {data ? (
        <Open change={data} onClose={onClose} />
      ) : isGone ? (
        <Note tone="warn">{t('operator.failure.notFound')}</Note>
      ) : error ? (
        <Failed failure={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={3} />
      )}
    </Dialog>
  )
}
