import { useState } from 'react'
import { erasePeople } from '#contract/people/changes.ts'
import { listPeople } from '#contract/people/persons.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { hasCode } from '../failure-text.ts'
import { usePeopleChanged } from '../queries.ts'
import { ChangeDialog, type ChangeDialogProps, type Chosen } from './change-dialog.tsx'
import { usePeopleChange } from './use-people-change.ts'

/** How many people match by now; the ticked ones are as many as were ticked. */
async function countNow({ people, count }: Chosen): Promise<number> {
  if ('ids' in people) return count
  const { total } = await call(listPeople, { query: { ...people.matching, limit: 1 } })
  return Math.max(0, total - (people.except?.length ?? 0))
}

/** The number that is confirmed. The server erases only so many; when the list has changed, they are counted anew. */
function useErase({ chosen, onClose, onDone }: ChangeDialogProps) {
  const t = useTexts()
  const changed = usePeopleChanged()
  const [count, setCount] = useState(chosen.count)
  const [typed, setTyped] = useState('')
  const act = usePeopleChange()
  const recount = useCall(() => countNow(chosen), {
    done: (now) => {
      setCount(now)
      setTyped('')
    },
  })
  const { people } = chosen
  const body = 'ids' in people ? { people } : { people, expected: count }
  const erase = () =>
    act.run(
      {
        run: (idempotencyKey) => call(erasePeople, { body }, { idempotencyKey }),
        means: body,
        done: (done) => t('people.erase.done', { count: done }),
        gone: 'ids' in people ? people.ids : [],
      },
      {
        done: () => {
          onDone()
          onClose()
        },
        failed: (failure) => {
          if (!hasCode(failure, 'changed_meanwhile')) return
          void changed()
          recount.run()
        },
      },
    )
  return { count, typed, setTyped, erase, failure: act.failure, isBusy: act.busy || recount.busy }
}

/** Erases archived people for ever, once their number was typed. */
export function EraseDialog(props: ChangeDialogProps) {
  const t = useTexts()
  const { number } = useFormat()
  const { name } = props.chosen
  const { count, typed, setTyped, erase, failure, isBusy } = useErase(props)
  return (
    <ChangeDialog
      title={name ? t('people.erase.titleOne', { name }) : t('people.erase.title', { count })}
      act={t('people.erase.act')}
      isDanger
      isIncomplete={count === 0 || typed.replace(/[\s.,]/g, '') !== String(count)}
      isBusy={isBusy}
      failure={failure}
      failureWords={hasCode(failure, 'changed_meanwhile') ? 'people.erase.changed' : undefined}
      onAct={erase}
      onClose={props.onClose}
    >
      <Note tone="warn">{t('people.erase.text')}</Note>
      <TextField
        label={t('people.erase.type', { number: number(count) })}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </ChangeDialog>
  )
}
