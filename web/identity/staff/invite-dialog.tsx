import { useRef, useState, type SubmitEvent } from 'react'
import { INVITE_DAYS, type GivenRole } from '#contract/identity/staff.ts'
import { textOf } from '../../api/form-call.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { FormFoot } from '../../ui/forms/form-foot.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { ORDINARY, toast } from '../../ui/toasts/index.ts'
import { failureText, hasCode } from '../church/failure-text.ts'
import { useInvite } from './queries.ts'
import { RolePicker } from './staff-parts.tsx'
import classes from './staff.module.css'

function useInviting(onClose: () => void) {
  const t = useTexts()
  const [roles, setRoles] = useState<GivenRole[]>([])
  const [isRoleless, setRoleless] = useState(false)
  const invite = useInvite()
  const key = useRef(crypto.randomUUID())
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setRoleless(roles.length === 0)
    if (invite.isPending || roles.length === 0) return
    const form = new FormData(event.currentTarget)
    const [firstName, lastName] = [textOf(form, 'firstName').trim(), textOf(form, 'lastName').trim()]
    const email = textOf(form, 'email').trim()
    invite.mutate(
      { invite: { firstName, lastName, email, roles }, key: key.current },
      {
        onSuccess: () => {
          toast.ok(t('identity.staff.invited', { email }), { duration: ORDINARY })
          onClose()
        },
        // What is changed after a refusal is another invitation.
        onError: () => (key.current = crypto.randomUUID()),
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
  const isKnown = hasCode(invite.error, 'email_taken')
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
          onChange={() => isKnown && invite.reset()}
        />
        <RolePicker value={roles} onChange={choose} />
        {isRoleless && <Note tone="bad">{t('identity.staff.chooseOne')}</Note>}
        <FormFoot note={invite.error && !isKnown && <Note tone="bad">{t(failureText(invite.error))}</Note>}>
          <Button type="submit" kind="primary" block busy={invite.isPending}>
            {t('identity.staff.sendInvite')}
          </Button>
        </FormFoot>
      </form>
    </Dialog>
  )
}
