import { useState } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { IconSearch } from '../../ui/icons.ts'
import { Phone } from '../../ui/marks/phone.tsx'
import type { ChosenPerson } from '../draft/draft.ts'
import { Picker } from '../../ui/picker/picker.tsx'
import { usePersonSearch } from '../../lib/person-search.ts'

/** Persons by three letters or more of their name or number; who is chosen is not found again. */
export function PersonPicker({
  chosen,
  onPick,
}: {
  chosen: ReadonlySet<string>
  onPick: (person: ChosenPerson) => void
}) {
  const t = useTexts()
  const [search, setSearch] = useState('')
  const { found, isLongEnough, isSettled, failure } = usePersonSearch(search)
  const options = found.filter(({ id }) => !chosen.has(id))
  const status = () => {
    if (!isLongEnough) return t('messaging.compose.searchHint')
    if (failure) return t('messaging.compose.searchFailed')
    if (!isSettled) return options.length === 0 ? t('ui.state.loading') : null
    return options.length === 0 ? t('messaging.compose.noMatch') : null
  }
  return (
    <Picker
      label={t('messaging.compose.persons')}
      placeholder={t('messaging.compose.searchPerson')}
      icon={IconSearch}
      staysOpen
      text={search}
      onType={setSearch}
      options={options.map(({ id, name, phone }) => ({
        id,
        name,
        aside: phone ? <Phone value={phone} /> : t('messaging.compose.noNumber'),
      }))}
      onPick={({ id, name }) => {
        onPick({ id, name })
        setSearch('')
      }}
      status={status()}
    />
  )
}
