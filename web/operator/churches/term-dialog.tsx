import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readConsoleChurch, type ConsoleChurch } from '#contract/operator/churches.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { textOf } from '../../api/use-act.ts'
import { useTexts } from '../../languages/index.ts'
import { read } from '../../api/queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { FormDialog, useWaits } from '../form/form-dialog.tsx'
import { ReasonField } from '../form/reason-field.tsx'
import { usePrices } from '../prices/queries.ts'
import classes from './churches.module.css'
import { useChangeSubscription } from './queries.ts'
import { monthsOn } from './months-on.ts'
import { presentTime } from '../../device/clock.ts'

/** Steps that are one press away, in months. */
const STEPS = [1, 3, 12]

/** The plans to choose from; one that is offered no more only where the church has it. */
function PlanField({ church }: { church: ConsoleChurch }) {
  const t = useTexts()
  const format = useFormat()
  const plans = usePrices().data?.plans ?? []
  const known = plans.filter(({ id, offered }) => offered || id === church.planId)
  const hasItsOwn = known.some(({ id }) => id === church.planId)
  return (
    // Its value is set anew when the plans have come.
    <SelectField
      key={known.length}
      label={t('operator.churches.plan')}
      name="planId"
      defaultValue={hasItsOwn ? (church.planId ?? '') : ''}
    >
      {!hasItsOwn && <option value="">{t('operator.term.asItIs', { plan: church.planName })}</option>}
      {known.map(({ id, name, membershipSize }) => (
        <option key={id} value={id}>
          {t('operator.term.planOption', { name, size: format.number(membershipSize) })}
        </option>
      ))}
    </SelectField>
  )
}

/** The last day that is paid for, and what it means for the gate. */
function ExpiryField({ church }: { church: ConsoleChurch }) {
  const t = useTexts()
  const [value, setValue] = useState(church.expiresOn)
  const [today] = useState(() => calendarDay(presentTime(), 'UTC'))
  const from = church.expiresOn > today ? church.expiresOn : today
  return (
    <div className="stack-8">
      <TextField
        type="date"
        name="expiresOn"
        label={t('operator.term.expires')}
        hint={t('operator.term.expiresHint')}
        min="2000-01-01"
        max="2999-12-31"
        required
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <div className={classes['ahead']}>
        {STEPS.map((months) => (
          <Button key={months} size="sm" onClick={() => setValue(monthsOn(from, months))}>
            {t('operator.term.monthsOn', { count: months })}
          </Button>
        ))}
      </div>
      {value !== '' && value < today && value !== church.expiresOn && (
        <Note tone="warn">{t('operator.term.shuts')}</Note>
      )}
    </div>
  )
}

/** The church as it is since the dialog is open: what is saved replaces what others have changed until then. */
function useFreshChurch(id: string) {
  const [openedAt] = useState(Date.now)
  const query = useQuery({ ...read(readConsoleChurch, { params: { id } }), refetchOnMount: 'always' })
  return { ...query, church: query.dataUpdatedAt >= openedAt ? query.data : undefined }
}

type TermDialogProps = {
  /** Of the church. */
  id: string
  onClose: () => void
}

/** Changes a church's plan or expiry by hand; the church reads why in its log. */
export function TermDialog({ id, onClose }: TermDialogProps) {
  const t = useTexts()
  const waits = useWaits()
  const { church, error, refetch } = useFreshChurch(id)
  const change = useChangeSubscription(id)
  const send = async (form: FormData) => {
    const planId = textOf(form, 'planId') || null
    const term = { planId, expiresOn: textOf(form, 'expiresOn'), reason: textOf(form, 'reason') }
    const asked = await change.send(term)
    onClose()
    waits(asked)
  }
  return (
    <FormDialog
      title={t('operator.term.title')}
      submit={t('operator.form.ask')}
      isWaiting={!church}
      onSend={send}
      onClose={onClose}
    >
      {church && (
        <>
          <p className="muted">{t('operator.term.text', { church: church.name })}</p>
          <PlanField church={church} />
          <ExpiryField church={church} />
          <ReasonField hint={t('operator.term.reasonHint')} />
        </>
      )}
      {!church && (error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={4} />)}
    </FormDialog>
  )
}
