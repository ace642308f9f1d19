import type { ClassChoice } from '#contract/checkin/registration.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { IconAlertCircle } from '../../../ui/icons.ts'
import classes from './registration.module.css'

type ClassFieldProps = {
  options: readonly ClassChoice[]
  chosen: string | null
  /** The chosen class is meant for another age: allowed, and said. */
  isOtherAge: boolean
  /** Places left in the chosen class once this is registered; null: unlimited, or it takes none. */
  left: number | null
  error: string | undefined
  onChoose: (classId: string) => void
}

const Warned = ({ children }: { children: string }) => (
  <span className={classes['last']}>
    <IconAlertCircle size={16} aria-hidden="true" />
    {children}
  </span>
)

function Left({ left }: { left: number }) {
  const t = useTexts()
  if (left > 0) return t('portal.register.placesLeft', { count: left })
  return <Warned>{t('portal.register.lastPlace')}</Warned>
}

/** The class of one person, with what is left in it. */
export function ClassField({ options, chosen, isOtherAge, left, error, onChoose }: ClassFieldProps) {
  const t = useTexts()
  const hint = chosen !== null && (
    <>
      {left !== null && <Left left={left} />}
      {isOtherAge && <Warned>{t('portal.register.otherAge')}</Warned>}
    </>
  )
  return (
    <SelectField
      label={t('portal.register.class')}
      error={error}
      hint={(left !== null || isOtherAge) && hint}
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
