import { useMutation } from '@tanstack/react-query'
import { undoAct, confirmPeople, removePeopleFromGroup, restorePeople } from '#contract/people/acts.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { toast, undo } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { usePeopleChanged } from '../queries.ts'
import type { Chosen } from './act-dialog.tsx'

/** `aside`: what else is to be known, such as who was left out. */
type Answer = { people: number; actId?: string | null; aside?: string | undefined }

type PeopleAct = {
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
export function useUndo() {
  const t = useTexts()
  const changed = usePeopleChanged()
  const undone = ({ people, kept }: { people: number; kept: number }) => {
    void changed()
    toast.ok(
      t('people.acts.undone', { count: people }),
      kept > 0 ? { text: t('people.acts.kept', { count: kept }) } : {},
    )
  }
  return useMutation({
    mutationFn: (actId: string) => call(undoAct, { params: { id: actId } }),
    onSuccess: undone,
    onError: (failure) => {
      void changed()
      toast.bad(t(failureText(failure)))
    },
  })
}

/** Does something to people: answers with a toast that can take it back, and the screens follow. */
export function usePeopleAct() {
  const t = useTexts()
  const changed = usePeopleChanged()
  const press = useIdempotencyKey()
  const takeBack = useUndo().mutate
  return useMutation({
    mutationFn: ({ run, means }: PeopleAct) => run(press.keyFor(means)),
    onSuccess: ({ people, actId, aside }, { done, gone }) => {
      press.done()
      void changed(gone)
      if (people === 0) toast.ok(t('people.acts.nothing'))
      else
        toast.ok(done(people), {
          ...(actId && undo(t('ui.toast.undo'), () => takeBack(actId))),
          ...(aside && { text: aside }),
        })
    },
  })
}

/** Acts that ask nothing first: they can be taken back at once. */
export function useQuickActs() {
  const t = useTexts()
  const act = usePeopleAct()
  const start = (wanted: PeopleAct, onDone?: () => void) => {
    if (act.isPending) return
    act.mutate(wanted, {
      onSuccess: () => onDone?.(),
      onError: (failure) => void toast.bad(t(failureText(failure))),
    })
  }
  return {
    isBusy: act.isPending,
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
