import { removeFamily, type FamilyRow } from '#contract/people/families.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { toast } from '../../ui/toasts/index.ts'
import { ChangeDialog } from '../changes/change-dialog.tsx'
import { usePeopleChanged } from '../queries.ts'

function useRemoveFamily() {
  const changed = usePeopleChanged()
  return useCall((id: string) => call(removeFamily, { params: { id } }), { done: (_, id) => void changed([id]) })
}

type RemoveFamilyProps = { family: FamilyRow; onClose: () => void; onDone?: () => void }

/** Removes a family; the people stay. */
export function RemoveFamilyDialog({ family: { id, name }, onClose, onDone }: RemoveFamilyProps) {
  const t = useTexts()
  const remove = useRemoveFamily()
  const act = () =>
    remove.run(id, {
      done: () => {
        toast.ok(t('people.family.removed', { name }))
        onClose()
        onDone?.()
      },
    })
  return (
    <ChangeDialog
      title={t('people.family.removeTitle', { name })}
      act={t('people.family.remove')}
      isDanger
      isBusy={remove.busy}
      failure={remove.failure}
      onAct={act}
      onClose={onClose}
    >
      <p>{t('people.family.removeText')}</p>
    </ChangeDialog>
  )
}
