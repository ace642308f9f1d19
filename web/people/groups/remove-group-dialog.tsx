import { useMutation } from '@tanstack/react-query'
import { removeGroup, type GroupRow } from '#contract/people/groups.ts'
import { call } from '../../lib/api.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { toast } from '../../ui/toasts/index.ts'
import { ActDialog } from '../acts/act-dialog.tsx'
import { usePeopleChanged } from '../shared/use-people-changed.ts'

/** Removes a group; the people stay. */
export function RemoveGroupDialog({ group: { id, name, people }, onClose }: { group: GroupRow; onClose: () => void }) {
  const t = useTexts()
  const changed = usePeopleChanged()
  const remove = useMutation({
    mutationFn: () => call(removeGroup, { params: { id } }),
    onSuccess: () => {
      void changed()
      toast.ok(t('people.groups.removed', { name }))
      onClose()
    },
  })
  return (
    <ActDialog
      title={t('people.groups.removeTitle', { name })}
      act={t('people.groups.remove')}
      isDanger
      isBusy={remove.isPending}
      failure={remove.error}
      onAct={() => remove.mutate()}
      onClose={onClose}
    >
      <p>{t('people.groups.removeText', { count: people })}</p>
    </ActDialog>
  )
}
