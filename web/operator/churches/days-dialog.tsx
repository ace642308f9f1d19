import { DAYS_GIVEN_ALONE, DAYS_GIVEN_BY_ONE, type ConsoleChurch } from '#contract/operator/churches.ts'
import { textOf } from '../../api/use-act.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { FormDialog, useWaits } from '../form/form-dialog.tsx'
import { ReasonField } from '../form/reason-field.tsx'
import { useGrantDays } from './queries.ts'

/** As the contract takes them. */
const MOST = 366

/** Gives a church days; above the limit they wait for a second operator. */
export function DaysDialog({ church, onClose }: { church: ConsoleChurch; onClose: () => void }) {
  const t = useTexts()
  const format = useFormat()
  const waits = useWaits()
  const grant = useGrantDays(church.id)
  const send = async (form: FormData) => {
    const given = { days: Number(textOf(form, 'days')), expiresOn: church.expiresOn, reason: textOf(form, 'reason') }
    const { expiresOn, change } = await grant.send(given)
    onClose()
    if (change) waits(change)
    else toast.ok(t('operator.days.given', { day: format.day(expiresOn) }))
  }
  return (
    <FormDialog
      title={t('operator.days.title')}
      submit={t('operator.days.title')}
      onSend={send}
      onClose={onClose}
      failureWords={{ changed_meanwhile: 'operator.days.changed' }}
    >
      <p className="muted">{t('operator.days.text', { church: church.name, day: format.day(church.expiresOn) })}</p>
      <TextField
        type="number"
        name="days"
        label={t('operator.days.days')}
        hint={t('operator.days.hint', { count: DAYS_GIVEN_ALONE, all: DAYS_GIVEN_BY_ONE })}
        min={1}
        max={MOST}
        inputMode="numeric"
        required
      />
      <ReasonField hint={t('operator.term.reasonHint')} />
    </FormDialog>
  )
}
