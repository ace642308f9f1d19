import { useTexts } from '../../languages/index.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Choices } from '../../ui/filters/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { kinds } from '../people-filter.ts'
import { kindNames } from '../person-parts.tsx'
import choices from '../shared/choices.module.css'
import classes from '../shared/form-page.module.css'
import { useMonthNames } from '../shared/month-names.ts'
import { genderNames, genders, maritalNames, maritalStatuses } from '../shared/words.ts'
import type { PersonFieldsProps } from './contact-fields.tsx'
import { useFault } from './faults.ts'

const digits = (text: string) => text.replace(/\D/g, '')

function BirthdayFields({ draft, change, faults }: PersonFieldsProps) {
  const t = useTexts()
  const fault = useFault(faults)
  const months = useMonthNames()
  return (
    <fieldset className={classes['group']}>
      <legend>{t('people.export.birthday')}</legend>
      <div className={classes['birthday']}>
        <TextField
          label={t('people.form.day')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          value={draft.birthDay}
          error={fault('birthDay')}
          onChange={(event) => change({ birthDay: digits(event.target.value) })}
        />
        <SelectField
          label={t('people.form.month')}
          value={draft.birthMonth}
          error={fault('birthMonth')}
          onChange={(event) => change({ birthMonth: event.target.value })}
        >
          <option value="">{t('people.form.notKnown')}</option>
          {months.map((name, month) => (
            <option key={name} value={month + 1}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('people.form.year')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={draft.birthYear}
          error={fault('birthYear')}
          onChange={(event) => change({ birthYear: digits(event.target.value) })}
        />
      </div>
    </fieldset>
  )
}

/** Type, gender, marital status, birthday and day of joining. */
export function AboutFields(props: PersonFieldsProps) {
  const t = useTexts()
  const { draft, change, faults } = props
  const fault = useFault(faults)
  return (
    <Card title={t('people.form.about')}>
      <div className={classes['fields']}>
        <div className={choices['around']}>
          <Choices
            shape="chips"
            legend={t('people.list.kind')}
            choices={kinds.map((value) => ({ value, label: t(kindNames[value]) }))}
            value={draft.kind}
            onChange={(kind) => change({ kind })}
          />
        </div>
        <div className={classes['pair']}>
          <SelectField
            label={t('people.export.gender')}
            value={draft.gender}
            onChange={(event) => change({ gender: genders.find((one) => one === event.target.value) ?? '' })}
          >
            <option value="">{t('people.form.notKnown')}</option>
            {genders.map((gender) => (
              <option key={gender} value={gender}>
                {t(genderNames[gender])}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={t('people.export.maritalStatus')}
            value={draft.maritalStatus}
            onChange={(event) =>
              change({ maritalStatus: maritalStatuses.find((one) => one === event.target.value) ?? '' })
            }
          >
            <option value="">{t('people.form.notKnown')}</option>
            {maritalStatuses.map((status) => (
              <option key={status} value={status}>
                {t(maritalNames[status])}
              </option>
            ))}
          </SelectField>
        </div>
        <BirthdayFields {...props} />
        <div className={classes['pair']}>
          <TextField
            type="date"
            label={t('people.list.joined')}
            required
            value={draft.joinedOn}
            error={fault('joinedOn')}
            onChange={(event) => change({ joinedOn: event.target.value })}
          />
        </div>
      </div>
    </Card>
  )
}
