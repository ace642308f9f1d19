import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { Frame } from '../frame.tsx'
import { ChurchStep } from './church-step.tsx'
import { CodeStep } from './code-step.tsx'
import { emptyChurch, emptyOwner, type Started } from './drafts.ts'
import { OwnerStep } from './owner-step.tsx'
import classes from './joining.module.css'

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
