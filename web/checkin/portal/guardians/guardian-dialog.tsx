import type { Guardian } from '#contract/checkin/guardians.ts'
import { useTexts } from '../../../languages/index.ts'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { TextField, AreaField } from '../../../ui/controls/field.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { isRefused } from '../reading/failure-words.ts'
import { SaveFoot } from '../persons/confirm-dialog.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { PictureChooser } from '../persons/picture-chooser.tsx'
import {
  type GuardianDraft,
  type GuardianList,
  useGuardianForm,
  type GuardianFaults,
  type TermsProps,
} from './use-guardian-form.ts'
import { useId } from 'react'
import { IconAlertCircle } from '../../../ui/icons.ts'
import classes from './guardians.module.css'
import { useWeekdayName } from './permission-words.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** From, until, weekdays, and whether it is for once. Nothing said: always. */
function WhenFields({ terms, onChange, isUntilWrong }: TermsProps & { isUntilWrong: boolean }) {
  const t = useTexts()
  const [short, long] = [useWeekdayName('short'), useWeekdayName('long')]
  const tick = (weekday: number, isOn: boolean) => {
    const others = terms.weekdays.filter((one) => one !== weekday)
    onChange({ weekdays: isOn ? [...others, weekday] : others })
  }
  return (
    <>
      <div className={classes['days']}>
        <TextField
          label={t('portal.grant.from')}
          aside={t('portal.grant.optional')}
          type="date"
          value={terms.fromDay ?? ''}
          onChange={({ target }) => onChange({ fromDay: target.value || null })}
        />
        <TextField
          label={t('portal.grant.until')}
          aside={t('portal.grant.optional')}
          type="date"
          value={terms.untilDay ?? ''}
          error={isUntilWrong ? t('portal.grant.untilWrong') : undefined}
          onChange={({ target }) => onChange({ untilDay: target.value || null })}
        />
      </div>
      <fieldset className="stack-8">
        <legend className={classes['legend']}>{t('portal.grant.weekdays')}</legend>
        <div className={classes['weekdays']}>
          {WEEKDAYS.map((weekday) => (
            <label key={weekday}>
              <input
                type="checkbox"
                className="vh"
                aria-label={long(weekday)}
                checked={terms.weekdays.includes(weekday)}
                onChange={({ target }) => tick(weekday, target.checked)}
              />
              <span aria-hidden="true">{short(weekday)}</span>
            </label>
          ))}
        </div>
        <p className="small muted">{t('portal.grant.weekdaysHint')}</p>
      </fieldset>
      <label className={classes['kind']}>
        <input
          type="checkbox"
          checked={terms.oneTime}
          onChange={({ target }) => onChange({ oneTime: target.checked })}
        />
        <span>
          {t('portal.grant.oneTime')}
          <span className="small muted">{t('portal.grant.oneTimeHint')}</span>
        </span>
      </label>
    </>
  )
}

