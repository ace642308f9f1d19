import { useState, type ReactNode } from 'react'
import type { GroupRow } from '#contract/people/groups.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useCan } from '../../lib/session.ts'
import { MenuItem, MenuLink } from '../../ui/data-table/index.ts'
import { IconMessage, IconPencil, IconTrash, IconUsers } from '../../ui/icons.ts'
import { GroupFormDialog } from './group-form-dialog.tsx'
import { RemoveGroupDialog } from './remove-group-dialog.tsx'

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
