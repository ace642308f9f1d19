import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { forgotPassword } from '#contract/identity/session.ts'
import { call } from '../lib/api.ts'
import { useTexts } from '../lib/languages/index.ts'
import { paths } from '../lib/paths.ts'
import { Button } from '../ui/controls/button.tsx'
import { TextField } from '../ui/controls/field.tsx'
import { Note } from '../ui/surfaces/note.tsx'
import { FailureNote } from './failure-note.tsx'
import { Frame } from './frame.tsx'
import { textOf, useFormCall } from '../lib/form-call.ts'

/** The answer is the same for known and unknown addresses. */
export function AskForLink() {
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
