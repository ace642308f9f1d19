import { textOf } from '../../lib/form-call.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { useInviteOperator } from './queries.ts'

/** Invites another operator by mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const invite = useInviteOperator()
  const send = async (form: FormData) => {
    const email = textOf(form, 'email').trim()
    await invite.mutateAsync({ name: textOf(form, 'name').trim(), email })
    onClose()
    toast.ok(t('operator.operators.sent', { email }), { text: t('operator.operators.sentText') })
  }
  return (
    <FormDialog
      title={t('operator.operators.invite')}
      submit={t('operator.operators.send')}
      onSend={send}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
