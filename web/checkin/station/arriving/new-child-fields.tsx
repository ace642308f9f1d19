import { useTexts } from '../../../languages/index.ts'
import { IconButton } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { IconX } from '../../../ui/icons.ts'
import type { StationClass } from '../desk.ts'
import classes from './arriving.module.css'
import type { NewChild, WalkIn } from './use-walk-in.ts'

type NewChildFieldsProps = { child: NewChild; form: WalkIn; rooms: readonly StationClass[] }

/** One child of a family that comes for the first time. */
export function NewChildFields({ child, form, rooms }: NewChildFieldsProps) {
  const t = useTexts()
  const { key } = child
  return (
    <div className={classes['newchild']}>
      <TextField
        label={`${t('checkin.station.childName')} *`}
        required
        maxLength={120}
        autoComplete="off"
        value={child.firstName}
        onChange={({ target }) => form.change(key, { firstName: target.value })}
      />
      <TextField
        label={t('checkin.station.yearsOld')}
        inputMode="numeric"
        pattern="[0-9]{1,2}"
        autoComplete="off"
        value={child.years}
        onChange={({ target }) => form.setYears(key, target.value)}
      />
      <SelectField
        label={t('checkin.station.class')}
        required
        value={child.classId ?? ''}
        onChange={({ target }) => form.change(key, { classId: target.value })}
      >
        <option value="" disabled>
          {t('checkin.station.chooseClass')}
        </option>
        {rooms.map(({ id, name, placesLeft }) => (
          <option key={id} value={id} disabled={placesLeft === 0}>
            {placesLeft === 0 ? t('checkin.station.classFull', { name }) : name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('checkin.station.allergy')}
        maxLength={80}
        autoComplete="off"
        value={child.allergy}
        onChange={({ target }) => form.change(key, { allergy: target.value })}
      />
      {form.children.length > 1 && (
        <IconButton
          label={t('checkin.station.removeChild', { name: child.firstName })}
          icon={IconX}
          onClick={() => form.remove(key)}
        />
      )}
    </div>
  )
}
