import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { openConsole } from '#contract/operator/session.ts'
import { ApiFailure, call } from '../../api/call.ts'
import { textOf, useFormCall } from '../../api/use-act.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PasswordField, TextField } from '../../ui/controls/field.tsx'
import { ConsoleFailure } from '../form/console-failure.tsx'
import { ConsoleFrame } from './console-frame.tsx'

/** The console's own sign-in: address, password, and the code where there is a second factor. */
export function ConsoleSignInPage() {
  const t = useTexts()
  const navigate = useNavigate()
  const [needsCode, setNeedsCode] = useState(false)
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    const code = textOf(form, 'code').replaceAll(/\s/g, '')
    const body = { email: textOf(form, 'email').trim(), password: textOf(form, 'password'), ...(code && { code }) }
    try {
      await call(openConsole, { body }, { quiet: true })
    } catch (problem) {
      if (problem instanceof ApiFailure && problem.code === 'second_factor_needed') {
        setNeedsCode(true)
        return
      }
      throw problem
    }
    await navigate({ to: paths.consoleChurches, replace: true })
  })
  return (
    <ConsoleFrame title={t('operator.signIn.title')} text={t('operator.signIn.text')}>
      <ConsoleFailure failure={failure} />
      <form className="stack" onSubmit={onSubmit}>
        <TextField
          label={t('identity.signIn.email')}
          name="email"
          type="email"
          autoComplete="username"
          maxLength={254}
          required
        />
        <PasswordField
          label={t('identity.signIn.password')}
          name="password"
          autoComplete="current-password"
          maxLength={200}
          required
        />
        {needsCode && (
          <TextField
            label={t('operator.signIn.code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            minLength={6}
            maxLength={20}
            required
            // Whoever sees this field has just pressed the button above it.
            ref={(input) => input?.focus()}
          />
        )}
        <Button type="submit" kind="primary" size="lg" block busy={busy}>
          {t('identity.signIn.submit')}
        </Button>
      </form>
    </ConsoleFrame>
  )
}
