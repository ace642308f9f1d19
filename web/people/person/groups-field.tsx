import { plain } from '../../languages/names.ts'
import { useState } from 'react'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { IconSearch } from '../../ui/icons.ts'
import { Chip, Chips, Picker } from '../../ui/picker/picker.tsx'
import { useGroups } from '../queries.ts'
import type { PersonDraft } from './draft.ts'

type GroupsFieldProps = { chosen: PersonDraft['groups']; onChange: (groups: PersonDraft['groups']) => void }

/** The groups somebody belongs to, found by name. */
export function GroupsField({ chosen, onChange }: GroupsFieldProps) {
  const t = useTexts()
  const { number } = useFormat()
  const [search, setSearch] = useState('')
  const groups = useGroups()
  const left = (groups.data ?? []).filter(({ id }) => !chosen.some((group) => group.id === id))
  const options = left.filter(({ name }) => plain(name).includes(plain(search)))
  const status = () => {
    if (groups.isPending) return t('ui.state.loading')
    if (groups.isError) return t('people.groups.loadFailed')
    if (groups.data.length === 0) return t('people.toGroup.none')
    return options.length === 0 ? t('people.form.noGroup') : null
  }
  return (
    <div className="stack">
      <Picker
        label={t('people.list.groups')}
        placeholder={t('people.form.addToGroup')}
        icon={IconSearch}
        staysOpen
        text={search}
        onType={setSearch}
        options={options.map(({ id, name, people }) => ({ id, name, aside: number(people) }))}
        onPick={({ id, name }) => {
          onChange([...chosen, { id, name }])
          setSearch('')
        }}
        status={status()}
      />
      {chosen.length > 0 && (
        <Chips label={t('people.form.groupsOf')}>
          {chosen.map(({ id, name }) => (
            <Chip
              key={id}
              name={name}
              remove={t('people.form.removeGroup', { name })}
              onRemove={() => onChange(chosen.filter((group) => group.id !== id))}
            />
          ))}
        </Chips>
      )}
    </div>
  )
}
