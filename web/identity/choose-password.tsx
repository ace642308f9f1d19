import { Link, useNavigate } from '@tanstack/react-router'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, resetPassword } from '#contract/identity/session.ts'
import { call } from '../lib/api.ts'
import { useTexts } from '../lib/languages/index.ts'
import { paths } from '../lib/paths.ts'
import { toast } from '../ui/toasts/index.ts'
import { Button } from '../ui/controls/button.tsx'
import { PasswordField } from '../ui/controls/field.tsx'
import { FailureNote } from './failure-note.tsx'
import { Frame } from './frame.tsx'
import { textOf, useFormCall } from '../lib/form-call.ts'

type ChoosePasswordProps = { token: string; onAskAgain: () => void }

export function ChoosePassword({ token, onAskAgain }: ChoosePasswordProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    await call(resetPassword, { body: { token, password: textOf(form, 'password') } })
    toast.ok(t('identity.choose.done'))
    await navigate({ to: paths.signIn, replace: true })
  })
  return (
    <Frame title={t('identity.choose.title')} text={t('identity.choose.text')}>
      <FailureNote failure={failure} />
      {failure?.code === 'invalid_token' && (
        <Button kind="primary" onClick={onAskAgain}>
          {t('identity.choose.askAgain')}
        </Button>
      )}
      <form className="stack" onSubmit={onSubmit}>
        <PasswordField
          label={t('identity.choose.password')}
          hint={t('identity.choose.hint', { count: PASSWORD_MIN_LENGTH })}
          name="password"
          autoComplete="new-password"
          minLength={PASSWORD_MIN_LENGTH}
          maxLength={PASSWORD_MAX_LENGTH}
          required
        />
        <Button
          type="submit"
          kind={failure?.code === 'invalid_token' ? 'outlined' : 'primary'}
          size="lg"
          block
          busy={busy}
        >
          {t('identity.choose.submit')}
        </Button>
      </form>
      <p>
        <Link to={paths.signIn}>{t('identity.reset.back')}</Link>
      </p>
    </Frame>
  )
}
