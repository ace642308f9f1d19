import type { ClassChoice } from '#contract/checkin/registration.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { IconAlertCircle } from '../../../ui/icons.ts'
import classes from './registration.module.css'

type ClassFieldProps = {
  options: readonly ClassChoice[]
  chosen: string | null
  /** Places left in the chosen class once this is registered; null: unlimited, or it takes none. */
  left: number | null
  error: string | undefined
  onChoose: (classId: string) => void
}

function Left({ left }: { left: number | null }) {
  const t = useTexts()
  if (left === null) return null
  if (left > 0) return t('portal.register.placesLeft', { count: left })
  return (
    <span className={classes['last']}>
      <IconAlertCircle size={16} aria-hidden="true" />
      {t('portal.register.lastPlace')}
    </span>
  )
}

/** The class of one person, with what is left in it. */
export function ClassField({ options, chosen, left, error, onChoose }: ClassFieldProps) {
  const t = useTexts()
  return (
    <SelectField
      label={t('portal.register.class')}
      required={error !== undefined}
      error={error}
      hint={chosen !== null && left !== null && <Left left={left} />}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value)}
    >
      {chosen === null && (
        <option value="" disabled>
          {t('portal.register.choose')}
        </option>
      )}
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}
