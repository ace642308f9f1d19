import { useState } from 'react'
import type { OpenHours, SendingHours } from '#contract/messaging/sending-hours.ts'
import { textOf } from '../../api/use-act.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { CountryOptions } from '../facts/countries.tsx'
import { FormDialog, TickField, useWaits } from '../form/form-dialog.tsx'
import { ReasonField } from '../form/reason-field.tsx'
import { useHoursWords } from './hours-words.ts'
import { useRoutes, useSaveHours, type HoursInput, type HoursPlace } from './queries.ts'
import { SourceFields } from './source-fields.tsx'
import classes from './hours.module.css'

type HoursInForm = Omit<HoursInput, 'reason' | 'place'>

/** What a day gets that had no hours. */
const USUAL: OpenHours = { opens: '08:00', closes: '20:00' }
/** Clocks show midnight as the beginning of a day. */
const MIDNIGHT = { shown: '00:00', kept: '24:00' }

type DayFieldsProps = {
  label: string
  /** As the fields for the times are called: a day. */
  name: string
  value: OpenHours | null
  onChange: (hours: OpenHours | null) => void
}

/** Whether messages leave on a day, and from when to when. */
function DayFields({ label, name, value, onChange }: DayFieldsProps) {
  const t = useTexts()
  const time = { type: 'time', required: true, className: classes['time'] } as const
  return (
    <div className={classes['day']}>
      <TickField label={label} checked={value !== null} onChange={() => onChange(value ? null : USUAL)} />
      {value && (
        <>
          <input
            {...time}
            aria-label={`${name}, ${t('operator.hours.opens')}`}
            value={value.opens}
            onChange={(event) => onChange({ ...value, opens: event.target.value })}
          />
          <input
            {...time}
            aria-label={`${name}, ${t('operator.hours.closes')}`}
            value={value.closes === MIDNIGHT.kept ? MIDNIGHT.shown : value.closes}
            onChange={({ target }) =>
              onChange({ ...value, closes: target.value === MIDNIGHT.shown ? MIDNIGHT.kept : target.value })
            }
          />
        </>
      )}
    </div>
  )
}

type WeekFieldsProps = { week: SendingHours['week']; onChange: (week: SendingHours['week']) => void }

function WeekFields({ week, onChange }: WeekFieldsProps) {
  const t = useTexts()
  const format = useFormat()
  return (
    <fieldset className={classes['week']}>
      <legend className="strong">{t('operator.hours.openOn')}</legend>
      <div className={`small muted ${classes['day']} ${classes['dayHead']}`} aria-hidden="true">
        <span />
        <span>{t('operator.hours.opens')}</span>
        <span>{t('operator.hours.closes')}</span>
      </div>
      {week.map((hours, index) => {
        const day = format.weekdayName(index + 1, 'long')
        const put = (changed: OpenHours | null) => onChange(week.with(index, changed))
        return <DayFields key={day} label={day} name={day} value={hours} onChange={put} />
      })}
    </fieldset>
  )
}

/** For whom and what new hours are. */
function PlaceFields() {
  const t = useTexts()
  const routes = useRoutes().data?.routes ?? []
  return (
    <>
      <SelectField label={t('operator.hours.country')} name="country" defaultValue="">
        <option value="">{t('operator.hours.everywhereElse')}</option>
        <CountryOptions />
      </SelectField>
      <SelectField label={t('operator.hours.route')} name="routeId" defaultValue="">
        <option value="">{t('operator.hours.allRoutes')}</option>
        {routes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('operator.hours.kind')} name="kind" defaultValue="bulk">
        <option value="bulk">{t('operator.hours.bulk')}</option>
        <option value="personal">{t('operator.hours.personal')}</option>
      </SelectField>
    </>
  )
}

const placeIn = (form: FormData): HoursPlace => ({
  country: textOf(form, 'country') || null,
  routeId: textOf(form, 'routeId') || null,
  kind: textOf(form, 'kind') === 'personal' ? 'personal' : 'bulk',
})

/** What new hours begin as. */
const NEW: HoursInForm = {
  zone: 'recipient',
  week: Array.from({ length: 7 }, () => USUAL),
  releases: null,
  closedOnHolidays: false,
  agreed: null,
  source: '',
  checkedOn: '',
}

/** Changes when messages may leave, or adds hours (`present`: null); it holds for each that has not left yet. */
export function HoursDialog({ present, onClose }: { present: SendingHours | null; onClose: () => void }) {
  const t = useTexts()
  const { nameOf } = useHoursWords()
  const rule: HoursInForm = present ?? NEW
  const [week, setWeek] = useState(rule.week)
  const [agreed, setAgreed] = useState(rule.agreed)
  const waits = useWaits()
  const save = useSaveHours(present?.id ?? null)
  const named = present && nameOf(present)
  const send = async (form: FormData) => {
    const change = await save.send({
      place: placeIn(form),
      week,
      agreed,
      zone: textOf(form, 'zone') === 'church' ? 'church' : 'recipient',
      releases: textOf(form, 'releases') || null,
      closedOnHolidays: form.get('closedOnHolidays') !== null,
      source: textOf(form, 'source').trim(),
      checkedOn: textOf(form, 'checkedOn'),
      reason: textOf(form, 'reason'),
    })
    onClose()
    waits(change)
  }
  return (
    <FormDialog
      title={t(present ? 'operator.hours.edit' : 'operator.hours.add')}
      submit={t('operator.form.ask')}
      onSend={send}
      onClose={onClose}
      failureWords={{ invalid_input: 'operator.hours.wrong', name_taken: 'operator.hours.taken' }}
    >
      {named ? (
        <p>
          <span className="strong">{named.country}</span> <span className="muted">{named.route}</span>
        </p>
      ) : (
        <PlaceFields />
      )}
      <p className="muted">{t('operator.hours.editText')}</p>
      <SelectField label={t('operator.hours.zone')} name="zone" defaultValue={rule.zone}>
        <option value="recipient">{t('operator.hours.zoneRecipient')}</option>
        <option value="church">{t('operator.hours.zoneChurch')}</option>
      </SelectField>
      <WeekFields week={week} onChange={setWeek} />
      <TextField
        label={t('operator.hours.releases')}
        hint={t('operator.hours.releasesHint')}
        name="releases"
        type="time"
        defaultValue={rule.releases ?? ''}
      />
      <TickField
        label={t('operator.hours.closedOnHolidays')}
        name="closedOnHolidays"
        defaultChecked={rule.closedOnHolidays}
      />
      <DayFields
        label={t('operator.hours.canAgree')}
        name={t('operator.hours.agreed')}
        value={agreed}
        onChange={setAgreed}
      />
      <SourceFields rule={rule} />
      <ReasonField />
    </FormDialog>
  )
}
