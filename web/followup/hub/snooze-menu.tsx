import { useState, type SyntheticEvent } from 'react'
import { readMyDay } from '#contract/followup/day.ts'
import { readNewcomer, snoozeNewcomer } from '#contract/followup/people.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { presentTime } from '../../device/clock.ts'
import { calendarDay, daysAfter, useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { MenuItem, MoreMenu } from '../../ui/data-table/index.ts'
import { toast, undo } from '../../ui/toasts/index.ts'
import formClasses from '../form-page.module.css'
import { failureText } from '../words.ts'
import { instantAt, snoozeTimes, type SnoozeChoice } from './snooze-times.ts'

const choiceWords: Record<SnoozeChoice, TextId> = {
  evening: 'followup.snooze.evening',
  tomorrow: 'followup.snooze.tomorrow',
  service: 'followup.snooze.service',
  week: 'followup.snooze.week',
}
/** When the day begins on which somebody comes back. */
const MORNING = '09:00'

function useSnooze(personId: string) {
  const t = useTexts()
  const format = useFormat()
  const set = (until: string | null) => call(snoozeNewcomer, { params: { id: personId }, body: { until } })
  const plan = {
    refreshes: [readMyDay, readNewcomer],
    failed: (failure: unknown) => void toast.bad(t(failureText(failure))),
  }
  const back = useCall(() => set(null), plan)
  return useCall((until: Date) => set(until.toISOString()), {
    ...plan,
    done: (_, until) =>
      void toast.ok(
        t('followup.snooze.until', { at: format.shortDateTime(until) }),
        undo(t('ui.toast.undo'), () => back.run()),
      ),
  })
}

function DayDialog({ onPick, onClose }: { onPick: (at: Date) => void; onClose: () => void }) {
  const t = useTexts()
  const { timeZone } = useFormat()
  const first = daysAfter(calendarDay(presentTime(), timeZone), 1)
  const [day, setDay] = useState(first)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onPick(instantAt(day, MORNING, timeZone))
    onClose()
  }
  return (
    <Dialog open title={t('followup.snooze.day')} onClose={onClose}>
      <form className={formClasses['stack']} onSubmit={submit}>
        <TextField
          label={t('followup.task.day')}
          type="date"
          required
          min={first}
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
        <Button type="submit" kind="primary" className={formClasses['end']}>
          {t('followup.snooze.title')}
        </Button>
      </form>
    </Dialog>
  )
}

/** Puts somebody out of the way until a time at which it suits better. */
export function SnoozeMenu({ personId, name }: { personId: string; name: string }) {
  const t = useTexts()
  const format = useFormat()
  const snooze = useSnooze(personId)
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <MoreMenu label={t('followup.snooze.of', { name })} text={t('followup.snooze.title')}>
        {snoozeTimes(presentTime(), format.timeZone).map(({ choice, at }) => (
          <MenuItem key={choice} onPick={() => snooze.run(at)}>
            {t('followup.snooze.choice', { choice: t(choiceWords[choice]), at: format.shortDateTime(at) })}
          </MenuItem>
        ))}
        <MenuItem onPick={() => setChoosing(true)}>{t('followup.snooze.day')}</MenuItem>
      </MoreMenu>
      {isChoosing && <DayDialog onPick={(at) => snooze.run(at)} onClose={() => setChoosing(false)} />}
    </>
  )
}