/** May they, or must they not. */
function KindFields({ terms, onChange }: TermsProps) {
  const t = useTexts()
  const name = useId()
  const kinds = [
    { kind: 'allowed', label: t('portal.grant.allowed'), hint: t('portal.grant.allowedHint') },
    { kind: 'not_authorised', label: t('portal.grant.not'), hint: t('portal.grant.notHint') },
  ] as const
  return (
    <fieldset className="stack-8">
      <legend className={classes['legend']}>{t('portal.grant.may')}</legend>
      {kinds.map(({ kind, label, hint }) => (
        <label key={kind} className={classes['kind']}>
          <input type="radio" name={name} checked={terms.kind === kind} onChange={() => onChange({ kind })} />
          <span>
            {label}
            <span className="small muted">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type WhomProps = TermsProps & { childrenOfFamily: GuardianList['children']; isMissing: boolean }

/** All children, those to come included, or some of them by name. */
function WhomFields({ terms, onChange, childrenOfFamily, isMissing }: WhomProps) {
  const t = useTexts()
  const name = useId()
  const { childIds } = terms
  const tick = (id: string, isOn: boolean) => {
    const others = (childIds ?? []).filter((one) => one !== id)
    onChange({ childIds: isOn ? [...others, id] : others })
  }
  return (
    <fieldset className="stack-8">
      <legend className={classes['legend']}>{t('portal.grant.whom')}</legend>
      <div className={classes['ticks']}>
        <label>
          <input type="radio" name={name} checked={childIds === null} onChange={() => onChange({ childIds: null })} />
          {t('portal.grant.allChildren')}
        </label>
        <label>
          <input type="radio" name={name} checked={childIds !== null} onChange={() => onChange({ childIds: [] })} />
          {t('portal.grant.some')}
        </label>
      </div>
      {childIds && (
        <div className={`${classes['ticks']} ${classes['inset']}`}>
          {childrenOfFamily.map(({ personId, firstName, lastName }) => (
            <label key={personId}>
              <input
                type="checkbox"
                aria-invalid={isMissing || undefined}
                checked={childIds.includes(personId)}
                onChange={({ target }) => tick(personId, target.checked)}
              />
              {`${firstName} ${lastName}`.trim()}
            </label>
          ))}
        </div>
      )}
      {isMissing && (
        <p className={classes['error']}>
          <IconAlertCircle size={16} aria-hidden="true" />
          {t('portal.grant.someMissing')}
        </p>
      )}
    </fieldset>
  )
}

type GrantFieldsProps = TermsProps & { childrenOfFamily: GuardianList['children']; faults: GuardianFaults | null }

/** What a guardian may do: whom, when, how often; or that they must not. */
function GrantFields({ terms, onChange, childrenOfFamily, faults }: GrantFieldsProps) {
  const t = useTexts()
  return (
    <div className={classes['grant']}>
      <KindFields terms={terms} onChange={onChange} />
      {childrenOfFamily.length > 0 && (
        <WhomFields
          terms={terms}
          onChange={onChange}
          childrenOfFamily={childrenOfFamily}
          isMissing={faults?.children ?? false}
        />
      )}
      {terms.kind === 'allowed' && (
        <WhenFields terms={terms} onChange={onChange} isUntilWrong={faults?.until ?? false} />
      )}
      <AreaField
        label={t('portal.grant.note')}
        aside={t('portal.grant.optional')}
        rows={2}
        maxLength={300}
        value={terms.note}
        onChange={({ target }) => onChange({ note: target.value })}
      />
    </div>
  )
}

type GuardianDialogProps = {
  /** Null: a new one. */
  guardian: Guardian | null
  childrenOfFamily: GuardianList['children']
  save: (guardian: Guardian | null, draft: GuardianDraft) => Promise<void>
  onClose: () => void
}

/** A guardian and what they may do. Their role is fixed: it is not asked for. */
export function GuardianDialog({ guardian, childrenOfFamily, save, onClose }: GuardianDialogProps) {
  const t = useTexts()
  const form = useGuardianForm({ guardian, save, onClose })
  const { fields, change, faults, picture } = form
  const isPhoneRefused = isRefused(form.failure, 'phone')
  return (
    <Dialog open onClose={onClose} title={t(guardian ? 'portal.guardians.update' : 'portal.guardians.addNew')}>
      <form className="stack" noValidate onSubmit={form.submit}>
        <TextField
          label={`${t('portal.member.firstName')} *`}
          value={fields.firstName}
          required
          maxLength={120}
          autoComplete="off"
          error={faults?.firstName ? t('portal.member.firstNameMissing') : undefined}
          onChange={({ target }) => change({ firstName: target.value })}
        />
        <TextField
          label={t('portal.member.lastName')}
          value={fields.lastName}
          maxLength={120}
          autoComplete="off"
          onChange={({ target }) => change({ lastName: target.value })}
        />
        <TextField
          label={t('portal.grant.phone')}
          type="tel"
          value={fields.phone}
          maxLength={60}
          autoComplete="off"
          error={isPhoneRefused ? t('portal.failure.phone') : undefined}
          onChange={({ target }) => change({ phone: target.value })}
        />
        <SelectField
          label={t('portal.member.gender')}
          value={fields.gender}
          onChange={({ target }) => change({ gender: target.value })}
        >
          <option value="">{t('portal.member.notSaid')}</option>
          <option value="male">{t('portal.member.male')}</option>
          <option value="female">{t('portal.member.female')}</option>
        </SelectField>
        <PictureChooser
          picture={picture}
          firstName={fields.firstName}
          lastName={fields.lastName}
          hint={t('portal.member.pictureHint')}
        />
        {fields.terms.kind === 'not_authorised' && picture.shown === null && (
          <Note tone="warn">{t('portal.grant.pictureMissing')}</Note>
        )}
        <GrantFields
          terms={fields.terms}
          childrenOfFamily={childrenOfFamily}
          faults={faults}
          onChange={form.changeTerms}
        />
        <SaveFoot failure={isPhoneRefused ? null : form.failure} isBusy={form.isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
