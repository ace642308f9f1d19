import { useState, type SyntheticEvent } from 'react'
import { addAbsence, readMyDay, readTeam, type FollowupTeam } from '#contract/followup/day.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { presentTime } from '../../device/clock.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { toast } from '../../ui/toasts/index.ts'
import formClasses from '../form-page.module.css'
import { failureText, nameOf } from '../words.ts'

type Member = FollowupTeam['members'][number]
type AbsenceDialogProps = { member: Member; others: readonly Member[]; onClose: () => void }

/** On which days somebody is away: those hours do not count, and the deputy sees their people. */
export function AbsenceDialog({ member, others, onClose }: AbsenceDialogProps) {
  const t = useTexts()
  const { timeZone } = useFormat()
  const today = calendarDay(presentTime(), timeZone)
  const [fromDay, setFrom] = useState(today)
  const [untilDay, setUntil] = useState(today)
  const [deputyId, setDeputyId] = useState('')
  const add = useCall(
    () => call(addAbsence, { params: { id: member.id }, body: { fromDay, untilDay, deputyId: deputyId || null } }),
    {
      refreshes: [readMyDay],
      fills: read(readTeam, {}),
      done: () => {
        toast.ok(t('followup.hub.saved'))
        onClose()
      },
      failed: (failure) => void toast.bad(t(failureText(failure))),
    },
  )
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    add.run()
  }
  return (
    <Dialog open title={t('followup.settings.addAbsenceOf', { name: nameOf(member) })} onClose={onClose}>
      <form className={formClasses['stack']} onSubmit={submit}>
        <div className={formClasses['pair']}>
          <TextField
            label={t('followup.settings.fromDay')}
            type="date"
            required
            value={fromDay}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <TextField
            label={t('followup.settings.untilDay')}
            type="date"
            required
            min={fromDay > today ? fromDay : today}
            value={untilDay}
            onChange={({ currentTarget }) => setUntil(currentTarget.value)}
          />
        </div>
        <SelectField
          label={t('followup.settings.standIn')}
          value={deputyId}
          onChange={({ currentTarget }) => setDeputyId(currentTarget.value)}
        >
          <option value="">{t('followup.settings.usualDeputy')}</option>
          {others.map((other) => (
            <option key={other.id} value={other.id}>
              {nameOf(other)}
            </option>
          ))}
        </SelectField>
        <Button type="submit" kind="primary" busy={add.busy} className={formClasses['end']}>
          {t('followup.write.save')}
        </Button>
      </form>
    </Dialog>
  )
}
