import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Frame, focusOn } from './frame.tsx'
import { ChurchStep, CodeStep } from './sign-up-steps.tsx'
import { emptyChurch, emptyOwner, type Started, type ChurchDraft, type OwnerDraft } from './church-draft.ts'
import classes from './joining.module.css'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/identity/session.ts'
import { startSignup } from '#contract/identity/signup.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PasswordField, TextField } from '../../ui/controls/field.tsx'
import { useFormCall } from '../../api/use-act.ts'
import { JoiningFailure } from './joining-failure.tsx'

type OwnerStepProps = {
  church: ChurchDraft
  draft: OwnerDraft
  set: (change: Partial<OwnerDraft>) => void
  onBack: () => void
  onStarted: (started: Started) => void
}

/** Who signs in first. The answer is the same whether the address is known or not. */
function OwnerStep({ church, draft, set, onBack, onStarted }: OwnerStepProps) {
  const t = useTexts()
  const { busy, failure, onSubmit } = useFormCall(async () => {
    onStarted(await call(startSignup, { body: { ...church, ...draft, email: draft.email.trim() } }))
  })
  return (
    <form className="stack" onSubmit={onSubmit}>
      <JoiningFailure failure={failure} />
      <div className={classes['pair']}>
        <TextField
          label={t('identity.signUp.firstName')}
          autoComplete="given-name"
          ref={focusOn}
          maxLength={120}
          required
          value={draft.firstName}
          onChange={(event) => set({ firstName: event.target.value })}
        />
        <TextField
          label={t('identity.signUp.lastName')}
          autoComplete="family-name"
          maxLength={120}
          value={draft.lastName}
          onChange={(event) => set({ lastName: event.target.value })}
        />
      </div>
      <TextField
        label={t('identity.signIn.email')}
        type="email"
        autoComplete="username"
        maxLength={254}
        required
        value={draft.email}
        onChange={(event) => set({ email: event.target.value })}
      />
      <PasswordField
        label={t('identity.signIn.password')}
        hint={t('identity.choose.hint', { count: PASSWORD_MIN_LENGTH })}
        autoComplete="new-password"
        minLength={PASSWORD_MIN_LENGTH}
        maxLength={PASSWORD_MAX_LENGTH}
        required
        value={draft.password}
        onChange={(event) => set({ password: event.target.value })}
      />
      <Button type="submit" kind="primary" size="lg" block busy={busy}>
        {t('identity.signUp.sendCode')}
      </Button>
      <Button kind="quiet" onClick={onBack}>
        {t('identity.signUp.backToChurch')}
      </Button>
    </form>
  )
}

type Step = 'church' | 'owner' | 'code'
const STEPS: readonly Step[] = ['church', 'owner', 'code']

/** What is typed, as long as the page is open. */
function useDraft<Draft extends object>(empty: Draft) {
  const [draft, setDraft] = useState(empty)
  return { draft, set: (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })) }
}

/** The steps are steps of the browser's way back too; one whose beginning is not there any more is not shown. */
function useSteps() {
  const [hasChurch, setHasChurch] = useState(false)
  const navigate = useNavigate()
  const { search, state } = useLocation()
  const wanted: unknown = 'step' in search ? search.step : undefined
  const started = state.signUp
  const step: Step = wanted === 'code' && started ? 'code' : wanted && hasChurch ? 'owner' : 'church'
  const go = (to: Step, signUp?: Started, replace = false) => {
    if (to === 'owner') setHasChurch(true)
    const search = to === 'church' ? {} : { step: to }
    void navigate({ to: paths.signUp, search, state: signUp ? { signUp } : {}, replace })
  }
  return { step, started, go }
}

/** A new church in three short steps: the church, its owner, the code of the mail. What was typed is kept between them. */
export function SignUpPage() {
  const t = useTexts()
  const church = useDraft(emptyChurch)
  const owner = useDraft(emptyOwner)
  const { step, started, go } = useSteps()
  const { email } = owner.draft
  const titles = {
    church: [t('identity.signUp.churchTitle'), t('identity.signUp.churchText')],
    owner: [t('identity.signUp.ownerTitle'), t('identity.signUp.ownerText')],
    code: [
      t('identity.signUp.codeTitle'),
      email ? t('identity.signUp.codeText', { email }) : t('identity.signUp.codeAgain'),
    ],
  } as const
  const [title, text] = titles[step]
  return (
    <Frame title={title} text={text}>
      <p className={classes['steps']}>
        {t('identity.signUp.step', { step: STEPS.indexOf(step) + 1, of: STEPS.length })}
      </p>
      {step === 'church' && <ChurchStep draft={church.draft} set={church.set} onNext={() => go('owner')} />}
      {step === 'owner' && (
        <OwnerStep
          church={church.draft}
          draft={owner.draft}
          set={owner.set}
          onBack={() => go('church')}
          onStarted={(one) => go('code', one)}
        />
      )}
      {step === 'code' && started && (
        <CodeStep started={started} onRenewed={(one) => go('code', one, true)} onBack={() => go('owner')} />
      )}
      <p>
        <Link to={paths.signIn}>{t('identity.signUp.haveOne')}</Link>
      </p>
    </Frame>
  )
}
