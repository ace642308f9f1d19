import { useLingui } from '@lingui/react'
import { type StationFamily } from '#contract/checkin/station.ts'
import { completeFamily } from '#contract/checkin/walk-in.ts'
import { call } from '../../../lib/api.ts'
import { textOf, useFormCall } from '../../../lib/form-call.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { underWay } from '../../shared/under-way.ts'
import { failureText } from '../shared/failure-words.ts'
import classes from './arriving.module.css'
import { CareFlags } from './care-flags.tsx'
import { completedChild, type Unfinished } from './unfinished.ts'

type MissingDataProps = { unfinished: Unfinished; onDone: (family: StationFamily) => void }

/** What is still to be asked, while the labels print. All of it may be left open. */
export function MissingData({ unfinished, onDone }: MissingDataProps) {
  const t = useTexts()
  const { familyId, children } = unfinished
  const { busy, failure, onSubmit } = useFormCall(async (form) => {
    const body = {
      familyId,
      children: children.map((child) => completedChild(child, (field) => textOf(form, `${child.personId}.${field}`))),
    }
    onDone(await underWay(call(completeFamily, { body })))
  })
  return (
    <form className={`stack ${classes['missing']}`} onSubmit={onSubmit}>
      <div>
        <h2>{t('checkin.station.missingTitle')}</h2>
        <p className="muted">{t('checkin.station.missingText')}</p>
      </div>
      {failure && <Note tone="bad">{failureText(failure, t)}</Note>}
      {children.map((child) => (
        <ChildFields key={child.personId} child={child} />
      ))}
      <Button type="submit" busy={busy}>
        {t('checkin.station.missingSave')}
      </Button>
    </form>
  )
}

function ChildFields({ child }: { child: Unfinished['children'][number] }) {
  const t = useTexts()
  const { i18n } = useLingui()
  const month = new Intl.DateTimeFormat(i18n.locale, { month: 'long', timeZone: 'UTC' })
  const { personId, firstName, care } = child
  return (
    <fieldset className="stack-8">
      <legend className="strong">{firstName}</legend>
      <CareFlags child={{ care, mayNotLeaveWith: [] }} />
      <div className={classes['birthday']}>
        <TextField label={t('checkin.station.day')} name={`${personId}.day`} inputMode="numeric" pattern="[0-9]{1,2}" />
        <SelectField label={t('checkin.station.month')} name={`${personId}.month`} defaultValue="">
          <option value="">–</option>
          {Array.from({ length: 12 }, (_, index) => (
            <option key={index} value={index + 1}>
              {month.format(new Date(Date.UTC(2000, index)))}
            </option>
          ))}
        </SelectField>
        <TextField label={t('checkin.station.year')} name={`${personId}.year`} inputMode="numeric" pattern="[0-9]{4}" />
      </div>
      <div className={classes['pair']}>
        <SelectField label={t('checkin.station.gender')} name={`${personId}.gender`} defaultValue="">
          <option value="">–</option>
          <option value="female">{t('checkin.station.girl')}</option>
          <option value="male">{t('checkin.station.boy')}</option>
        </SelectField>
        <TextField label={t('checkin.station.allergies')} name={`${personId}.allergies`} maxLength={200} />
      </div>
    </fieldset>
  )
}
