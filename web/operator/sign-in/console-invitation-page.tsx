import { Link, useNavigate } from '@tanstack/react-router'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/identity/session.ts'
import { acceptOperatorInvite, openConsole } from '#contract/operator/session.ts'
import { call } from '../../api/call.ts'
import { textOf, useFormCall } from '../../api/use-act.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useMailToken } from '../../session/mail-token.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PasswordField } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { ConsoleFailure } from '../form/console-failure.tsx'
import { ConsoleFrame } from './console-frame.tsx'

/** An operator's invitation: choose a password, and be at the console. */
export function ConsoleInvitationPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const [token] = useMailToken()
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    const password = textOf(form, 'password')
    const { email } = await call(acceptOperatorInvite, { body: { token, password } }, { quiet: true })
    await call(openConsole, { body: { email, password } }, { quiet: true })
    await navigate({ to: paths.consoleChurches, replace: true })
  })
  return (
    <ConsoleFrame title={t('operator.invitation.title')} text={t('operator.invitation.text')}>
      {token ? (
        <>
          <ConsoleFailure failure={failure} />
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
            <Button type="submit" kind="primary" size="lg" block busy={busy}>
              {t('operator.invitation.submit')}
            </Button>
          </form>
        </>
      ) : (
        <Note tone="warn">{t('operator.failure.invalidToken')}</Note>
      )}
      <Link to={paths.consoleSignIn}>{t('identity.reset.back')}</Link>
    </ConsoleFrame>
  )
}
