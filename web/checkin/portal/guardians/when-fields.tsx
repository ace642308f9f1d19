import { useTexts } from '../../../lib/languages/index.ts'
import { TextField } from '../../../ui/controls/field.tsx'
import classes from './guardians.module.css'
import { useWeekdayName } from './permission-words.ts'
import type { TermsProps } from './use-guardian-form.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** From, until, weekdays, and whether it is for once. Nothing said: always. */
export function WhenFields({ terms, onChange, isUntilWrong }: TermsProps & { isUntilWrong: boolean }) {
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
