import { useLingui } from '@lingui/react'
import { useState } from 'react'
import type { SendingHours } from '#contract/messaging/sending-hours.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { listHours } from '#contract/operator/hours.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { nameOrder } from '../../languages/names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconPlus, IconSettings } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { textOf } from '../../api/use-act.ts'
import { FormDialog, useWaits } from '../form/form-dialog.tsx'
import { ReasonField } from '../form/reason-field.tsx'
import { HoursDialog } from './hours-dialog.tsx'
import { useHoursWords } from './hours-words.ts'
import { useHours, useRemoveHours } from './queries.ts'
import { Source } from './source.tsx'
import classes from './hours.module.css'

type Holidays = Answer<typeof listHours>['holidays']
type RowProps = { rule: SendingHours; holidays: Holidays }

function HolidayList({ holidays }: { holidays: Holidays }) {
  const t = useTexts()
  const format = useFormat()
  if (holidays.length === 0) return null
  return (
    <details className="small">
      <summary>{t('operator.hours.holidays', { count: holidays.length })}</summary>
      <ul className={classes['holidays']}>
        {holidays.map(({ day, name, isEstimated }) => (
          <li key={day}>
            <span className="num">{format.day(day)}</span>
            <span>{name}</span>
            {isEstimated && <Badge>{t('operator.hours.estimated')}</Badge>}
          </li>
        ))}
      </ul>
    </details>
  )
}

function When({ rule, holidays }: RowProps) {
  const t = useTexts()
  const format = useFormat()
  const { lines, span } = useHoursWords()
  const { week, releases, closedOnHolidays, agreed, zone } = rule
  return (
    <div className={classes['when']}>
      <dl className={classes['days']}>
        {lines(week).map(({ days, hours }) => (
          <div key={days}>
            <dt>{days}</dt>
            <dd className="num">{hours}</dd>
          </div>
        ))}
      </dl>
      <ul className={classes['also']}>
        <li>{t(zone === 'church' ? 'operator.hours.zoneChurch' : 'operator.hours.zoneRecipient')}</li>
        {releases && <li className="num">{t('operator.hours.releasesLine', { time: format.clock(releases) })}</li>}
        {closedOnHolidays && <li>{t('operator.hours.closedOnHolidays')}</li>}
        {agreed && <li className="num">{t('operator.hours.agreedLine', { hours: span(agreed) })}</li>}
      </ul>
      {closedOnHolidays && <HolidayList holidays={holidays} />}
    </div>
  )
}

/** Asks to take hours away; messages then follow wider ones. */
function RemoveDialog({ rule, onClose }: { rule: SendingHours; onClose: () => void }) {
  const t = useTexts()
  const { nameOf } = useHoursWords()
  const waits = useWaits()
  const remove = useRemoveHours(rule.id)
  const { country, route } = nameOf(rule)
  const send = async (form: FormData) => {
    const change = await remove.send(textOf(form, 'reason'))
    onClose()
    waits(change)
  }
  return (
    <FormDialog
      title={t('operator.hours.removeTitle')}
      submit={t('operator.form.ask')}
      isDanger
      onSend={send}
      onClose={onClose}
    >
      <p>
        <span className="strong">{country}</span> <span className="muted">{route}</span>
      </p>
      <p className="muted">{t('operator.hours.removeText')}</p>
      <ReasonField />
    </FormDialog>
  )
}

/** Without these messages would leave at any hour. */
const isForAll = ({ country, routeId, kind }: SendingHours): boolean =>
  country === null && routeId === null && kind === 'bulk'

function HoursRow({ rule, holidays }: RowProps) {
  const t = useTexts()
  const format = useFormat()
  const { nameOf } = useHoursWords()
  const [open, setOpen] = useState<'edit' | 'remove' | null>(null)
  const { country, route } = nameOf(rule)
  const name = `${country}, ${route}`
  return (
    <li className={classes['row']}>
      <div>
        <h3>{country}</h3>
        <p className="small muted">{route}</p>
        {rule.kind === 'personal' && <p className="small muted">{t('operator.hours.personal')}</p>}
      </div>
      <When rule={rule} holidays={holidays} />
      <div className={`small muted ${classes['source']}`}>
        <p>
          <Source text={rule.source} />
        </p>
        <p className="num">{t('operator.hours.checked', { day: format.day(rule.checkedOn) })}</p>
      </div>
      <span className={classes['acts']}>
        <Button
          size="sm"
          icon={IconSettings}
          aria-label={t('operator.hours.editNamed', { name })}
          onClick={() => setOpen('edit')}
        >
          {t('operator.form.edit')}
        </Button>
        {!isForAll(rule) && (
          <Button
            kind="quiet"
            size="sm"
            aria-label={t('operator.hours.removeNamed', { name })}
            onClick={() => setOpen('remove')}
          >
            {t('operator.hours.remove')}
          </Button>
        )}
      </span>
      {open === 'edit' && <HoursDialog present={rule} onClose={() => setOpen(null)} />}
      {open === 'remove' && <RemoveDialog rule={rule} onClose={() => setOpen(null)} />}
    </li>
  )
}

/** When messages may leave, country by country, each rule with where it stands. */
export function HoursList() {
  const t = useTexts()
  const { i18n } = useLingui()
  const { nameOf } = useHoursWords()
  const { data, error, refetch } = useHours()
  const [isAdding, setAdding] = useState(false)
  const byName = nameOrder(i18n.locale)
  const sorted = (hours: SendingHours[]) =>
    hours.toSorted(
      (one, other) =>
        Number(one.country === null) - Number(other.country === null) ||
        byName(nameOf(one).country, nameOf(other).country),
    )
  return (
    <Card
      title={t('operator.hours.title')}
      padded={false}
      aside={
        <Button size="sm" icon={IconPlus} onClick={() => setAdding(true)}>
          {t('operator.hours.add')}
        </Button>
      }
    >
      {isAdding && <HoursDialog present={null} onClose={() => setAdding(false)} />}
      <p className={`muted ${classes['line']}`}>{t('operator.hours.line')}</p>
      {!data && (error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading />)}
      {data && (
        <ul className={classes['rows']}>
          {sorted(data.hours).map((rule) => (
            <HoursRow
              key={rule.id}
              rule={rule}
              holidays={data.holidays.filter(({ country }) => rule.country === null || country === rule.country)}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}
