import { confirmPeople, removePeopleFromGroup, restorePeople } from '#contract/people/acts.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../shared/failure-text.ts'
import type { Chosen } from './act-dialog.tsx'
import { usePeopleAct, type PeopleAct } from './use-people-act.ts'

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
