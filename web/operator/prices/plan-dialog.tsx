import type { ConsolePlan } from '#contract/operator/settings.ts'
import { textOf } from '../../api/form-call.ts'
import { useTexts } from '../../languages/index.ts'
import { AreaField, TextField } from '../../ui/controls/field.tsx'
import { FormDialog, TickField, useWaits } from '../form/form-dialog.tsx'
import { ReasonField } from '../form/reason-field.tsx'
import { useSavePlan } from './queries.ts'

/** As the contract takes them. */
const [LONGEST_NAME, LONGEST_DESCRIPTION, LARGEST] = [80, 300, 10_000_000]

type PlanDialogProps = { plan: ConsolePlan | null; onClose: () => void }

/** Adds a plan, or changes one. */
export function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const t = useTexts()
  const waits = useWaits()
  const save = useSavePlan(plan?.id ?? null)
  const send = async (form: FormData) => {
    const change = await save.mutateAsync({
      name: textOf(form, 'name').trim(),
      description: textOf(form, 'description').trim(),
      membershipSize: Number(textOf(form, 'membershipSize')),
      offered: form.get('offered') !== null,
      reason: textOf(form, 'reason'),
    })
    onClose()
    waits(change)
  }
  return (
    <FormDialog
      title={t(plan ? 'operator.prices.editPlan' : 'operator.prices.addPlan')}
      submit={t('operator.form.ask')}
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
      <ReasonField />
    </FormDialog>
  )
}
