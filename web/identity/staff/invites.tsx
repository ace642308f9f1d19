import { useState, useRef, type SubmitEvent } from 'react'
import { type InviteRow, INVITE_DAYS, type GivenRole } from '#contract/identity/staff.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { roleNames } from '../../session/roles.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Failed } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast, ORDINARY } from '../../ui/toasts/index.ts'
import { failureText, hasCode } from '../church/failure-text.ts'
import { useInvites, useResendInvite, useWithdrawInvite, useInvite } from './queries.ts'
import { nameOf, RolePicker } from './staff-parts.tsx'
import classes from './staff.module.css'
import { textOf } from '../../api/use-act.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { FormFoot } from '../../ui/forms/form-foot.tsx'

function useInviting(onClose: () => void) {
  const t = useTexts()
  const [roles, setRoles] = useState<GivenRole[]>([])
  const [isRoleless, setRoleless] = useState(false)
  const invite = useInvite()
  const key = useRef(crypto.randomUUID())
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setRoleless(roles.length === 0)
    if (invite.busy || roles.length === 0) return
    const form = new FormData(event.currentTarget)
    const [firstName, lastName] = [textOf(form, 'firstName').trim(), textOf(form, 'lastName').trim()]
    const email = textOf(form, 'email').trim()
    invite.run(
      { invite: { firstName, lastName, email, roles }, key: key.current },
      {
        done: () => {
          toast.ok(t('identity.staff.invited', { email }), { duration: ORDINARY })
          onClose()
        },
        // What is changed after a refusal is another invitation.
        failed: () => (key.current = crypto.randomUUID()),
      },
    )
  }
  const choose = (wanted: GivenRole[]) => {
    setRoleless(false)
    setRoles(wanted)
  }
  return { roles, choose, isRoleless, invite, submit }
}

/** Invites somebody to the staff by mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const { roles, choose, isRoleless, invite, submit } = useInviting(onClose)
  const isKnown = hasCode(invite.failure, 'email_taken')
  return (
    <Dialog open onClose={onClose} title={t('identity.staff.inviteTitle')}>
      <form className="stack" onSubmit={submit}>
        <p className="muted">{t('identity.staff.inviteText', { days: INVITE_DAYS })}</p>
        <div className={classes['pair']}>
          <TextField
            label={t('identity.staff.firstName')}
            name="firstName"
            autoComplete="off"
            maxLength={120}
            required
          />
          <TextField label={t('identity.staff.lastName')} name="lastName" autoComplete="off" maxLength={120} />
        </div>
        <TextField
          label={t('identity.signIn.email')}
          name="email"
          type="email"
          autoComplete="off"
          maxLength={254}
          required
          error={isKnown ? t('identity.staff.emailTaken') : undefined}
          onChange={() => isKnown && invite.forget()}
        />
        <RolePicker value={roles} onChange={choose} />
        {isRoleless && <Note tone="bad">{t('identity.staff.chooseOne')}</Note>}
        <FormFoot note={invite.failure && !isKnown && <Note tone="bad">{t(failureText(invite.failure))}</Note>}>
          <Button type="submit" kind="primary" block busy={invite.busy}>
            {t('identity.staff.sendInvite')}
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}

type One = { invite: InviteRow }

function WithdrawDialog({ invite, onClose }: One & { onClose: () => void }) {
  const t = useTexts()
  const withdraw = useWithdrawInvite()
  const act = () =>
    withdraw.run(invite.id, {
      done: () => {
        toast.ok(t('identity.staff.withdrawn'))
        onClose()
      },
    })
  const actions = (
    <>
      <Button onClick={onClose}>{t('identity.staff.keep')}</Button>
      <Button kind="danger" busy={withdraw.busy} onClick={act}>
        {t('identity.staff.withdraw')}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('identity.staff.withdrawTitle', { name: nameOf(invite) })}
      actions={actions}
    >
      <p>{t('identity.staff.withdrawText')}</p>
      {withdraw.failure && <Note tone="bad">{t(failureText(withdraw.failure))}</Note>}
    </Dialog>
  )
}

function InviteState({ invite: { invitedAt, expiresAt } }: One) {
  const t = useTexts()
  const format = useFormat()
  const [now] = useState(Date.now)
  const isOver = new Date(expiresAt).getTime() <= now
  return (
    <span className="row wrap">
      <Badge tone={isOver ? 'bad' : 'warn'}>{t(isOver ? 'identity.staff.expired' : 'identity.staff.waiting')}</Badge>
      <span className="small muted num">
        {t(isOver ? 'identity.staff.wasGood' : 'identity.staff.isGood', {
          invited: format.dateTime(invitedAt),
          until: format.dateTime(expiresAt),
        })}
      </span>
    </span>
  )
}

function Invite({ invite }: One) {
  const t = useTexts()
  const [isWithdrawing, setWithdrawing] = useState(false)
  const resend = useResendInvite()
  const name = nameOf(invite)
  const sendAgain = () =>
    resend.run(invite.id, {
      done: () => toast.ok(t('identity.staff.sentAgain', { email: invite.email })),
      failed: (failure) => toast.bad(t('identity.staff.notSent'), { text: t(failureText(failure)) }),
    })
  return (
    <li>
      <div className={classes['invitee']}>
        <div className="strong">{name}</div>
        <div className="small muted">{`${invite.email} · ${roleNames(invite.roles, t)}`}</div>
        <InviteState invite={invite} />
      </div>
      <div className={classes['acts']}>
        <Button size="sm" busy={resend.busy} aria-label={t('identity.staff.resendTo', { name })} onClick={sendAgain}>
          {t('identity.staff.resend')}
        </Button>
        <Button
          size="sm"
          kind="danger"
          aria-label={t('identity.staff.withdrawFrom', { name })}
          onClick={() => setWithdrawing(true)}
        >
          {t('identity.staff.withdraw')}
        </Button>
      </div>
      {isWithdrawing && <WithdrawDialog invite={invite} onClose={() => setWithdrawing(false)} />}
    </li>
  )
}

/** Invitations that are not accepted yet; nothing where there is none. */
export function Invites() {
  const t = useTexts()
  const { data, error, refetch } = useInvites()
  if (error && !data) return <Failed failure={error} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <Card title={t('identity.staff.invites')} padded={false}>
      <ul className={classes['invites']}>
        {data.map((invite) => (
          <Invite key={invite.id} invite={invite} />
        ))}
      </ul>
    </Card>
  )
}
