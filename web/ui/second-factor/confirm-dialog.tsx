import { textOf, useFormCall } from '../../api/use-act.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { PasswordField, TextField } from '../controls/field.tsx'
import { FactorFailure } from './factor-failure.tsx'

type ConfirmDialogProps = {
  title: string
  text: string
  submit: string
  onConfirm: (proof: { password: string; code: string }) => Promise<void>
  onClose: () => void
}

/** Password and code together: what switching the second factor off or renewing its codes takes. */
export function ConfirmDialog({ title, text, submit, onConfirm, onClose }: ConfirmDialogProps) {
  const t = useTexts()
  const { busy, failure, onSubmit } = useFormCall((form) =>
    onConfirm({ password: textOf(form, 'password'), code: textOf(form, 'code').replaceAll(/\s/g, '') }),
  )
  return (
    <Dialog open onClose={onClose} title={title}>
      <form className="stack" onSubmit={onSubmit}>
        <p>{text}</p>
        <FactorFailure failure={failure} />
        <PasswordField
          label={t('ui.factor.password')}
          name="password"
          autoComplete="current-password"
          maxLength={200}
          required
        />
        <TextField
          label={t('ui.factor.codeOrRecovery')}
          name="code"
          autoComplete="one-time-code"
          minLength={6}
          maxLength={20}
          required
        />
        <Button type="submit" kind="primary" block busy={busy}>
          {submit}
        </Button>
      </form>
    </Dialog>
  )
}
