import { useState } from 'react'
import { changePassword, listSessions } from '#contract/identity/account.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/identity/session.ts'
import { call } from '../../api/call.ts'
import { textOf, useFormCall } from '../../api/use-act.ts'
import { useRefresh } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { PasswordField } from '../../ui/controls/field.tsx'
import { IconKey } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { ORDINARY, toast } from '../../ui/toasts/index.ts'
import { failureText } from '../church/failure-text.ts'
import classes from './account.module.css'

function PasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const { email } = useSession().person
  const refresh = useRefresh()
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    await call(changePassword, { body: { current: textOf(form, 'current'), password: textOf(form, 'password') } })
    toast.ok(t('identity.account.passwordSaved'), { duration: ORDINARY })
    void refresh(listSessions)
    onClose()
  })
  const wordsAt = (code: string) => (failure?.code === code ? t(failureText(failure)) : undefined)
  const [wrong, weak] = [wordsAt('wrong_credentials'), wordsAt('weak_password')]
  return (
    <Dialog open onClose={onClose} title={t('identity.account.changePassword')}>
      <form className="stack" onSubmit={onSubmit}>
        <p className="muted">{t('identity.account.passwordText')}</p>
        {failure && !wrong && !weak && <Note tone="bad">{t(failureText(failure))}</Note>}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('identity.account.current')}
          name="current"
          autoComplete="current-password"
          maxLength={PASSWORD_MAX_LENGTH}
          required
          error={wrong}
        />
        <PasswordField
          label={t('identity.choose.password')}
          hint={t('identity.choose.hint', { count: PASSWORD_MIN_LENGTH })}
          name="password"
          autoComplete="new-password"
          minLength={PASSWORD_MIN_LENGTH}
          maxLength={PASSWORD_MAX_LENGTH}
          required
          error={weak}
        />
        <Button type="submit" kind="primary" block busy={busy}>
          {t('identity.choose.submit')}
        </Button>
      </form>
    </Dialog>
  )
}

/** The way to another password. */
export function PasswordCard() {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={t('identity.signIn.password')}>
      <div className={classes['part']}>
        <p className="muted">{t('identity.account.passwordHint')}</p>
        <Button icon={IconKey} onClick={() => setOpen(true)}>
          {t('identity.account.changePassword')}
        </Button>
      </div>
      {isOpen && <PasswordDialog onClose={() => setOpen(false)} />}
    </Card>
  )
}
