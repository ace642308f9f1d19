import type { Labels, StationFamily } from '#contract/checkin/station.ts'
import { spacedCode } from '#contract/checkin/codes.ts'
import { useFormat } from '../../../languages/format.tsx'
import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconPrinter } from '../../../ui/icons.ts'
import { Art } from '../../../ui/states/index.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import type { Desk } from '../desk/desk.ts'
import { failureText, useAct } from '../desk/use-act.ts'
import classes from './arriving.module.css'
import { type Unfinished, completedChild } from './unfinished.ts'
import { completeFamily } from '#contract/checkin/walk-in.ts'
import { call } from '../../../api/call.ts'
import { textOf, useFormCall } from '../../../api/use-act.ts'
import { TextField } from '../../../ui/controls/field.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { underWay } from '../../under-way.tsx'
import { CareFlags } from './child-row.tsx'

type MissingDataProps = { unfinished: Unfinished; onDone: (family: StationFamily) => void }

/** What is still to be asked, while the labels print. All of it may be left open. */
function MissingData({ unfinished, onDone }: MissingDataProps) {
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
  const { months } = useFormat()
  const { personId, firstName, care } = child
  return (
    <fieldset className="stack-8">
      <legend className="strong">{firstName}</legend>
      <CareFlags child={{ care, mayNotLeaveWith: [] }} />
      <div className={classes['birthday']}>
        <TextField label={t('checkin.station.day')} name={`${personId}.day`} inputMode="numeric" pattern="[0-9]{1,2}" />
        <SelectField label={t('checkin.station.month')} name={`${personId}.month`} defaultValue="">
          <option value="">–</option>
          {months().map((month, index) => (
            <option key={month} value={index + 1}>
              {month}
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

type CheckedInProps = {
  eventId: string
  labels: Labels
  desk: Desk
  /** Children of whom something is still to be asked. */
  unfinished: Unfinished | null
  /** The server knows of it. */
  online: boolean
  onPrint: (labels: Labels) => void
  onCompleted: (family: StationFamily) => void
  onNext: () => void
}

/** All went well: said quietly, with the code. The next pass may be scanned right away. */
export function CheckedIn({ eventId, labels, desk, unfinished, online, onPrint, onCompleted, onNext }: CheckedInProps) {
  const t = useTexts()
  const { busy, failure, run } = useAct()
  const { registrationId } = labels
  const again = () => run(async () => onPrint(await desk.reprint({ eventId, registrationId })))
  return (
    <>
      <div className={classes['done']}>
        <Art picture="done" />
        <div role="status">
          <h1>{t('checkin.station.areIn', { count: labels.children.length })}</h1>
          <p className="muted">{t('checkin.station.labelsPrint')}</p>
        </div>
        <p className={classes['bigcode']}>
          <bdi dir="ltr">{spacedCode(labels.code)}</bdi>
        </p>
        <ul className={classes['come']}>
          {labels.children.map(({ personId, firstName, className }) => (
            <li key={personId}>
              <b>{firstName}</b>, {className}
            </li>
          ))}
        </ul>
        {failure && <Note tone="bad">{failureText(failure, t)}</Note>}
        {unfinished && online && <MissingData unfinished={unfinished} onDone={onCompleted} />}
      </div>
      <div className={classes['dock']}>
        <Button icon={IconPrinter} busy={busy} onClick={again}>
          {t('checkin.station.printAgain')}
        </Button>
        <Button kind="primary" className={classes['main']} onClick={onNext}>
          {t('checkin.station.nextFamily')}
        </Button>
      </div>
    </>
  )
}
