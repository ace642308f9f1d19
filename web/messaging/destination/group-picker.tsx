import { useState } from 'react'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { IconSearch } from '../../ui/icons.ts'
import { Picker } from '../../ui/picker/picker.tsx'
import { useGroups } from './queries.ts'

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Groups of the church that are not chosen yet, with the number of people in each. */
export function GroupPicker({ chosen, onPick }: { chosen: readonly string[]; onPick: (id: string) => void }) {
  const t = useTexts()
  const { number } = useFormat()
  const [search, setSearch] = useState('')
  const groups = useGroups()
  const left = (groups.data ?? []).filter(({ id }) => !chosen.includes(id))
  const options = left.filter(({ name }) => plain(name).includes(plain(search.trim())))
  const status = () => {
    if (groups.isPending) return t('ui.state.loading')
    if (groups.isError) return t('messaging.compose.groupsFailed')
    if (groups.data.length === 0) return t('messaging.compose.noGroups')
    if (left.length === 0) return t('messaging.compose.allGroupsChosen')
    return options.length === 0 ? t('messaging.compose.noMatch') : null
  }
  return (
    <Picker
      label={t('messaging.compose.groups')}
      placeholder={t('messaging.compose.addGroup')}
      icon={IconSearch}
      staysOpen
      text={search}
      onType={setSearch}
      options={options.map(({ id, name, people }) => ({ id, name, aside: number(people) }))}
      onPick={({ id }) => {
        onPick(id)
        setSearch('')
      }}
      status={status()}
    />
  )
}
