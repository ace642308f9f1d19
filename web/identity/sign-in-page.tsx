import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { openSession, readSession } from '#contract/identity/session.ts'
import { call } from '../lib/api.ts'
import { useTexts } from '../lib/languages/index.ts'
import { paths, safeNext } from '../lib/paths.ts'
import { forgetSignedIn, hintSignedIn, likelySignedIn } from '../lib/signed-in-hint.ts'
import { Button } from '../ui/controls/button.tsx'
import { PasswordField, TextField } from '../ui/controls/field.tsx'
import { FailureNote } from './failure-note.tsx'
import { Frame } from './frame.tsx'
import { textOf, useFormCall } from './use-form-call.ts'

/** Whoever is signed in already goes straight through the door. Asked once, on arrival. */
function usePassThrough(goOn: () => Promise<void>): void {
  const passOn = useEffectEvent(() => {
    if (likelySignedIn()) call(readSession, {}, { quiet: true }).then(goOn).catch(forgetSignedIn)
  })
  useEffect(() => passOn(), [])
}

export function SignInPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const { next } = useSearch({ from: '/' })
  // Looked at where it is followed: an address that anybody may have written must not lead to another host.
  const goOn = () => navigate({ href: safeNext(next) ?? paths.dashboard, replace: true })
  usePassThrough(goOn)
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    await call(openSession, { body: { userName: textOf(form, 'userName').trim(), password: textOf(form, 'password') } })
    hintSignedIn()
    await goOn()
  })
  return (
    <Frame title={t('identity.signIn.title')} text={t('identity.signIn.text')}>
      <FailureNote failure={failure} />
      <form className="stack" onSubmit={onSubmit}>
        <TextField
          label={t('identity.signIn.email')}
          name="userName"
          type="email"
          autoComplete="username"
          maxLength={254}
          required
        />
        <PasswordField
          label={t('identity.signIn.password')}
          aside={<Link to={paths.reset}>{t('identity.signIn.forgot')}</Link>}
          name="password"
          autoComplete="current-password"
          maxLength={200}
          required
        />
        <Button type="submit" kind="primary" size="lg" block busy={busy}>
          {t('identity.signIn.submit')}
        </Button>
      </form>
    </Frame>
  )
}
