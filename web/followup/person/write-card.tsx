import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { addNote } from '#contract/followup/existing-clients.ts'
import { readMyDay } from '#contract/followup/day.ts'
import { readNewcomer, type NewcomerDetail } from '#contract/followup/people.ts'
import { createTask, listTasks } from '#contract/followup/tasks.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { presentTime } from '../../device/clock.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { AreaField } from '../../ui/controls/field.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../words.ts'
import { EmailForm } from './email-form.tsx'
import classes from './person.module.css'
import { SmsForm } from './sms-form.tsx'
import { blankTask, bodyOfTask, TaskForm, type TaskDraft } from './task-form.tsx'

const ways = ['note', 'private', 'sms', 'email', 'task'] as const
type Way = (typeof ways)[number]
const wayWords: Record<Way, TextId> = {
  note: 'followup.write.note',
  private: 'followup.write.private',
  sms: 'followup.write.sms',
  email: 'followup.write.email',
  task: 'followup.write.task',
}

function NoteForm({ detail: { person }, isPrivate }: { detail: NewcomerDetail; isPrivate: boolean }) {
  const t = useTexts()
  const [note, setNote] = useState('')
  const save = useCall(() => call(addNote, { params: { id: person.id }, body: { note, isPrivate } }), {
    refreshes: [readNewcomer, readMyDay],
    done: () => {
      setNote('')
      toast.ok(t('followup.hub.saved'))
    },
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    save.run()
  }
  return (
    <form className={classes['stack']} onSubmit={submit}>
      <AreaField
        label={t(isPrivate ? 'followup.write.private' : 'followup.write.note')}
        hint={t(isPrivate ? 'followup.write.privateHint' : 'followup.write.noteHint')}
        value={note}
        required
        rows={3}
        maxLength={4000}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Button type="submit" kind="primary" busy={save.busy} className={classes['end']}>
        {t('followup.write.save')}
      </Button>
    </form>
  )
}

function NewTask({ detail: { person, team } }: { detail: NewcomerDetail }) {
  const t = useTexts()
  const { timeZone } = useFormat()
  // A form of its own for each task: what was written of the one is not of the next.
  const [made, setMade] = useState(0)
  const create = useCall(
    (draft: TaskDraft) => call(createTask, { body: { ...bodyOfTask(draft), contacts: person.id } }),
    {
      refreshes: [readNewcomer, listTasks, readMyDay],
      done: () => {
        setMade((before) => before + 1)
        toast.ok(t('followup.hub.saved'))
      },
      failed: (failure) => void toast.bad(t(failureText(failure))),
    },
  )
  return (
    <TaskForm
      key={made}
      first={blankTask(calendarDay(presentTime(), timeZone))}
      team={team}
      busy={create.busy}
      submitWord="followup.task.create"
      onSave={(draft) => create.run(draft)}
    />
  )
}

/** Why somebody cannot be written to in this way; null: they can. */
function hindrance({ person, smsRefused, emailRefused }: NewcomerDetail, way: Way): TextId | null {
  if (way === 'sms') return person.phone ? (smsRefused ? 'followup.failure.stopped' : null) : 'followup.write.noPhone'
  if (way === 'email')
    return person.email ? (emailRefused ? 'followup.failure.stopped' : null) : 'followup.write.noEmail'
  return null
}

function Form({ detail, way }: { detail: NewcomerDetail; way: Way }) {
  const t = useTexts()
  const hindered = hindrance(detail, way)
  if (hindered) return <p className="muted">{t(hindered)}</p>
  if (way === 'sms') return <SmsForm detail={detail} />
  if (way === 'email') return <EmailForm detail={detail} />
  if (way === 'task') return <NewTask detail={detail} />
  return <NoteForm key={way} detail={detail} isPrivate={way === 'private'} />
}

const isWay = (word: string): word is Way => ways.some((way) => way === word)

/** A note, a message, a task: chosen above, written below. */
export function WriteCard({ detail, first }: { detail: NewcomerDetail; first: string }) {
  const t = useTexts()
  const [way, setWay] = useState<Way>(isWay(first) ? first : 'note')
  const card = useRef<HTMLDivElement>(null)
  // Whoever comes to write to them begins in the field.
  useEffect(() => {
    if (isWay(first)) card.current?.querySelector('textarea')?.focus()
  }, [first])
  return (
    <Card label={t('followup.write.title')}>
      <div ref={card} className={classes['stack']}>
        <div className={classes['tabs']}>
          {ways.map((one) => (
            <Button key={one} size="sm" aria-pressed={one === way} onClick={() => setWay(one)}>
              {t(wayWords[one])}
            </Button>
          ))}
        </div>
        <Form {...{ detail, way }} />
      </div>
    </Card>
  )
}
