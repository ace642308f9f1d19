import { plain } from '../../languages/names.ts'
import { useState, type Ref } from 'react'
import { useTexts } from '../../languages/index.ts'
import { AreaField, Field } from '../../ui/controls/field.tsx'
import { IconChevronDown, IconSearch, IconX } from '../../ui/icons.ts'
import { UploadField } from '../contact-file/upload-field.tsx'
import { useUpload } from '../contact-file/use-upload.ts'
import { type Draft, type ChosenPerson, countNumbers, destinationOf } from '../draft/draft.ts'
import classes from './destination.module.css'
import { isKind, kinds, kindTexts, usedKinds, type Kind, useGroups, usePeopleNames } from './kinds.ts'
import { useFormat } from '../../languages/format.tsx'
import { Picker } from '../../ui/picker/picker.tsx'
import { Phone } from '../../ui/marks/phone.tsx'
import { usePersonSearch } from '../../lists/person-search.ts'
import { IconButton } from '../../ui/controls/button.tsx'

type Change = (part: Partial<Draft>) => void

type ChipProps = { name: string; count?: number | undefined; onRemove: () => void }

function Chip({ name, count, onRemove }: ChipProps) {
  const t = useTexts()
  const { number } = useFormat()
  return (
    <li className={classes['chip']}>
      <span className={classes['chipName']}>
        <bdi>{name}</bdi>
        {count !== undefined && <span className="muted num"> {number(count)}</span>}
      </span>
      <IconButton small label={t('messaging.compose.remove', { name })} icon={IconX} onClick={onRemove} />
    </li>
  )
}

/** More than these would fill the page. */
const NAMED_APART = 8

/** Persons whom a link or another page chose: one by one when they are few, else the first of them and how many more. */
function Linked({ ids, onChange }: { ids: readonly string[]; onChange: (ids: readonly string[]) => void }) {
  const t = useTexts()
  const names = usePeopleNames(ids).data ?? []
  const [first] = names
  if (ids.length <= NAMED_APART && names.length === ids.length)
    return names.map(({ id, name }) => (
      <Chip key={id} name={name} onRemove={() => onChange(ids.filter((other) => other !== id))} />
    ))
  const count = ids.length
  const label =
    first && count > 1
      ? t('messaging.compose.firstAndMore', { name: first.name, count: count - 1 })
      : t('messaging.compose.peopleChosen', { count })
  return <Chip name={label} onRemove={() => onChange([])} />
}

type ChosenProps = {
  draft: Draft
  onChange: Change
  onForgetFile: () => void
  /** People in the whole church. */
  everybody: number
  groupOf: (id: string) => { name: string; people: number } | undefined
}

/** Everybody the message goes to, each part removable. */
function Chosen({ draft, onChange, onForgetFile, everybody, groupOf }: ChosenProps) {
  const t = useTexts()
  const { allContacts, groupIds, persons, linkedPersonIds, phoneNumbers, file, failedOf } = draft
  const numbers = countNumbers(phoneNumbers)
  const group = (id: string) => groupOf(id) ?? { name: t('messaging.compose.aGroup'), people: undefined }
  return (
    <ul className={classes['chosen']} aria-label={t('messaging.compose.chosen')}>
      {allContacts && (
        <Chip
          name={t('messaging.compose.allContacts')}
          count={everybody}
          onRemove={() => onChange({ allContacts: false })}
        />
      )}
      {groupIds.map((id) => (
        <Chip
          key={id}
          name={group(id).name}
          count={group(id).people}
          onRemove={() => onChange({ groupIds: groupIds.filter((other) => other !== id) })}
        />
      ))}
      {linkedPersonIds.length > 0 && (
        <Linked ids={linkedPersonIds} onChange={(ids) => onChange({ linkedPersonIds: ids })} />
      )}
      {persons.map(({ id, name }) => (
        <Chip key={id} name={name} onRemove={() => onChange({ persons: persons.filter((other) => other.id !== id) })} />
      ))}
      {numbers > 0 && (
        <Chip
          name={t('messaging.compose.numbers', { count: numbers })}
          onRemove={() => onChange({ phoneNumbers: '' })}
        />
      )}
      {file && (
        <Chip
          name={
            file.contacts === null
              ? file.fileName
              : t('messaging.compose.fromFile', { count: file.contacts, name: file.fileName })
          }
          onRemove={onForgetFile}
        />
      )}
      {failedOf !== null && (
        <Chip name={t('messaging.compose.notReached')} onRemove={() => onChange({ failedOf: null })} />
      )}
    </ul>
  )
}

