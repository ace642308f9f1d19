import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { confirmSignup, resendSignup } from '#contract/identity/signup.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { hintSignedIn } from '../../session/signed-in-hint.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { textOf, useFormCall } from '../../api/form-call.ts'
import { type Started, SLUG_PATTERN } from './church-draft.ts'
import { JoiningFailure } from './joining-failure.tsx'
import classes from './joining.module.css'
import { focusOn } from './frame.tsx'

type CodeStepProps = { started: Started; onRenewed: (started: Started) => void; onBack: () => void }

/** The six digits of the mail. Another address of the church can be typed where the first was taken meanwhile. */
export function CodeStep({ started, onRenewed, onBack }: CodeStepProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const [isSentAgain, setSentAgain] = useState(false)
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    const slug = textOf(form, 'slug').trim()
    const code = textOf(form, 'code').replaceAll(/\s/g, '')
    await call(confirmSignup, { params: { id: started.signupId }, body: { code, ...(slug && { slug }) } })
    hintSignedIn()
    await navigate({ to: paths.dashboard, replace: true })
  })
  const again = useFormCall(async () => {
    const { expiresAt } = await call(resendSignup, { params: { id: started.signupId } })
    onRenewed({ ...started, expiresAt })
    setSentAgain(true)
  })
  const isWrong = failure?.code === 'wrong_code'
  return (
    <>
      <form className="stack" onSubmit={onSubmit}>
        <JoiningFailure failure={isWrong ? null : (failure ?? again.failure)} />
        {isSentAgain && !failure && !again.failure && (
          <div role="status">
            <Note tone="ok">{t('identity.signUp.sentAgain')}</Note>
          </div>
        )}
        <div className={classes['code']}>
          <TextField
            label={t('identity.signUp.code')}
            hint={t('identity.signUp.codeHint')}
            error={isWrong ? t('identity.signUp.wrongCode') : undefined}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="\s*(\d\s*){6}"
            maxLength={12}
            required
            ref={focusOn}
          />
        </div>
        {failure?.code === 'slug_taken' && (
          <TextField
            label={t('identity.signUp.slug')}
            name="slug"
            autoCapitalize="none"
            pattern={SLUG_PATTERN}
            minLength={3}
            maxLength={60}
            required
          />
        )}
        <Button type="submit" kind="primary" size="lg" block busy={busy}>
          {t('identity.signUp.open')}
        </Button>
      </form>
      <form className={classes['others']} onSubmit={again.onSubmit}>
        <Button type="submit" kind="quiet" busy={again.busy}>
          {t('identity.signUp.resend')}
        </Button>
        <Button kind="quiet" onClick={onBack}>
          {t('identity.signUp.otherAddress')}
        </Button>
      </form>
    </>
  )
}
