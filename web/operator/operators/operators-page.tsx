import { useState } from 'react'
import {
  type OperatorRow,
  inviteOperator,
  listOperators,
  removeOperator,
  resendOperatorInvite,
  resetOperatorFactor,
} from '#contract/operator/session.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { MenuItem, MoreMenu } from '../../ui/data-table/index.ts'
import { IconKey, IconMail, IconPlus, IconTrash } from '../../ui/icons.ts'
import { Face } from '../../ui/marks/face.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { textOf } from '../../api/use-act.ts'
import { toast } from '../../ui/toasts/index.ts'
import { useConsole } from '../console-session.ts'
import { FormDialog, useWaits } from '../form/form-dialog.tsx'
import { ReasonField } from '../form/reason-field.tsx'
import classes from './operators.module.css'
import { TextField } from '../../ui/controls/field.tsx'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { recently, useConsoleCall } from '../form/password-again.tsx'

const useOperators = () => useQuery(read(listOperators))

const useOperatorCall = <Wanted, Answered>(work: (wanted: Wanted) => Promise<Answered>) =>
  useConsoleCall((wanted: Wanted) => recently(() => work(wanted)), listOperators)

/** Asks for another operator. */
const useInviteOperator = () =>
  useOperatorCall((body: { name: string; email: string; reason: string }) => call(inviteOperator, { body }))

/** Mails somebody who was invited a new link. */
const useResendInvite = () => useOperatorCall((id: string) => call(resendOperatorInvite, { params: { id } }))

type About = { id: string; reason: string }

/** Asks for the removal of an operator, or withdraws an invitation at once. */
const useRemoveOperator = () =>
  useOperatorCall(({ id, reason }: About) => call(removeOperator, { params: { id }, body: { reason } }))

/** Asks for a new second factor of an operator. */
const useResetFactor = () =>
  useOperatorCall(({ id, reason }: About) => call(resetOperatorFactor, { params: { id }, body: { reason } }))

/** Asks for another operator. */
function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const waits = useWaits()
  const invite = useInviteOperator()
  const send = async (form: FormData) => {
    const [name, email] = [textOf(form, 'name').trim(), textOf(form, 'email').trim()]
    const change = await invite.send({ name, email, reason: textOf(form, 'reason') })
    onClose()
    waits(change)
  }
  return (
    <FormDialog title={t('operator.operators.invite')} submit={t('operator.form.ask')} onSend={send} onClose={onClose}>
      <p className="muted">{t('operator.operators.inviteText')}</p>
      <TextField label={t('operator.field.name')} name="name" autoComplete="off" maxLength={120} required />
      <TextField
        type="email"
        label={t('operator.field.email')}
        name="email"
        autoComplete="off"
        maxLength={254}
        required
      />
      <ReasonField />
    </FormDialog>
  )
}

function Standing({ operator: { isInvited, hasSecondFactor } }: { operator: OperatorRow }) {
  const t = useTexts()
  if (isInvited) return <Badge tone="warn">{t('operator.operators.invited')}</Badge>
  if (hasSecondFactor) return <Badge tone="ok">{t('operator.operators.factor')}</Badge>
  return <Badge>{t('operator.operators.noFactor')}</Badge>
}

/** What one may ask for of another operator. */
type Act = 'remove' | 'reset'
type Picking = { operator: OperatorRow; onPick: (act: Act) => void }

function Acts({ operator, onPick }: Picking) {
  const t = useTexts()
  const resend = useResendInvite()
  const { id, name, email, isInvited, hasSecondFactor } = operator
  const again = () =>
    resend.run(id, {
      done: () => toast.ok(t('operator.operators.sent', { email }), { text: t('operator.operators.sentText') }),
      failed: () => toast.bad(t('operator.operators.notSent')),
    })
  return (
    <MoreMenu label={t('ui.table.more', { name })}>
      {isInvited && (
        <MenuItem icon={IconMail} onPick={again}>
          {t('operator.operators.again')}
        </MenuItem>
      )}
      {hasSecondFactor && (
        <MenuItem icon={IconKey} onPick={() => onPick('reset')}>
          {t('operator.operators.reset')}
        </MenuItem>
      )}
      <MenuItem icon={IconTrash} isDanger onPick={() => onPick('remove')}>
        {t(isInvited ? 'operator.operators.withdraw' : 'operator.operators.remove')}
      </MenuItem>
    </MoreMenu>
  )
}

function Line({ operator, onPick }: Picking) {
  const t = useTexts()
  const format = useFormat()
  const { name, email, isYou, createdAt } = operator
  const day = format.day(calendarDay(new Date(createdAt), format.timeZone))
  return (
    <li className={classes['line']}>
      <Face firstName={name} size="m" />
      <span className="grow">
        <span className="strong">{isYou ? t('operator.operators.you', { name }) : name}</span>
        <span className={classes['mail']}>{email}</span>
        <span className="small muted num">{t('operator.operators.since', { day })}</span>
      </span>
      <Standing operator={operator} />
      <span className={classes['acts']}>{!isYou && <Acts operator={operator} onPick={onPick} />}</span>
    </li>
  )
}

const askWords = {
  remove: {
    title: 'operator.operators.removeTitle',
    text: 'operator.operators.removeText',
    submit: 'operator.form.ask',
  },
  reset: { title: 'operator.operators.resetTitle', text: 'operator.operators.resetText', submit: 'operator.form.ask' },
  withdraw: {
    title: 'operator.operators.withdrawTitle',
    text: 'operator.operators.withdrawText',
    submit: 'operator.operators.withdraw',
  },
} as const

type AskProps = { operator: OperatorRow; act: Act; onClose: () => void }

/** Asks for the removal or a new second factor of an operator, or withdraws an invitation at once. */
function AskDialog({ operator: { id, name, isInvited }, act, onClose }: AskProps) {
  const t = useTexts()
  const waits = useWaits()
  const [remove, reset] = [useRemoveOperator(), useResetFactor()]
  const words = askWords[isInvited ? 'withdraw' : act]
  const send = async (form: FormData) => {
    const change = await (act === 'reset' ? reset : remove).send({ id, reason: textOf(form, 'reason') })
    onClose()
    if (change) waits(change)
    else toast.ok(t('operator.operators.withdrawn', { name }))
  }
  return (
    <FormDialog title={t(words.title, { name })} submit={t(words.submit)} isDanger onSend={send} onClose={onClose}>
      <p>{t(words.text)}</p>
      <ReasonField />
    </FormDialog>
  )
}

/** Who runs the installation. */
export function OperatorsPage() {
  const t = useTexts()
  const { data, error, refetch } = useOperators()
  const [isInviting, setInviting] = useState(false)
  const [picked, setPicked] = useState<{ operator: OperatorRow; act: Act } | null>(null)
  const isDemo = useConsole().operator.isDemo
  const invite = (
    <Button kind="primary" icon={IconPlus} onClick={() => setInviting(true)}>
      {t('operator.operators.invite')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('operator.nav.operators')} actions={invite}>
        {t('operator.operators.line')}
      </PageHeader>
      {isDemo && <Note tone="warn">{t('operator.demo.noFactor')}</Note>}
      <Card padded={false} label={t('operator.nav.operators')}>
        {data ? (
          <ul>
            {data.map((operator) => (
              <Line key={operator.id} operator={operator} onPick={(act) => setPicked({ operator, act })} />
            ))}
          </ul>
        ) : error ? (
          <Failed failure={error} onRetry={() => void refetch()} />
        ) : (
          <Loading rows={2} />
        )}
      </Card>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {picked && <AskDialog {...picked} onClose={() => setPicked(null)} />}
    </>
  )
}
