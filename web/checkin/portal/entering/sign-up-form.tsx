import { useState } from 'react'
import { signUpFamily, type FamilySession } from '#contract/checkin/door.ts'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/identity/session.ts'
import { call } from '../../../lib/api.ts'
import { textOf, useFormCall } from '../../../lib/form-call.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { PasswordField, TextField } from '../../../ui/controls/field.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { failureWords } from '../shared/failure-words.ts'
import { roleNames } from '../shared/roles.ts'
import classes from './entry-frame.module.css'
import { isAtField, isNoAddress, useFaultFocus, type TypedName } from './field-faults.ts'

/** Who may begin a family: parents, or whoever looks after the children. */
const ROLES = [2, 1, 6, 7] as const
type Role = (typeof ROLES)[number]
const roleOf = (value: string): Role => ROLES.find((role) => String(role) === value) ?? 7

type SignUpFormProps = {
  tenantId: string
  letIn: (session: FamilySession) => Promise<void>
  /** What stands in the field of sign-in and sign-up alike. */
  typed: TypedName
}

/** A new guardian with a family of their own. The same press twice makes one family: the server signs the second in. */
export function SignUpForm({ tenantId, letIn, typed }: SignUpFormProps) {
  const t = useTexts()
  const [role, setRole] = useState('')
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    const body = {
      tenantId,
      firstName: textOf(form, 'firstName').trim(),
      lastName: textOf(form, 'lastName').trim(),
      userName: textOf(form, 'userName').trim(),
      familyRole: roleOf(role),
      password: textOf(form, 'password'),
    }
    await letIn(await call(signUpFamily, { body }))
  })
  const form = useFaultFocus(failure)
  return (
    <form className="stack" onSubmit={onSubmit} ref={form}>
      <div className={classes['two']}>
        <TextField
          label={t('portal.church.firstName')}
          name="firstName"
          autoComplete="given-name"
          maxLength={120}
          required
        />
        <TextField label={t('portal.church.lastName')} name="lastName" autoComplete="family-name" maxLength={120} />
      </div>
      <SelectField
        label={t('portal.church.youAre')}
        value={role}
        required
        onChange={(event) => setRole(event.target.value)}
      >
        <option value="" disabled>
          {t('portal.member.chooseRole')}
        </option>
        {ROLES.map((one) => (
          <option key={one} value={one}>
            {t(roleNames[one])}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('portal.church.userName')}
        hint={t('portal.church.phoneHint')}
        error={isNoAddress(failure) ? t('portal.failure.address') : undefined}
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
        label={t('portal.church.newPassword')}
        hint={t('portal.church.passwordHint', { count: PASSWORD_MIN_LENGTH })}
        error={failure?.code === 'weak_password' ? t('portal.failure.password') : undefined}
        name="password"
        autoComplete="new-password"
        minLength={PASSWORD_MIN_LENGTH}
        maxLength={PASSWORD_MAX_LENGTH}
        required
      />
      {failure && !isAtField(failure) && (
        <Note tone="bad">{failureWords(t, failure, { wrong_credentials: 'portal.failure.known' })}</Note>
      )}
      <Button type="submit" kind="primary" size="lg" block busy={busy}>
        {t('portal.church.signUp')}
      </Button>
    </form>
  )
}
