import { useMutation } from '@tanstack/react-query'
import { removeFamily, type FamilyRow } from '#contract/people/families.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { toast } from '../../ui/toasts/index.ts'
import { ActDialog } from '../acts/act-dialog.tsx'
import { usePeopleChanged } from '../queries.ts'

function useRemoveFamily() {
  const changed = usePeopleChanged()
  return useMutation({
    mutationFn: (id: string) => call(removeFamily, { params: { id } }),
    onSuccess: (_, id) => void changed([id]),
  })
}

type RemoveFamilyProps = { family: FamilyRow; onClose: () => void; onDone?: () => void }

/** Removes a family; the people stay. */
export function RemoveFamilyDialog({ family: { id, name }, onClose, onDone }: RemoveFamilyProps) {
  const t = useTexts()
  const remove = useRemoveFamily()
  const act = () =>
    remove.mutate(id, {
      onSuccess: () => {
        toast.ok(t('people.family.removed', { name }))
        onClose()
        onDone?.()
      },
    })
  return (
    <ActDialog
      title={t('people.family.removeTitle', { name })}
      act={t('people.family.remove')}
      isDanger
      isBusy={remove.isPending}
      failure={remove.error}
      onAct={act}
      onClose={onClose}
    >
      <p>{t('people.family.removeText')}</p>
    </ActDialog>
  )
}
