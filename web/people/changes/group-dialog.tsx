import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addPeopleToGroup } from '#contract/people/changes.ts'
import type { GroupRow } from '#contract/people/groups.ts'
import { call } from '../../api/call.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { useGroups } from '../queries.ts'
import { ChangeDialog, type ChangeDialogProps } from './change-dialog.tsx'
import { usePeopleChange } from './use-people-change.ts'

/** Groups below their headings, both in the order of the alphabet as the server gave it. */
export function byCategory(groups: readonly GroupRow[]): readonly (readonly [string, readonly GroupRow[]])[] {
  const found = new Map<string, GroupRow[]>()
  for (const group of groups) found.set(group.category, [...(found.get(group.category) ?? []), group])
  return [...found]
}

type GroupSelectProps = { groups: readonly GroupRow[]; value: string; onChange: (id: string) => void }

function GroupSelect({ groups, value, onChange }: GroupSelectProps) {
  const t = useTexts()
  return (
    <SelectField label={t('people.filter.group')} value={value} onChange={(event) => onChange(event.target.value)}>
      <option value="" disabled hidden>
        {t('people.toGroup.choose')}
      </option>
      {byCategory(groups).map(([category, listed]) => (
        <optgroup key={category} label={category}>
          {listed.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}

/** Puts people into a group that the church has. */
export function GroupDialog({ chosen: { people, count, name }, onClose, onDone }: ChangeDialogProps) {
  const t = useTexts()
  const [groupId, setGroupId] = useState('')
  const groups = useGroups()
  const act = usePeopleChange()
  const group = groups.data?.find(({ id }) => id === groupId)
  const add = () =>
    act.run(
      {
        run: (idempotencyKey) => call(addPeopleToGroup, { body: { people, groupId } }, { idempotencyKey }),
        means: { people, groupId },
        done: (done) => t('people.toGroup.done', { count: done, group: group?.name ?? '' }),
      },
      {
        done: () => {
          onDone()
          onClose()
        },
      },
    )
  const isWithout = groups.data?.length === 0
  return (
    <ChangeDialog
      title={name ? t('people.toGroup.titleOne', { name }) : t('people.toGroup.title', { count })}
      act={t('people.toGroup.act')}
      isIncomplete={!group}
      isBusy={act.busy}
      failure={act.failure ?? (groups.data ? null : groups.error)}
      onAct={add}
      onClose={onClose}
    >
      {isWithout ? (
        <p>
          {t('people.toGroup.none')} <Link to={paths.groups}>{t('people.toGroup.toGroups')}</Link>
        </p>
      ) : (
        <GroupSelect groups={groups.data ?? []} value={groupId} onChange={setGroupId} />
      )}
      <p className="muted">{t('people.toGroup.text')}</p>
    </ChangeDialog>
  )
}
