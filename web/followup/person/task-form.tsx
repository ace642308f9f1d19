import { useState, type SyntheticEvent } from 'react'
import { taskTypes, activityTypes } from '#contract/followup/look-ups.ts'
import type { NewcomerDetail } from '#contract/followup/people.ts'
import type { FollowupTask } from '#contract/followup/tasks.ts'
import { presentTime } from '../../device/clock.ts'
import { calendarDay, clockTime, daysAfter, useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { AreaField, TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Choices } from '../../ui/filters/index.ts'
import formClasses from '../form-page.module.css'
import { nameOf, statusWords, typeWords } from '../words.ts'

/** Days from today. */
const dues: readonly [number, TextId][] = [
  [0, 'followup.due.today'],
  [1, 'followup.due.tomorrow'],
  [2, 'followup.due.two'],
  [3, 'followup.due.three'],
  [7, 'followup.due.week'],
  [14, 'followup.due.weeks'],
  [28, 'followup.due.month'],
]
const reminders: readonly [string, TextId][] = [
  ['', 'followup.reminder.none'],
  ['30', 'followup.reminder.half'],
  ['60', 'followup.reminder.hour'],
  ['1440', 'followup.reminder.day'],
]
const priorities = ['followup.task.high', 'followup.task.low'] as const
/** A day alone is due at the end of an office's day. */
const DUE_TIME = '17:00'

export type TaskDraft = {
  instructions: string
  /** Of the church's calendar and clocks; without a day it is due at no time. */
  day: string
  time: string
  reminder: string
  type: string
  priority: string
  owner: string
  status: string
  note: string
}

export const blankTask = (today: string): TaskDraft => ({
  instructions: '',
  day: daysAfter(today, 1),
  time: DUE_TIME,
  reminder: '60',
  type: '',
  priority: '1',
  owner: '',
  status: '0',
  note: '',
})

export function draftOfTask(task: FollowupTask, timeZone: string): TaskDraft {
  const due = task.dueDate === null ? null : new Date(task.dueDate)
  const { instructions, note, reminder, type, priority, personID, status } = task
  return {
    instructions,
    note,
    day: due ? calendarDay(due, timeZone) : '',
    time: due ? clockTime(due, timeZone) : DUE_TIME,
    reminder: `${reminder ?? ''}`,
    type: `${type ?? ''}`,
    priority: `${priority}`,
    owner: personID ?? '',
    status: `${status}`,
  }
}

/** As the calls want it. */
export const bodyOfTask = (draft: TaskDraft) => ({
  instructions: draft.instructions,
  note: draft.note,
  dueDate: draft.day ? `${draft.day}T${draft.time || DUE_TIME}` : '',
  reminder: draft.day ? draft.reminder : '',
  type: draft.type,
  priority: draft.priority,
  personID: draft.owner,
  status: draft.status,
})

type FieldsProps = { draft: TaskDraft; change: (part: Partial<TaskDraft>) => void }

function WhenFields({ draft, change }: FieldsProps) {
  const t = useTexts()
  const { timeZone } = useFormat()
  const today = calendarDay(presentTime(), timeZone)
  return (
    <>
      <Choices
        legend={t('followup.task.dueDate')}
        shape="chips"
        choices={dues.map(([days, word]) => ({ value: daysAfter(today, days), label: t(word) }))}
        value={draft.day}
        onChange={(day) => change({ day })}
      />
      <div className={formClasses['pair']}>
        <TextField
          label={t('followup.task.day')}
          type="date"
          value={draft.day}
          onChange={({ currentTarget }) => change({ day: currentTarget.value })}
        />
        <TextField
          label={t('followup.task.time')}
          type="time"
          value={draft.time}
          onChange={({ currentTarget }) => change({ time: currentTarget.value })}
        />
      </div>
      <Choices
        legend={t('followup.task.reminder')}
        shape="chips"
        choices={reminders.map(([value, word]) => ({ value, label: t(word) }))}
        value={draft.reminder}
        onChange={(reminder) => change({ reminder })}
      />
    </>
  )
}

type Option = readonly [value: string, said: string]

function WhatFields({ draft, change, team }: FieldsProps & Pick<NewcomerDetail, 'team'>) {
  const t = useTexts()
  const select = (label: TextId, field: 'type' | 'priority' | 'owner' | 'status', options: readonly Option[]) => (
    <SelectField
      label={t(label)}
      value={draft[field]}
      onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
    >
      {options.map(([value, said]) => (
        <option key={value} value={value}>
          {said}
        </option>
      ))}
    </SelectField>
  )
  const types = taskTypes.map((type): Option => [
    `${activityTypes[type].id}`,
    t(typeWords[type] ?? 'followup.task.task'),
  ])
  const owners = team.map((member): Option => {
    return [member.id, member.isAway ? t('followup.person.away', { name: nameOf(member) }) : nameOf(member)]
  })
  return (
    <div className={formClasses['pair']}>
      {select('followup.task.type', 'type', [['', t('followup.task.task')], ...types])}
      {select(
        'followup.task.priority',
        'priority',
        priorities.map((word, place) => [`${place}`, t(word)]),
      )}
      {select('followup.task.owner', 'owner', [['', t('followup.task.contactOwner')], ...owners])}
      {select(
        'followup.task.setStatus',
        'status',
        statusWords.map((word, place) => [`${place}`, t(word)]),
      )}
    </div>
  )
}

type TaskFormProps = {
  first: TaskDraft
  team: NewcomerDetail['team']
  busy: boolean
  submitWord: TextId
  onSave: (draft: TaskDraft) => void
}

/** What is to be done, by when, by whom. */
export function TaskForm({ first, team, busy, submitWord, onSave }: TaskFormProps) {
  const t = useTexts()
  const [draft, setDraft] = useState(first)
  const change = (part: Partial<TaskDraft>) => setDraft((before) => ({ ...before, ...part }))
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onSave(draft)
  }
  return (
    <form className={formClasses['stack']} onSubmit={submit}>
      <AreaField
        label={t('followup.task.instructions')}
        value={draft.instructions}
        required
        rows={2}
        maxLength={500}
        onChange={({ currentTarget }) => change({ instructions: currentTarget.value })}
      />
      <WhenFields {...{ draft, change }} />
      <WhatFields {...{ draft, change, team }} />
      <AreaField
        label={t('followup.write.note')}
        value={draft.note}
        rows={2}
        maxLength={4000}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
      <Button type="submit" kind="primary" busy={busy} className={formClasses['end']}>
        {t(submitWord)}
      </Button>
    </form>
  )
}
