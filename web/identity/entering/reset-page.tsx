import { useMailToken } from '../../session/mail-token.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { forgotPassword, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, resetPassword } from '#contract/identity/session.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField, PasswordField } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { FailureNote, Frame } from './frame.tsx'
import { textOf, useFormCall } from '../../api/use-act.ts'
import { toast } from '../../ui/toasts/index.ts'

type ChoosePasswordProps = { token: string; onAskAgain: () => void }

function ChoosePassword({ token, onAskAgain }: ChoosePasswordProps) {
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

/** The answer is the same for known and unknown addresses. */
function AskForLink() {
  const t = useTexts()
  const [sent, setSent] = useState(false)
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    await call(forgotPassword, { params: { email: textOf(form, 'email').trim() } })
    setSent(true)
  })
  return (
    <Frame title={t('identity.reset.title')} text={t('identity.reset.text')}>
      <FailureNote failure={failure} />
      {sent && (
        <div role="status">
          <Note tone="ok">{t('identity.reset.sent')}</Note>
        </div>
      )}
      <form className="stack" onSubmit={onSubmit}>
        <TextField
          label={t('identity.signIn.email')}
          name="email"
          type="email"
          autoComplete="username"
          maxLength={254}
          required
        />
        <Button type="submit" kind={sent ? 'outlined' : 'primary'} size="lg" block busy={busy}>
          {t(sent ? 'identity.reset.sendAgain' : 'identity.reset.send')}
        </Button>
      </form>
      <p>
        <Link to={paths.signIn}>{t('identity.reset.back')}</Link>
      </p>
    </Frame>
  )
}

export function ResetPage() {
  const [token, setToken] = useMailToken()
  return token ? <ChoosePassword key={token} token={token} onAskAgain={() => setToken('')} /> : <AskForLink />
}
