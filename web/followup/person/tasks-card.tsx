import { lazy, Suspense, useState, type SyntheticEvent } from 'react'
import { addComment, editComment, removeComment, type TaskComment } from '#contract/followup/tasks.ts'
import { readNewcomer, type NewcomerDetail } from '#contract/followup/people.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { AreaField } from '../../ui/controls/field.tsx'
import { IconPencil } from '../../ui/icons.ts'
import { toast } from '../../ui/toasts/index.ts'
import { TaskCard } from '../hub/task-card.tsx'
import { failureText } from '../words.ts'
import { MendedText } from './mended-text.tsx'
import classes from './person.module.css'

const TaskDialog = lazy(async () => ({ default: (await import('./task-dialog.tsx')).TaskDialog }))

type Task = NewcomerDetail['tasks'][number]

function Comment({ comment: { id, message, personName, date, isMine, isEdited } }: { comment: TaskComment }) {
  const t = useTexts()
  const format = useFormat()
  const plan = {
    refreshes: [readNewcomer],
    failed: (failure: unknown) => void toast.bad(t(failureText(failure))),
  }
  const remove = useCall(() => call(removeComment, { params: { id } }), plan)
  const edit = useCall((text: string) => call(editComment, { params: { id }, body: { comment: text } }), plan)
  return (
    <li>
      <span className="small muted">{t('followup.log.by', { name: personName, at: format.lately(date) })}</span>
      <MendedText
        {...{ isMine, isEdited }}
        text={message}
        label={t('followup.task.comment')}
        busy={remove.busy || edit.busy}
        onSave={(text, done) => edit.run(text, { done })}
        onRemove={() => remove.run()}
      />
    </li>
  )
}

function Discussion({ task }: { task: Task }) {
  const t = useTexts()
  const [comment, setComment] = useState('')
  const add = useCall(() => call(addComment, { params: { id: task.id }, body: { comment } }), {
    refreshes: [readNewcomer],
    done: () => setComment(''),
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    add.run()
  }
  return (
    <>
      {task.discussion.length > 0 && (
        <ul className={classes['log']}>
          {task.discussion.map((one) => (
            <Comment key={one.id} comment={one} />
          ))}
        </ul>
      )}
      <form className={classes['stack']} onSubmit={submit}>
        <AreaField
          label={t('followup.task.comment')}
          value={comment}
          required
          rows={1}
          maxLength={4000}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
        <Button type="submit" size="sm" busy={add.busy} className={classes['end']}>
          {t('followup.task.addComment')}
        </Button>
      </form>
    </>
  )
}

const COMPLETED = 2
const isOpen = ({ status }: Task) => status < COMPLETED || status > COMPLETED + 1

function OneTask({ task, team }: { task: Task; team: NewcomerDetail['team'] }) {
  const t = useTexts()
  const [isEditing, setEditing] = useState(false)
  return (
    <TaskCard task={task}>
      {task.note && <p className={classes['said']}>{task.note}</p>}
      <Button kind="quiet" size="sm" icon={IconPencil} className={classes['start']} onClick={() => setEditing(true)}>
        {t('followup.task.edit')}
      </Button>
      <Discussion task={task} />
      {isEditing && (
        <Suspense fallback={null}>
          <TaskDialog {...{ task, team }} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </TaskCard>
  )
}

/** What is to be done about them, and what is said of it; what is closed stands folded below. */
export function TasksCard({ detail: { tasks, team } }: { detail: NewcomerDetail }) {
  const t = useTexts()
  const closed = tasks.filter((task) => !isOpen(task))
  return (
    <>
      {tasks.filter(isOpen).map((task) => (
        <OneTask key={task.id} {...{ task, team }} />
      ))}
      {closed.length > 0 && (
        <details className={classes['closed']}>
          <summary>{t('followup.task.closed', { count: closed.length })}</summary>
          <div className={classes['stack']}>
            {closed.map((task) => (
              <OneTask key={task.id} {...{ task, team }} />
            ))}
          </div>
        </details>
      )}
    </>
  )
}
