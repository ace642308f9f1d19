import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { IconX } from '../../ui/icons.ts'
import { type Draft, countNumbers } from '../draft/draft.ts'
import classes from './destination.module.css'
import { usePeopleNames } from './kinds.ts'

export type Change = (part: Partial<Draft>) => void

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
export function Chosen({ draft, onChange, onForgetFile, everybody, groupOf }: ChosenProps) {
  const t = useTexts()
  const { allContacts, groupIds, persons, linkedPersonIds, phoneNumbers, file } = draft
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
          name={t('messaging.compose.fromFile', { count: file.contacts, name: file.fileName })}
          onRemove={onForgetFile}
        />
      )}
    </ul>
  )
}
