import type { DeskPlan } from '#contract/operator/settings.ts'
import { textOf } from '../../lib/form-call.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { AreaField, TextField } from '../../ui/controls/field.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { FormDialog } from '../parts/form-dialog.tsx'
import { TickField } from '../parts/tick-field.tsx'
import { useSavePlan } from './queries.ts'

/** As the contract takes them. */
const [LONGEST_NAME, LONGEST_DESCRIPTION, LARGEST] = [80, 300, 10_000_000]

type PlanDialogProps = { plan: DeskPlan | null; onClose: () => void }

/** Adds a plan, or changes one. */
export function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const t = useTexts()
  const save = useSavePlan(plan?.id ?? null)
  const send = async (form: FormData) => {
    const name = textOf(form, 'name').trim()
    await save.mutateAsync({
      name,
      description: textOf(form, 'description').trim(),
      membershipSize: Number(textOf(form, 'membershipSize')),
      offered: form.get('offered') !== null,
    })
    onClose()
    toast.ok(t('operator.prices.planSaved', { name }))
  }
  return (
    <FormDialog
      title={t(plan ? 'operator.prices.editPlan' : 'operator.prices.addPlan')}
      submit={t('operator.form.save')}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label={t('operator.prices.planName')}
        name="name"
        defaultValue={plan?.name}
        maxLength={LONGEST_NAME}
        required
      />
      <TextField
        type="number"
        label={t('operator.prices.planSize')}
        hint={plan ? t('operator.prices.planSizeKept') : undefined}
        name="membershipSize"
        defaultValue={plan?.membershipSize}
        min={1}
        max={LARGEST}
        inputMode="numeric"
        required
      />
      <AreaField
        label={t('operator.prices.planDescription')}
        aside={t('operator.form.optional')}
        name="description"
        rows={2}
        defaultValue={plan?.description}
        maxLength={LONGEST_DESCRIPTION}
      />
      <TickField label={t('operator.prices.planOffered')} name="offered" defaultChecked={plan?.offered ?? true} />
    </FormDialog>
  )
}
