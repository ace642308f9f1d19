import { useMutation } from '@tanstack/react-query'
import { undoAct } from '#contract/people/acts.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { toast, undo } from '../../ui/toasts/index.ts'
import { failureText } from '../shared/failure-text.ts'
import { usePeopleChanged } from '../shared/use-people-changed.ts'

/** `aside`: what else is to be known, such as who was left out. */
type Answer = { people: number; actId?: string | null; aside?: string | undefined }

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
