import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../languages/index.ts'
import { textOf, useFormCall } from '../../../api/use-act.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { PasswordField, TextField } from '../../../ui/controls/field.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { failureWords } from '../reading/failure-words.ts'
import classes from './entry-frame.module.css'
import type { TypedName, Credentials } from './use-sign-in.ts'

type SignInFormProps = {
  tenantId?: string | undefined
  /** Where a code is asked for. */
  resetPath: string
  signIn: (credentials: Credentials) => Promise<void>
  /** What stands in the field, where sign-up has it too. */
  typed?: TypedName
}

/** E-mail or phone number and password, and the way in for families whom the church knows and who have none yet. */
export function SignInForm({ tenantId, resetPath, signIn, typed }: SignInFormProps) {
  const t = useTexts()
  const { busy, failure, onSubmit } = useFormCall((form) =>
    signIn({
      userName: textOf(form, 'userName').trim(),
      password: textOf(form, 'password'),
      ...(tenantId && { tenantId }),
    }),
  )
  return (
    <>
      <form className="stack" onSubmit={onSubmit}>
        <TextField
          label={t('portal.church.userName')}
          name="userName"
          {...typed}
          autoComplete="username"
          autoCapitalize="none"
          inputMode="email"
          spellCheck={false}
          maxLength={254}
          required
        />
        <PasswordField
          label={t('portal.church.password')}
          aside={
            <Link to={resetPath} className={classes['forgot']}>
              {t('portal.church.forgot')}
            </Link>
          }
          name="password"
          autoComplete="current-password"
          maxLength={200}
          required
        />
        {failure && <Note tone="bad">{failureWords(t, failure)}</Note>}
        <Button type="submit" kind="primary" size="lg" block busy={busy}>
          {t('portal.church.signIn')}
        </Button>
      </form>
      <div className={classes['known']}>
        <p>{t('portal.church.known')}</p>
        <ButtonLink to={resetPath} block>
          {t('portal.church.getCode')}
        </ButtonLink>
      </div>
    </>
  )
}
