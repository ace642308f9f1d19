import { useLingui } from '@lingui/react'
import { useState } from 'react'
import type { HolidayYear } from '#contract/operator/holidays.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { nameOrder, useCountryName } from '../../languages/names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconPlus, IconSettings } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { HolidaysDialog } from './holidays-dialog.tsx'
import { useHolidays } from './queries.ts'
import { Source } from './source.tsx'
import classes from './hours.module.css'

/** The days of one year of a country, and where they are from. */
function Year({ year }: { year: HolidayYear }) {
  const t = useTexts()
  const format = useFormat()
  const nameOf = useCountryName()
  const [isEditing, setEditing] = useState(false)
  const name = t('operator.holidays.named', { country: nameOf(year.country), year: String(year.year) })
  return (
    <li className={classes['row']}>
      <h3 className="num">{name}</h3>
      <details className={classes['when']}>
        <summary>{t('operator.holidays.days', { count: year.days.length })}</summary>
        <ul className={classes['holidays']}>
          {year.days.map((holiday) => (
            <li key={holiday.day}>
              <span className="num">{format.day(holiday.day)}</span>
              <span>{holiday.name}</span>
              {holiday.isEstimated && <Badge>{t('operator.hours.estimated')}</Badge>}
            </li>
          ))}
        </ul>
      </details>
      <div className={`small muted ${classes['source']}`}>
        <p>
          <Source text={year.source} />
        </p>
        <p className="num">{t('operator.hours.checked', { day: format.day(year.checkedOn) })}</p>
      </div>
      <span className={classes['acts']}>
        <Button
          size="sm"
          icon={IconSettings}
          aria-label={t('operator.holidays.editNamed', { name })}
          onClick={() => setEditing(true)}
        >
          {t('operator.form.edit')}
        </Button>
      </span>
      {isEditing && <HolidaysDialog present={year} onClose={() => setEditing(false)} />}
    </li>
  )
}

/** Public holidays, country by country and year by year, each with where they stand. */
export function HolidaysCard() {
  const t = useTexts()
  const { i18n } = useLingui()
  const nameOf = useCountryName()
  const { data, error, refetch } = useHolidays()
  const [isAdding, setAdding] = useState(false)
  const byName = nameOrder(i18n.locale)
  const years = data?.years.toSorted(
    (one, other) => byName(nameOf(one.country), nameOf(other.country)) || one.year - other.year,
  )
  return (
    <Card
      title={t('operator.holidays.title')}
      padded={false}
      aside={
        <Button size="sm" icon={IconPlus} onClick={() => setAdding(true)}>
          {t('operator.holidays.add')}
        </Button>
      }
    >
      {isAdding && <HolidaysDialog present={null} onClose={() => setAdding(false)} />}
      <p className={`muted ${classes['line']}`}>{t('operator.holidays.line')}</p>
      {!years && (error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading />)}
      {years?.length === 0 && (
        <Empty title={t('operator.holidays.emptyTitle')}>{t('operator.holidays.emptyText')}</Empty>
      )}
      {years && years.length > 0 && (
        <ul className={classes['rows']}>
          {years.map((year) => (
            <Year key={`${year.country} ${year.year}`} year={year} />
          ))}
        </ul>
      )}
    </Card>
  )
}
