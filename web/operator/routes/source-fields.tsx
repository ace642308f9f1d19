import { useTexts } from '../../languages/index.ts'
import { AreaField, TextField } from '../../ui/controls/field.tsx'

type SourceFieldsProps = { rule: { source: string; checkedOn: string } }

/** Where a rule stands, and the day it was looked up last. */
export function SourceFields({ rule }: SourceFieldsProps) {
  const t = useTexts()
  return (
    <>
      <AreaField
        label={t('operator.hours.source')}
        name="source"
        defaultValue={rule.source}
        rows={3}
        minLength={3}
        maxLength={400}
        required
      />
      <TextField
        label={t('operator.hours.checkedOn')}
        name="checkedOn"
        type="date"
        defaultValue={rule.checkedOn}
        required
      />
    </>
  )
}
