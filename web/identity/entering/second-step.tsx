import { useState } from 'react'
import { ApiFailure } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { IconChevronRight } from '../../ui/icons.ts'
import { FailureNote, Frame, type Credentials, type SecondStepWanted, focusOn } from './frame.tsx'
import { textOf, useFormCall } from '../../api/use-act.ts'
import classes from './joining.module.css'

type SecondStepProps = {
  wanted: SecondStepWanted
  signIn: (credentials: Credentials) => Promise<void>
  onStartAgain: () => void
}

/** After the right password: the code of the authenticator app, or which of several churches. */
export function SecondStep(props: SecondStepProps) {
  return props.wanted.failure.code === 'choose_church' ? <ChooseChurch {...props} /> : <TypeCode {...props} />
}

function TypeCode({ wanted: { credentials }, signIn, onStartAgain }: SecondStepProps) {
  const t = useTexts()
  const [isRecovery, setRecovery] = useState(false)
  const { busy, failure, onSubmit } = useFormCall((form) =>
    signIn({ ...credentials, code: textOf(form, 'code').replaceAll(/\s/g, '') }),
  )
  const isWrong = failure?.code === 'wrong_second_factor'
  return (
    <Frame
      title={t('identity.second.title')}
      text={t(isRecovery ? 'identity.second.recoveryText' : 'identity.second.text')}
    >
      {failure && !isWrong && <FailureNote failure={failure} />}
      <form className="stack" onSubmit={onSubmit}>
        <TextField
          key={String(isRecovery)}
          label={t(isRecovery ? 'identity.second.recoveryCode' : 'identity.second.code')}
          name="code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          minLength={6}
          maxLength={20}
          error={isWrong ? t('identity.second.wrong') : undefined}
          required
          ref={focusOn}
        />
        <Button type="submit" kind="primary" size="lg" block busy={busy}>
          {t('identity.signIn.submit')}
        </Button>
      </form>
      <div className={classes['others']}>
        <Button kind="quiet" onClick={() => setRecovery(!isRecovery)}>
          {t(isRecovery ? 'identity.second.useApp' : 'identity.second.useRecovery')}
        </Button>
        <Button kind="quiet" onClick={onStartAgain}>
          {t('identity.second.startAgain')}
        </Button>
      </div>
    </Frame>
  )
}

function ChooseChurch({ wanted: { credentials, failure }, signIn, onStartAgain }: SecondStepProps) {
  const t = useTexts()
  const churches = Object.entries(failure.fields)
  const [refused, setRefused] = useState<ApiFailure | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const choose = async (tenantId: string) => {
    setChosen(tenantId)
    try {
      await signIn({ ...credentials, tenantId })
    } catch (problem) {
      if (!(problem instanceof ApiFailure)) throw problem
      setRefused(problem)
      setChosen(null)
    }
  }
  return (
    <Frame title={t('identity.churches.title')} text={t('identity.churches.text')}>
      <FailureNote failure={refused} />
      <ul className={classes['churches']}>
        {churches.map(([id, name]) => (
          <li key={id}>
            <button
              type="button"
              aria-busy={chosen === id || undefined}
              disabled={chosen !== null && chosen !== id}
              onClick={() => void (chosen === null && choose(id))}
            >
              <b className="grow">{name}</b>
              <IconChevronRight size={16} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <Button kind="quiet" onClick={onStartAgain}>
        {t('identity.second.startAgain')}
      </Button>
    </Frame>
  )
}
