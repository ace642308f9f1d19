import { undoChange, confirmPeople, removePeopleFromGroup, restorePeople } from '#contract/people/changes.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { toast, undo } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { usePeopleChanged } from '../queries.ts'
import type { Chosen } from './change-dialog.tsx'

/** `aside`: what else is to be known, such as who was left out. */
type Answer = { people: number; changeId?: string | null; aside?: string | undefined }

type PeopleChange = {
  /** Sends it under this idempotency key. */
  run: (key: string) => Promise<Answer>
  /** What is meant; pressed twice, the same is done once. */
  means: unknown
  /** What was done to so many. */
  done: (people: number) => string
  /** Ids of those who are no more afterwards. */
  gone?: readonly string[]
}

/** Takes an act back and says for how many. */
function useTakeBack() {
  const t = useTexts()
  const changed = usePeopleChanged()
  return async (changeId: string): Promise<void> => {
    try {
      const { people, kept } = await call(undoChange, { params: { id: changeId } })
      const more = kept > 0 ? { text: t('people.acts.kept', { count: kept }) } : {}
      toast.ok(t('people.acts.undone', { count: people }), more)
    } catch (failure) {
      toast.bad(t(failureText(failure)))
    }
    void changed()
  }
}

/** The same where it is pressed on the page. */
export const useUndo = () => useCall(useTakeBack())

/** Does something to people: answers with a toast that can take it back, and the screens follow. */
export function usePeopleChange() {
  const t = useTexts()
  const changed = usePeopleChanged()
  const press = useIdempotencyKey()
  const takeBack = useTakeBack()
  return useCall(({ run, means }: PeopleChange) => run(press.keyFor(means)), {
    done: ({ people, changeId, aside }, { done, gone }) => {
      press.done()
      void changed(gone)
      if (people === 0) return toast.ok(t('people.acts.nothing'))
      return toast.ok(done(people), {
        ...(changeId && undo(t('ui.toast.undo'), () => void takeBack(changeId))),
        ...(aside && { text: aside }),
      })
    },
  })
}

/** Acts that ask nothing first: they can be taken back at once. */
export function useQuickChanges() {
  const t = useTexts()
  const act = usePeopleChange()
  const start = (wanted: PeopleChange, onDone?: () => void) => {
    act.run(wanted, {
      done: () => onDone?.(),
      failed: (failure) => void toast.bad(t(failureText(failure))),
    })
  }
  return {
    isBusy: act.busy,
    restore: ({ people, name }: Chosen, onDone?: () => void) =>
      start(
        {
          run: (idempotencyKey) => call(restorePeople, { body: { people } }, { idempotencyKey }),
          means: ['restore', people],
          done: (count) => (name ? t('people.restore.doneOne', { name }) : t('people.restore.done', { count })),
        },
        onDone,
      ),
    confirm: ({ people, name }: Chosen, onDone?: () => void) =>
      start(
        {
          run: (idempotencyKey) => call(confirmPeople, { body: { people } }, { idempotencyKey }),
          means: ['confirm', people],
          done: (count) => (name ? t('people.confirm.doneOne', { name }) : t('people.confirm.done', { count })),
        },
        onDone,
      ),
    leaveGroup: ({ people }: Chosen, group: { id: string; name: string }, onDone?: () => void) =>
      start(
        {
          run: (idempotencyKey) =>
            call(removePeopleFromGroup, { body: { people, groupId: group.id } }, { idempotencyKey }),
          means: ['leave', group.id, people],
          done: (count) => t('people.fromGroup.done', { count, group: group.name }),
        },
        onDone,
      ),
  }
}
