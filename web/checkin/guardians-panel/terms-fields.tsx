import type { GrantTerms } from '#contract/checkin/guardians.ts'
import { useTexts } from '../../languages/index.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { IconAlertCircle } from '../../ui/icons.ts'
import { TickField } from '../shared/tick-field.tsx'
import classes from './guardians.module.css'
import type { Child } from './queries.ts'
import { useWeekdayName } from './terms-words.ts'

type TermsProps = { terms: GrantTerms; onChange: (part: Partial<GrantTerms>) => void }

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

const toggled = <Item,>(items: readonly Item[], item: Item): Item[] =>
  items.includes(item) ? items.filter((one) => one !== item) : [...items, item]

type WhomProps = TermsProps & { childrenOfFamily: readonly Child[]; isMissing: boolean }

/** All children, those to come included, or some of them by name. */
export function WhomFields({ terms: { childIds }, onChange, childrenOfFamily, isMissing }: WhomProps) {
  const t = useTexts()
  if (childrenOfFamily.length === 0) return null
  return (
    <fieldset className={classes['ticks']}>
      <legend>{t('checkin.grant.whom')}</legend>
      <TickField checked={childIds === null} onChange={() => onChange({ childIds: childIds === null ? [] : null })}>
        {t('checkin.grant.allChildren')}
      </TickField>
      {childIds && (
        <div className={classes['inset']}>
          {childrenOfFamily.map(({ personId, firstName, lastName }) => (
            <TickField
              key={personId}
              checked={childIds.includes(personId)}
              aria-invalid={isMissing || undefined}
              onChange={() => onChange({ childIds: toggled(childIds, personId) })}
            >
              {[firstName, lastName].filter(Boolean).join(' ')}
            </TickField>
          ))}
        </div>
      )}
      {isMissing && (
        <p role="alert" className={classes['error']}>
          <IconAlertCircle size={16} aria-hidden="true" />
          {t('checkin.grant.someMissing')}
        </p>
      )}
    </fieldset>
  )
}

/** From, until, weekdays, and whether it is for once. Nothing said: always. */
export function WhenFields({ terms, onChange, isUntilWrong }: TermsProps & { isUntilWrong: boolean }) {
  const t = useTexts()
  const nameOf = useWeekdayName('long')
  return (
    <>
      <div className={classes['days']}>
        <TextField
          type="date"
          label={t('checkin.grant.from')}
          aside={t('checkin.form.optional')}
          value={terms.fromDay ?? ''}
          onChange={({ target }) => onChange({ fromDay: target.value || null })}
        />
        <TextField
          type="date"
          label={t('checkin.grant.until')}
          aside={t('checkin.form.optional')}
          value={terms.untilDay ?? ''}
          error={isUntilWrong ? t('checkin.fault.untilDay') : undefined}
          onChange={({ target }) => onChange({ untilDay: target.value || null })}
        />
      </div>
      <fieldset className={classes['ticks']}>
        <legend>{t('checkin.grant.weekdays')}</legend>
        <p className="small muted">{t('checkin.grant.weekdaysHint')}</p>
        <div className={classes['weekdays']}>
          {WEEKDAYS.map((weekday) => (
            <TickField
              key={weekday}
              checked={terms.weekdays.includes(weekday)}
              onChange={() => onChange({ weekdays: toggled(terms.weekdays, weekday) })}
            >
              {nameOf(weekday)}
            </TickField>
          ))}
        </div>
      </fieldset>
      <TickField checked={terms.oneTime} onChange={() => onChange({ oneTime: !terms.oneTime })}>
        {t('checkin.grant.onceHint')}
      </TickField>
    </>
  )
}
