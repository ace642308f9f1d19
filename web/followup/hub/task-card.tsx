import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { editTask, listTasks, type FollowupTask } from '#contract/followup/tasks.ts'
import { readMyDay } from '#contract/followup/day.ts'
import { readNewcomer } from '#contract/followup/people.ts'
import { typeOf } from '#contract/followup/look-ups.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { ORDINARY, toast } from '../../ui/toasts/index.ts'
import { failureText, statusWords, typeWords } from '../words.ts'
import classes from './hub.module.css'

const reminderWords: Record<number, TextId> = {
  30: 'followup.reminder.half',
  60: 'followup.reminder.hour',
  1440: 'followup.reminder.day',
}

/**
 * What is to be done, when, about whom; its status is set here, and the whole task is saved. On the person's own page
 * what is said of it stands in place of their name.
 */
export function TaskCard({ task, children }: { task: FollowupTask; children?: ReactNode }) {
  const t = useTexts()
  const format = useFormat()
  const save = useCall(
    (status: number) => {
      const { instructions, note, type, priority, personID, dueDate, reminder } = task
      const body = { instructions, note, type, priority, personID, dueDate, reminder, status }
      return call(editTask, { params: { id: task.id }, body })
    },
    {
      refreshes: [listTasks, readMyDay, readNewcomer],
      done: () => void toast.ok(t('followup.task.marked'), { duration: ORDINARY }),
      failed: (failure) => void toast.bad(t(failureText(failure))),
    },
  )
  const kind = typeOf(task.type)
  return (
    <Card label={task.instructions}>
      <div className={classes['task']}>
        <span className="small muted">{t((kind && typeWords[kind]) ?? 'followup.task.task')}</span>
        <strong>{task.instructions}</strong>
        {!children && (
          <Link to={paths.firstTimer} params={{ personId: task.contactID }} search={{ memberType: task.memberType }}>
            {task.contacts}
          </Link>
        )}
        <span>
          {task.dueDate ? t('followup.task.due', { at: format.shortDateTime(task.dueDate) }) : t('followup.task.noDue')}
        </span>
        {(task.ownerName || task.reminder !== null || task.comments > 0) && (
          <span className="small muted">
            {[
              task.ownerName,
              task.reminder !== null && t(reminderWords[task.reminder] ?? 'followup.reminder.day'),
              task.comments > 0 && t('followup.task.comments', { count: task.comments }),
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
        )}
        <span>
          <Badge tone={task.priority === 0 ? 'warn' : 'neutral'}>
            {t(task.priority === 0 ? 'followup.task.high' : 'followup.task.low')}
          </Badge>
        </span>
        <SelectField
          label={t('followup.task.setStatus')}
          value={save.busy ? (save.sent ?? task.status) : task.status}
          onChange={({ currentTarget }) => save.run(Number(currentTarget.value))}
        >
          {statusWords.map((word, status) => (
            <option key={word} value={status}>
              {t(word)}
            </option>
          ))}
        </SelectField>
        {children}
      </div>
    </Card>
  )
}
