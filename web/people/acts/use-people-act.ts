import { useMutation } from '@tanstack/react-query'
import { undoChange } from '#contract/people/changes.ts'
import { call } from '../../lib/api.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { toast, undo } from '../../ui/toasts/index.ts'
import { failureText } from '../shared/failure-text.ts'
import { usePeopleChanged } from '../shared/use-people-changed.ts'

/** `aside`: what else is to be known, such as who was left out. */
type Answer = { people: number; changeId?: string | null; aside?: string | undefined }

export type PeopleAct = {
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
    mutationFn: (changeId: string) => call(undoChange, { params: { id: changeId } }),
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
    onSuccess: ({ people, changeId, aside }, { done, gone }) => {
      press.done()
      void changed(gone)
      if (people === 0) toast.ok(t('people.acts.nothing'))
      else
        toast.ok(done(people), {
          ...(changeId && undo(t('ui.toast.undo'), () => takeBack(changeId))),
          ...(aside && { text: aside }),
        })
    },
  })
}
