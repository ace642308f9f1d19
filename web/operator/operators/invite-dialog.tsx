import { textOf } from '../../lib/form-call.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { FormDialog } from '../parts/form-dialog.tsx'
import { ReasonField } from '../parts/reason-field.tsx'
import { useWaits } from '../parts/use-waits.ts'
import { useInviteOperator } from './queries.ts'

/** Asks for another operator. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const waits = useWaits()
  const invite = useInviteOperator()
  const send = async (form: FormData) => {
    const [name, email] = [textOf(form, 'name').trim(), textOf(form, 'email').trim()]
    const change = await invite.mutateAsync({ name, email, reason: textOf(form, 'reason') })
    onClose()
    waits(change)
  }
  return (
    <FormDialog title={t('operator.operators.invite')} submit={t('operator.form.ask')} onSend={send} onClose={onClose}>
      <p className="muted">{t('operator.operators.inviteText')}</p>
      <TextField label={t('operator.field.name')} name="name" autoComplete="off" maxLength={120} required />
      <TextField
        type="email"
        label={t('operator.field.email')}
        name="email"
        autoComplete="off"
        maxLength={254}
        required
      />
      <ReasonField />
    </FormDialog>
  )
}