/** Persons by three letters or more of their name or number; who is chosen is not found again. */
function PersonPicker({ chosen, onPick }: { chosen: ReadonlySet<string>; onPick: (person: ChosenPerson) => void }) {
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

/** Groups of the church that are not chosen yet, with the number of people in each. */
function GroupPicker({ chosen, onPick }: { chosen: readonly string[]; onPick: (id: string) => void }) {
  const t = useTexts()
  const { number } = useFormat()
  const [search, setSearch] = useState('')
  const groups = useGroups()
  const left = (groups.data ?? []).filter(({ id }) => !chosen.includes(id))
  const options = left.filter(({ name }) => plain(name).includes(plain(search)))
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

type DestinationProps = {
  /** The ways to choose from. */
  offered?: readonly Kind[]
  allHint?: string
  draft: Draft
  onChange: Change
  everybody: number
  error: string | undefined
  ref: Ref<HTMLSelectElement>
}

/** Who gets the message: one way after another, all of them adding up. */
export function DestinationField(props: DestinationProps) {
  const { draft, onChange, everybody, error, ref } = props
  const t = useTexts()
  const { offered = kinds, allHint = t('messaging.compose.allHint') } = props
  const [kind, setKind] = useState<Kind | ''>(() => usedKinds(draft)[0] ?? '')
  const groups = useGroups()
  const uploading = useUpload((file) => onChange({ file }))
  const choose = (value: string) => {
    if (!isKind(value)) return
    setKind(value)
    if (value === 'all') onChange({ allContacts: true })
  }
  const change: Change = (part) => {
    if (part.allContacts === false && kind === 'all') setKind('')
    onChange(part)
  }
  const chosenPersons = new Set([...draft.linkedPersonIds, ...draft.persons.map(({ id }) => id)])
  return (
    <div className={classes['destination']}>
      <Field label={t('messaging.compose.to')} error={error} hint={kind === 'all' ? allHint : undefined}>
        {(control) => (
          <span className={classes['select']}>
            <select {...control} ref={ref} value={kind} onChange={(event) => choose(event.target.value)}>
              <option value="" disabled hidden>
                {t('messaging.compose.chooseDestination')}
              </option>
              {offered.map((one) => (
                <option key={one} value={one}>
                  {t(kindTexts[one])}
                </option>
              ))}
            </select>
            <IconChevronDown size={18} aria-hidden="true" />
          </span>
        )}
      </Field>
      {destinationOf(draft) !== null && (
        <Chosen
          draft={draft}
          onChange={change}
          onForgetFile={uploading.forget}
          everybody={everybody}
          groupOf={(id) => groups.data?.find((group) => group.id === id)}
        />
      )}
      {kind === 'groups' && (
        <GroupPicker chosen={draft.groupIds} onPick={(id) => onChange({ groupIds: [...draft.groupIds, id] })} />
      )}
      {kind === 'persons' && (
        <PersonPicker chosen={chosenPersons} onPick={(person) => onChange({ persons: [...draft.persons, person] })} />
      )}
      {kind === 'numbers' && (
        <AreaField
          label={t('messaging.compose.phoneNumbers')}
          hint={t('messaging.compose.numbersHint')}
          rows={3}
          dir="ltr"
          inputMode="text"
          autoComplete="off"
          value={draft.phoneNumbers}
          onChange={(event) => onChange({ phoneNumbers: event.target.value })}
        />
      )}
      {kind === 'file' && <UploadField uploading={uploading} />}
    </div>
  )
}
