import { useState, type ReactNode, useId } from 'react'
import { type GroupRow, removeGroup, addGroup, editGroup } from '#contract/people/groups.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { MenuItem, MenuLink } from '../../ui/data-table/index.ts'
import { IconMessage, IconPencil, IconTrash, IconUsers } from '../../ui/icons.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { toast } from '../../ui/toasts/index.ts'
import { ChangeDialog } from '../changes/change-dialog.tsx'
import { usePeopleChanged, useGroups } from '../queries.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { AreaField, TextField } from '../../ui/controls/field.tsx'
import { faultsOf, hasCode } from '../failure-text.ts'

type GroupDraft = Pick<GroupRow, 'name' | 'category' | 'description'>

function useSaveGroup(group: GroupRow | null, onSaved: () => void) {
  const t = useTexts()
  const changed = usePeopleChanged()
  const press = useIdempotencyKey()
  return useCall(
    (body: GroupDraft) =>
      group
        ? call(editGroup, { params: { id: group.id }, body })
        : call(addGroup, { body }, { idempotencyKey: press.keyFor(body) }),
    {
      done: ({ name }) => {
        press.done()
        void changed()
        toast.ok(t(group ? 'people.form.saved' : 'people.form.added', { name }))
        onSaved()
      },
    },
  )
}

/** Adds a group, or changes one; headings that there are already are offered. */
function GroupFormDialog({ group, onClose }: { group: GroupRow | null; onClose: () => void }) {
  const t = useTexts()
  const headings = useId()
  const [draft, setDraft] = useState<GroupDraft>({
    name: group?.name ?? '',
    category: group?.category ?? '',
    description: group?.description ?? '',
  })
  const save = useSaveGroup(group, onClose)
  const categories = [...new Set((useGroups().data ?? []).map(({ category }) => category))]
  const isTaken = hasCode(save.failure, 'name_taken')
  const faults = faultsOf(save.failure)
  const nameFault = faults.has('name') ? t('people.fault.name') : undefined
  const change = (part: Partial<GroupDraft>) => {
    // What was refused is being changed.
    save.forget()
    setDraft((before) => ({ ...before, ...part }))
  }
  return (
    <ChangeDialog
      title={group ? t('people.form.editTitle', { name: group.name }) : t('people.groups.add')}
      act={t(group ? 'people.form.save' : 'people.groups.add')}
      isBusy={save.busy}
      failure={isTaken || faults.size > 0 ? null : save.failure}
      onAct={() => save.run(draft)}
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
    </ChangeDialog>
  )
}

/** Removes a group; the people stay. */
function RemoveGroupDialog({ group: { id, name, people }, onClose }: { group: GroupRow; onClose: () => void }) {
  const t = useTexts()
  const changed = usePeopleChanged()
  const remove = useCall(() => call(removeGroup, { params: { id } }), {
    done: () => {
      void changed()
      toast.ok(t('people.groups.removed', { name }))
      onClose()
    },
  })
  return (
    <ChangeDialog
      title={t('people.groups.removeTitle', { name })}
      act={t('people.groups.remove')}
      isDanger
      isBusy={remove.busy}
      failure={remove.failure}
      onAct={() => remove.run()}
      onClose={onClose}
    >
      <p>{t('people.groups.removeText', { count: people })}</p>
    </ChangeDialog>
  )
}

type Asked = { act: 'edit'; group: GroupRow | null } | { act: 'remove'; group: GroupRow }

function dialogOf(asked: Asked | null, onClose: () => void): ReactNode {
  if (!asked) return null
  if (asked.act === 'remove') return <RemoveGroupDialog group={asked.group} onClose={onClose} />
  return <GroupFormDialog group={asked.group} onClose={onClose} />
}

function GroupActs({ group, ask }: { group: GroupRow; ask: (asked: Asked) => void }) {
  const t = useTexts()
  const [canSend, canWrite] = [useCan('messages.send'), useCan('people.write')]
  return (
    <>
      <MenuLink icon={IconUsers} to={paths.people} search={{ group: group.id }}>
        {t('people.groups.showPeople')}
      </MenuLink>
      {canSend && group.people > 0 && (
        <MenuLink icon={IconMessage} to={paths.composeSms} search={{ group: group.id }}>
          {t('people.list.sendSms')}
        </MenuLink>
      )}
      {canWrite && (
        <>
          <MenuItem icon={IconPencil} onPick={() => ask({ act: 'edit', group })}>
            {t('people.acts.edit')}
          </MenuItem>
          <MenuItem icon={IconTrash} isDanger onPick={() => ask({ act: 'remove', group })}>
            {t('people.groups.remove')}
          </MenuItem>
        </>
      )}
    </>
  )
}

/** What can be done with one group, and the dialogs of it and of a new one. */
export function useGroupActs() {
  const [asked, ask] = useState<Asked | null>(null)
  return {
    add: () => ask({ act: 'edit', group: null }),
    rowActions: (group: GroupRow) => <GroupActs group={group} ask={ask} />,
    dialog: dialogOf(asked, () => ask(null)),
  }
}
