import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Result } from '#contract/endpoint.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/identity/session.ts'
import { acceptInvitation, readInvitation } from '#contract/identity/invitation.ts'
import { ApiFailure, call } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { hintSignedIn } from '../../session/signed-in-hint.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PasswordField, TextField } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { FailureNote, Frame } from './frame.tsx'
import { useMailToken } from '../../session/mail-token.ts'
import { textOf, useFormCall } from '../../api/use-act.ts'
import { JoiningFailure } from './joining-failure.tsx'
import classes from './joining.module.css'

type Invitation = Result<typeof readInvitation>

function useInvitation(token: string) {
  const [invitation, setInvitation] = useState<Invitation | null>(null)
  const [failure, setFailure] = useState<ApiFailure | null>(null)
  useEffect(() => {
    if (!token) return
    const leaving = new AbortController()
    call(readInvitation, { body: { token } }, { signal: leaving.signal })
      .then(setInvitation)
      .catch((problem: unknown) => {
        if (problem instanceof ApiFailure) setFailure(problem)
      })
    return () => leaving.abort()
  }, [token])
  return { invitation, failure }
}

function Join({ token, invitation }: { token: string; invitation: Invitation }) {
  const t = useTexts()
  const navigate = useNavigate()
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    const [firstName, lastName] = [textOf(form, 'firstName'), textOf(form, 'lastName')]
    await call(acceptInvitation, { body: { token, firstName, lastName, password: textOf(form, 'password') } })
    hintSignedIn()
    await navigate({ to: paths.dashboard, replace: true })
  })
  return (
    <Frame
      title={t('identity.invitation.title', { church: invitation.churchName })}
      text={t('identity.invitation.text', { email: invitation.email })}
    >
      <form className="stack" onSubmit={onSubmit}>
        <JoiningFailure failure={failure} />
        <input type="email" autoComplete="username" value={invitation.email} readOnly hidden />
        <div className={classes['pair']}>
          <TextField
            label={t('identity.signUp.firstName')}
            name="firstName"
            autoComplete="given-name"
            maxLength={120}
            defaultValue={invitation.firstName}
            required
          />
          <TextField
            label={t('identity.signUp.lastName')}
            name="lastName"
            autoComplete="family-name"
            maxLength={120}
            defaultValue={invitation.lastName}
          />
        </div>
        <PasswordField
          label={t('identity.signIn.password')}
          hint={t('identity.choose.hint', { count: PASSWORD_MIN_LENGTH })}
          name="password"
          autoComplete="new-password"
          minLength={PASSWORD_MIN_LENGTH}
          maxLength={PASSWORD_MAX_LENGTH}
          required
        />
        <Button type="submit" kind="primary" size="lg" block busy={busy}>
          {t('identity.invitation.join')}
        </Button>
      </form>
    </Frame>
  )
}

function Invited({ token }: { token: string }) {
  const t = useTexts()
  const { invitation, failure } = useInvitation(token)
  if (invitation) return <Join token={token} invitation={invitation} />
  const isOver = !token || failure?.code === 'invalid_token'
  return (
    <Frame
      title={t('identity.invitation.plain')}
      text={isOver ? '' : t(failure ? 'ui.failed.networkTitle' : 'ui.state.loading')}
    >
      {isOver ? <Note tone="warn">{t('identity.invitation.over')}</Note> : <FailureNote failure={failure} />}
      <p>
        <Link to={paths.signIn}>{t('identity.reset.back')}</Link>
      </p>
    </Frame>
  )
}

/** An invitation to the staff: who invites, and the password that one wants. */
export function InvitationPage() {
  const [token] = useMailToken()
  return <Invited key={token} token={token} />
}
