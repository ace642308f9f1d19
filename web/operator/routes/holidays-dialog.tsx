import { useState } from 'react'
import type { HolidayYear, PublicHoliday } from '#contract/operator/holidays.ts'
import { presentTime } from '../../device/clock.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { textOf } from '../../api/use-act.ts'
import { useTexts } from '../../languages/index.ts'
import { useCountryName } from '../../languages/names.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { IconPlus, IconX } from '../../ui/icons.ts'
import { CountryOptions } from '../facts/countries.tsx'
import { FormDialog, TickField, useWaits } from '../form/form-dialog.tsx'
import { ReasonField } from '../form/reason-field.tsx'
import { useSaveHolidays } from './queries.ts'
import { SourceFields } from './source-fields.tsx'
import classes from './holidays.module.css'

const NAME_MAX = 120

/** A row of the form; the key stays while the day is typed. */
type Row = PublicHoliday & { key: string }
const rowOf = (holiday: PublicHoliday): Row => ({ ...holiday, key: crypto.randomUUID() })
const EMPTY: PublicHoliday = { day: '', name: '', isEstimated: false }

type DayRowProps = { row: Row; place: number; onChange: (row: Row) => void; onRemove: () => void }

function DayRow({ row, place, onChange, onRemove }: DayRowProps) {
  const t = useTexts()
  const nth = `${place + 1}`
  return (
    <li className={classes['day']}>
      <input
        type="date"
        required
        aria-label={`${t('operator.holidays.day')} ${nth}`}
        value={row.day}
        onChange={({ target }) => onChange({ ...row, day: target.value })}
      />
      <input
        required
        maxLength={NAME_MAX}
        aria-label={`${t('operator.holidays.name')} ${nth}`}
        placeholder={t('operator.holidays.name')}
        value={row.name}
        onChange={({ target }) => onChange({ ...row, name: target.value })}
      />
      <TickField
        label={t('operator.holidays.estimated')}
        checked={row.isEstimated}
        onChange={() => onChange({ ...row, isEstimated: !row.isEstimated })}
      />
      <IconButton
        small
        label={t('operator.holidays.removeDay', { name: row.name || nth })}
        icon={IconX}
        onClick={onRemove}
      />
    </li>
  )
}

type DayRowsProps = { rows: readonly Row[]; onChange: (rows: Row[]) => void }

function DayRows({ rows, onChange }: DayRowsProps) {
  const t = useTexts()
  return (
    <fieldset className={classes['days']}>
      <legend className="strong">{t('operator.holidays.days', { count: rows.length })}</legend>
      {rows.length === 0 && <p className="muted">{t('operator.holidays.none')}</p>}
      <ul>
        {rows.map((row, place) => (
          <DayRow
            key={row.key}
            row={row}
            place={place}
            onChange={(changed) => onChange(rows.with(place, changed))}
            onRemove={() => onChange(rows.toSpliced(place, 1))}
          />
        ))}
      </ul>
      <div>
        <Button size="sm" icon={IconPlus} onClick={() => onChange([...rows, rowOf(EMPTY)])}>
          {t('operator.holidays.addDay')}
        </Button>
      </div>
    </fieldset>
  )
}

/** Which country and year new ones are of. */
function PlaceFields({ next }: { next: number }) {
  const t = useTexts()
  return (
    <>
      <SelectField label={t('operator.churches.country')} name="country" required defaultValue="">
        <option value="">{t('operator.holidays.choose')}</option>
        <CountryOptions />
      </SelectField>
      <TextField
        label={t('operator.holidays.year')}
        name="year"
        type="number"
        min={2000}
        max={2099}
        defaultValue={next}
        required
      />
    </>
  )
}

type HolidaysDialogProps = { present: HolidayYear | null; onClose: () => void }

/** Changes the public holidays of a country in a year, or adds a year (`present`: null); a second operator confirms. */
export function HolidaysDialog({ present, onClose }: HolidaysDialogProps) {
  const t = useTexts()
  const nameOf = useCountryName()
  const { calendarYear } = useThisYear()
  const [rows, setRows] = useState<Row[]>(() => (present?.days ?? [EMPTY]).map(rowOf))
  const save = useSaveHolidays()
  const waits = useWaits()
  const send = async (form: FormData) => {
    const change = await save.send({
      country: present?.country ?? textOf(form, 'country'),
      year: present ? `${present.year}` : textOf(form, 'year'),
      days: rows.map(({ key: _key, ...holiday }) => holiday),
      source: textOf(form, 'source').trim(),
      checkedOn: textOf(form, 'checkedOn'),
      reason: textOf(form, 'reason'),
    })
    onClose()
    waits(change)
  }
  return (
    <FormDialog
      title={t(present ? 'operator.holidays.edit' : 'operator.holidays.add')}
      submit={t('operator.form.ask')}
      onSend={send}
      onClose={onClose}
      failureWords={{ invalid_input: 'operator.holidays.wrong' }}
    >
      {present ? (
        <p className="strong num">
          {t('operator.holidays.named', { country: nameOf(present.country), year: String(present.year) })}
        </p>
      ) : (
        <PlaceFields next={calendarYear + 1} />
      )}
      <p className="muted">{t('operator.holidays.editText')}</p>
      <DayRows rows={rows} onChange={setRows} />
      <SourceFields rule={present ?? { source: '', checkedOn: '' }} />
      <ReasonField />
    </FormDialog>
  )
}

/** The year on the operator’s calendar: the next one is what is added most. */
function useThisYear() {
  const { timeZone } = useFormat()
  return { calendarYear: Number(calendarDay(presentTime(), timeZone).slice(0, 4)) }
}
