import { useState, type SubmitEvent } from 'react'
import type { DeskChange } from '#contract/operator/changes.ts'
import { ApiFailure } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.tsx'
import { textOf } from '../../lib/form-call.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconCheck } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { useDetails } from '../log/details.ts'
import { kindNames } from '../log/words.ts'
import { DeskFailure } from '../parts/desk-failure.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import parts from '../parts/parts.module.css'
import { ReasonField } from '../parts/reason-field.tsx'
import { takeFocus } from '../parts/take-focus.ts'
import { ChangeBadge, FromTo } from './change-parts.tsx'
import classes from './changes.module.css'
import { useChange, useConfirm, useRefuse, useWithdraw } from './queries.ts'

type OneProps = { change: DeskChange }

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

function RefuseForm({ change, onBack, onDone }: OneProps & { onBack: () => void; onDone: () => void }) {
  const t = useTexts()
  const refuse = useRefuse()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (refuse.isPending) return
    const reason = textOf(new FormData(event.currentTarget), 'reason')
    refuse.mutate({ id: change.id, reason }, { onSuccess: onDone })
  }
  return (
    <form className="stack" onSubmit={submit}>
      <ReasonField ref={takeFocus} hint={t('operator.changes.refuseHint', { name: change.askedBy.name })} />
      <DeskFailure failure={refuse.error} />
      <div className={parts['acts']}>
        <Button onClick={onBack}>{t('operator.form.back')}</Button>
        <Button type="submit" kind="danger" busy={refuse.isPending}>
          {t('operator.changes.refuse')}
        </Button>
      </div>
    </form>
  )
}

type ActsProps = OneProps & { onRefuse: () => void; onClose: () => void }

function Acts({ change, onRefuse, onClose }: ActsProps) {
  const t = useTexts()
  const [confirm, withdraw] = [useConfirm(), useWithdraw()]
  const isBusy = confirm.isPending || withdraw.isPending
  const confirmed = () => {
    toast.ok(t('operator.changes.saidDone'), { text: t(kindNames[change.kind]) })
    onClose()
  }
  const withdrawn = () => {
    toast.ok(t('operator.changes.saidWithdrawn'))
    onClose()
  }
  const failure = confirm.error ?? withdraw.error
  return (
    <>
      <DeskFailure failure={failure} words={{ changed_meanwhile: 'operator.changes.staleText' }} />
      <div className={parts['acts']}>
        {change.isYours ? (
          <Button
            kind="danger"
            busy={withdraw.isPending}
            onClick={() => !isBusy && withdraw.mutate(change.id, { onSuccess: withdrawn })}
          >
            {t('operator.changes.withdraw')}
          </Button>
        ) : (
          <Button kind="danger" onClick={onRefuse}>
            {t('operator.changes.refuse')}
          </Button>
        )}
        {change.mayConfirm && (
          <Button
            kind="primary"
            icon={IconCheck}
            busy={confirm.isPending}
            onClick={() => !isBusy && confirm.mutate(change.id, { onSuccess: confirmed })}
          >
            {t('operator.changes.confirm')}
          </Button>
        )}
      </div>
    </>
  )
}

function Open({ change, onClose }: OneProps & { onClose: () => void }) {
  const t = useTexts()
  const [isRefusing, setRefusing] = useState(false)
  const refused = () => {
    toast.ok(t('operator.changes.saidRefused'))
    onClose()
  }
  return (
    <>
      <div>
        <ChangeBadge change={change} />
      </div>
      <Told change={change} />
      <Why change={change} />
      {change.state === 'waiting' &&
        (isRefusing ? (
          <RefuseForm change={change} onBack={() => setRefusing(false)} onDone={refused} />
        ) : (
          <Acts change={change} onRefuse={() => setRefusing(true)} onClose={onClose} />
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
