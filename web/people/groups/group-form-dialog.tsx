import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { addGroup, editGroup, type GroupRow } from '#contract/people/groups.ts'
import { call } from '../../lib/api.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { usePressKey } from '../../lib/press-key.ts'
import { AreaField, TextField } from '../../ui/controls/field.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { ActDialog } from '../acts/act-dialog.tsx'
import { useGroups } from '../queries.ts'
import { faultsOf, hasCode } from '../shared/failure-text.ts'
import { usePeopleChanged } from '../shared/use-people-changed.ts'

type GroupDraft = Pick<GroupRow, 'name' | 'category' | 'description'>

function useSaveGroup(group: GroupRow | null, onSaved: () => void) {
  const t = useTexts()
  const changed = usePeopleChanged()
  const press = usePressKey()
  return useMutation({
    mutationFn: (body: GroupDraft) =>
      group
        ? call(editGroup, { params: { id: group.id }, body })
        : call(addGroup, { body }, { idempotencyKey: press.keyFor(body) }),
    onSuccess: ({ name }) => {
      press.done()
      void changed()
      toast.ok(t(group ? 'people.form.saved' : 'people.form.added', { name }))
      onSaved()
    },
  })
}

/** Adds a group, or changes one; headings that there are already are offered. */
export function GroupFormDialog({ group, onClose }: { group: GroupRow | null; onClose: () => void }) {
  const t = useTexts()
  const headings = useId()
  const [draft, setDraft] = useState<GroupDraft>({
    name: group?.name ?? '',
    category: group?.category ?? '',
    description: group?.description ?? '',
  })
  const save = useSaveGroup(group, onClose)
  const categories = [...new Set((useGroups().data ?? []).map(({ category }) => category))]
  const isTaken = hasCode(save.error, 'name_taken')
  const faults = faultsOf(save.error)
  const nameFault = faults.has('name') ? t('people.fault.name') : undefined
  const change = (part: Partial<GroupDraft>) => {
    // What was refused is being changed.
    if (save.isError) save.reset()
    setDraft((before) => ({ ...before, ...part }))
  }
  return (
    <ActDialog
      title={group ? t('people.form.editTitle', { name: group.name }) : t('people.groups.add')}
      act={t(group ? 'people.form.save' : 'people.groups.add')}
      isBusy={save.isPending}
      failure={isTaken || faults.size > 0 ? null : save.error}
      onAct={() => save.mutate(draft)}
      onClose={onClose}
    >
      <TextField
        label={t('people.groups.name')}
        autoComplete="off"
        maxLength={100}
        required
        value={draft.name}
        error={isTaken ? t('people.groups.nameTaken') : nameFault}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label={t('people.groups.category')}
        hint={t('people.groups.categoryHint')}
        autoComplete="off"
        maxLength={100}
        required
        list={headings}
        value={draft.category}
        error={faults.has('category') ? t('people.fault.name') : undefined}
        onChange={(event) => change({ category: event.target.value })}
      />
      <datalist id={headings}>
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </datalist>
      <AreaField
        label={t('people.groups.description')}
        aside={t('people.form.optional')}
        rows={3}
        maxLength={500}
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
      />
    </ActDialog>
  )
}
