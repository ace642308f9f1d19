import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/identity/session.ts'
import { startSignup } from '#contract/identity/signup.ts'
import { call } from '../../lib/api.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PasswordField, TextField } from '../../ui/controls/field.tsx'
import { useFormCall } from '../../lib/form-call.ts'
import type { ChurchDraft, OwnerDraft, Started } from './drafts.ts'
import { focusOn } from './focus-on.ts'
import { JoiningFailure } from './joining-failure.tsx'
import classes from './joining.module.css'

type OwnerStepProps = {
  church: ChurchDraft
  draft: OwnerDraft
  set: (change: Partial<OwnerDraft>) => void
  onBack: () => void
  onStarted: (started: Started) => void
}

/** Who signs in first. The answer is the same whether the address is known or not. */
export function OwnerStep({ church, draft, set, onBack, onStarted }: OwnerStepProps) {
  const t = useTexts()
  const { busy, failure, onSubmit } = useFormCall(async () => {
    onStarted(await call(startSignup, { body: { ...church, ...draft, email: draft.email.trim() } }))
  })
  return (
    <form className="stack" onSubmit={onSubmit}>
      <JoiningFailure failure={failure} />
      <div className={classes['pair']}>
        <TextField
          label={t('identity.signUp.firstName')}
          autoComplete="given-name"
          ref={focusOn}
          maxLength={120}
          required
          value={draft.firstName}
          onChange={(event) => set({ firstName: event.target.value })}
        />
        <TextField
          label={t('identity.signUp.lastName')}
          autoComplete="family-name"
          maxLength={120}
          value={draft.lastName}
          onChange={(event) => set({ lastName: event.target.value })}
        />
      </div>
      <TextField
        label={t('identity.signIn.email')}
        type="email"
        autoComplete="username"
        maxLength={254}
        required
        value={draft.email}
        onChange={(event) => set({ email: event.target.value })}
      />
      <PasswordField
        label={t('identity.signIn.password')}
        hint={t('identity.choose.hint', { count: PASSWORD_MIN_LENGTH })}
        autoComplete="new-password"
        minLength={PASSWORD_MIN_LENGTH}
        maxLength={PASSWORD_MAX_LENGTH}
        required
        value={draft.password}
        onChange={(event) => set({ password: event.target.value })}
      />
      <Button type="submit" kind="primary" size="lg" block busy={busy}>
        {t('identity.signUp.sendCode')}
      </Button>
      <Button kind="quiet" onClick={onBack}>
        {t('identity.signUp.backToChurch')}
      </Button>
    </form>
  )
}
