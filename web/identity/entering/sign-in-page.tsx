import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { openSession, readSession } from '#contract/identity/session.ts'
import { ApiFailure, call } from '../../api/call.ts'
import { speak, useTexts } from '../../languages/index.ts'
import { paths, safeNext } from '../../routing/paths.ts'
import { forgetSignedIn, hintSignedIn, likelySignedIn } from '../../session/signed-in-hint.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PasswordField, TextField } from '../../ui/controls/field.tsx'
import { FailureNote, Frame, type Credentials, type SecondStepWanted } from './frame.tsx'
import { textOf, useFormCall } from '../../api/use-act.ts'

/** Few have a second factor or several churches: their step is loaded when it is needed. */
const SecondStep = lazy(async () => {
  const [{ SecondStep: step }] = await Promise.all([import('./second-step.tsx'), speak('joining')])
  return { default: step }
})

const SECOND_STEPS = new Set<ApiFailure['code']>(['second_factor_needed', 'choose_church'])

/** Whoever is signed in already goes straight through the door. Asked once, on arrival. */
function usePassThrough(goOn: () => Promise<void>): void {
  const passOn = useEffectEvent(() => {
    if (likelySignedIn()) call(readSession, {}, { quiet: true }).then(goOn).catch(forgetSignedIn)
  })
  useEffect(() => passOn(), [])
}

/** Signs in, and goes on through the door; what else is wanted first is kept for the second step. */
function useSignIn() {
  const navigate = useNavigate()
  const { next } = useSearch({ from: '/' })
  // Looked at where it is followed: an address that anybody may have written must not lead to another host.
  const goOn = () => navigate({ href: safeNext(next) ?? paths.dashboard, replace: true })
  const [wanted, setWanted] = useState<SecondStepWanted | null>(null)
  usePassThrough(goOn)
  const signIn = async (credentials: Credentials) => {
    try {
      await call(openSession, { body: credentials })
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || !SECOND_STEPS.has(failure.code)) throw failure
      setWanted({ failure, credentials })
      return
    }
    hintSignedIn()
    await goOn()
  }
  return { signIn, wanted, startAgain: () => setWanted(null) }
}

export function SignInPage() {
  const t = useTexts()
  const { signIn, wanted, startAgain } = useSignIn()
  const { busy, failure, onSubmit } = useFormCall((form) =>
    signIn({ userName: textOf(form, 'userName').trim(), password: textOf(form, 'password') }),
  )
  if (wanted)
    return (
      <Suspense>
        <SecondStep wanted={wanted} signIn={signIn} onStartAgain={startAgain} />
      </Suspense>
    )
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
      <p>
        <Link to={paths.signUp}>{t('identity.signIn.signUp')}</Link>
      </p>
    </Frame>
  )
}
