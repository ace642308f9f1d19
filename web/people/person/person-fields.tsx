import { useEffect, useRef } from 'react'
import { useTexts } from '../../languages/index.ts'
import { AreaField, TextField } from '../../ui/controls/field.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import classes from '../form/form-page.module.css'
import { type PersonDraft, useFault } from './draft.ts'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Choices } from '../../ui/filters/index.ts'
import { kinds, useMonthNames, genderNames, genders, maritalNames, maritalStatuses } from '../words.ts'
import { kindNames } from '../person-parts.tsx'
import choices from '../form/choices.module.css'

type PersonFieldsProps = {
  draft: PersonDraft
  change: (part: Partial<PersonDraft>) => void
  /** Fields that the server found wrong. */
  faults: ReadonlySet<string>
}

/** Name, phone, e-mail and address; `startsHere` puts the cursor into the first of them. */
export function ContactFields({ draft, change, faults, startsHere }: PersonFieldsProps & { startsHere?: boolean }) {
  const t = useTexts()
  const fault = useFault(faults)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (startsHere) first.current?.focus()
  }, [startsHere])
  return (
    <Card title={t('people.form.contact')}>
      <div className={classes['fields']}>
        <div className={classes['pair']}>
          <TextField
            ref={first}
            label={t('people.export.firstName')}
            autoComplete="off"
            maxLength={120}
            required
            value={draft.firstName}
            error={fault('firstName')}
            onChange={(event) => change({ firstName: event.target.value })}
          />
          <TextField
            label={t('people.export.lastName')}
            autoComplete="off"
            maxLength={120}
            value={draft.lastName}
            onChange={(event) => change({ lastName: event.target.value })}
          />
        </div>
        <div className={classes['pair']}>
          <TextField
            label={t('people.list.phone')}
            aside={t('people.form.optional')}
            type="tel"
            dir="ltr"
            autoComplete="off"
            maxLength={60}
            value={draft.phone}
            error={fault('phone')}
            onChange={(event) => change({ phone: event.target.value })}
          />
          <TextField
            label={t('people.list.email')}
            aside={t('people.form.optional')}
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            autoComplete="off"
            maxLength={254}
            value={draft.email}
            error={fault('email')}
            onChange={(event) => change({ email: event.target.value })}
          />
        </div>
        <AreaField
          label={t('people.export.address')}
          aside={t('people.form.optional')}
          rows={2}
          autoComplete="off"
          maxLength={300}
          value={draft.address}
          onChange={(event) => change({ address: event.target.value })}
        />
      </div>
    </Card>
  )
}

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
