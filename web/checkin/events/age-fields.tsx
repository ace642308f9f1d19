import { useTexts } from '../../lib/languages/index.ts'
import { TextField } from '../../ui/controls/field.tsx'
import classes from './age-fields.module.css'
import type { AgeDraft, ClassDraft } from './class-draft.ts'

type AgeFieldProps = { legend: string; age: AgeDraft; onChange: (age: AgeDraft) => void; error?: string | undefined }

/** Whole years, and months beyond them. */
function AgeField({ legend, age, onChange, error }: AgeFieldProps) {
  const t = useTexts()
  return (
    <fieldset className={classes['age']}>
      <legend>{legend}</legend>
      <div>
        <TextField
          type="number"
          inputMode="numeric"
          min={0}
          max={100}
          label={t('checkin.class.years')}
          value={age.years}
          error={error}
          onChange={(event) => onChange({ ...age, years: event.target.value })}
        />
        <TextField
          type="number"
          inputMode="numeric"
          min={0}
          max={11}
          label={t('checkin.class.months')}
          value={age.months}
          onChange={(event) => onChange({ ...age, months: event.target.value })}
        />
      </div>
    </fieldset>
  )
}

type AgeFieldsProps = {
  draft: ClassDraft
  change: (part: Partial<ClassDraft>) => void
  faults: ReadonlySet<string>
}

/** From which age until which a class is; what is left empty is no limit. */
export function AgeFields({ draft, change, faults }: AgeFieldsProps) {
  const t = useTexts()
  const order = faults.has('order') ? t('checkin.class.orderFault') : undefined
  const fault = (field: string) => (faults.has(field) ? t('checkin.class.ageFault') : undefined)
  return (
    <div className={classes['ages']}>
      <AgeField
        legend={t('checkin.class.ageFrom')}
        age={draft.from}
        error={fault('from')}
        onChange={(from) => change({ from })}
      />
      <AgeField
        legend={t('checkin.class.ageUntil')}
        age={draft.until}
        error={fault('until') ?? order}
        onChange={(until) => change({ until })}
      />
    </div>
  )
}
