import { useState, type SyntheticEvent } from 'react'
import type { FollowupSettings } from '#contract/followup/settings.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import formClasses from '../form-page.module.css'
import classes from './settings.module.css'
import { useSettings } from './use-settings.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
const HOUR = 60
/** A day ends at midnight, which a field for times writes as its beginning. */
const DAY_END = 24 * HOUR

const clockOf = (minutes: number): string =>
  `${`${Math.floor(minutes / HOUR) % 24}`.padStart(2, '0')}:${`${minutes % HOUR}`.padStart(2, '0')}`
const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * HOUR + minutes
}

type HoursCardProps = { settings: FollowupSettings; mayChange: boolean }

/** When the team works, and after how long an untouched card goes to somebody else. */
export function HoursCard({ settings, mayChange }: HoursCardProps) {
  const t = useTexts()
  const format = useFormat()
  const save = useSettings()
  const [hours, setHours] = useState(`${settings.untouchedHours}`)
  const [days, setDays] = useState(settings.workDays)
  const [from, setFrom] = useState(clockOf(settings.workFrom))
  const [until, setUntil] = useState(clockOf(settings.workUntil))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (days.length === 0) return void toast.bad(t('followup.settings.noDay'))
    const [workFrom, workUntil] = [minutesOf(from), minutesOf(until) || DAY_END]
    if (workFrom >= workUntil) return void toast.bad(t('followup.settings.endsBefore'))
    return save.run({ hours: { untouchedHours: Number(hours), workDays: days, workFrom, workUntil } })
  }
  return (
    <Card title={t('followup.settings.hours')}>
      <form className={formClasses['stack']} onSubmit={submit}>
        <p className="small muted">{t('followup.settings.hoursHint')}</p>
        <fieldset disabled={!mayChange} className={classes['fields']}>
          <TextField
            label={t('followup.settings.untouched')}
            type="number"
            min={1}
            max={400}
            required
            value={hours}
            onChange={({ currentTarget }) => setHours(currentTarget.value)}
          />
          <fieldset className={classes['days']}>
            <legend>{t('followup.settings.workDays')}</legend>
            {WEEKDAYS.map((day) => (
              <label key={day}>
                <input
                  type="checkbox"
                  checked={days.includes(day)}
                  onChange={({ currentTarget }) =>
                    setDays(currentTarget.checked ? [...days, day] : days.filter((each) => each !== day))
                  }
                />
                {format.weekdayName(day, 'short')}
              </label>
            ))}
          </fieldset>
          <div className={formClasses['pair']}>
            <TextField
              label={t('followup.settings.workFrom')}
              type="time"
              required
              value={from}
              onChange={({ currentTarget }) => setFrom(currentTarget.value)}
            />
            <TextField
              label={t('followup.settings.workUntil')}
              type="time"
              required
              value={until}
              onChange={({ currentTarget }) => setUntil(currentTarget.value)}
            />
          </div>
          {mayChange && (
            <Button type="submit" kind="primary" busy={save.busy} className={formClasses['end']}>
              {t('followup.write.save')}
            </Button>
          )}
        </fieldset>
      </form>
    </Card>
  )
}
