import type { PersonRow } from '#contract/people/persons.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { MenuAnchor, MenuItem, MenuLink } from '../../ui/data-table/index.ts'
import {
  IconArchive,
  IconArchiveOff,
  IconCheck,
  IconMessage,
  IconPencil,
  IconPhone,
  IconTrash,
  IconUser,
} from '../../ui/icons.ts'
import { nameOf } from '../person-parts.tsx'
import type { PeopleActs } from './use-people-acts.tsx'

type RowActsProps = { person: PersonRow; isArchived: boolean; acts: PeopleActs }

const nothing = () => undefined

/** Who has no number can be neither written to nor called. */
function Reach({ person: { id, phone } }: { person: PersonRow }) {
  const t = useTexts()
  const canSend = useCan('messages.send')
  if (!phone) return null
  return (
    <>
      {canSend && (
        <MenuLink icon={IconMessage} to={paths.composeSms} search={{ persons: id }}>
          {t('people.list.sendSms')}
        </MenuLink>
      )}
      <MenuAnchor icon={IconPhone} href={`tel:${phone}`}>
        {t('people.list.call')}
      </MenuAnchor>
    </>
  )
}

/** What can be done with one person of the list. */
export function RowActs({ person, isArchived, acts: { ask, restore, confirm } }: RowActsProps) {
  const t = useTexts()
  const canWrite = useCan('people.write')
  const { id } = person
  const chosen = { people: { ids: [id] }, count: 1, name: nameOf(person) }
  return (
    <>
      <MenuLink icon={IconUser} to={paths.person} params={{ id }}>
        {t('people.acts.open')}
      </MenuLink>
      {canWrite && !isArchived && (
        <MenuLink icon={IconPencil} to={paths.person} params={{ id }} search={{ edit: 'yes' }}>
          {t('people.acts.edit')}
        </MenuLink>
      )}
      {canWrite && !isArchived && !person.confirmed && (
        <MenuItem icon={IconCheck} onPick={() => confirm(chosen)}>
          {t('people.confirm.act')}
        </MenuItem>
      )}
      {!isArchived && <Reach person={person} />}
      {canWrite && !isArchived && (
        <MenuItem icon={IconArchive} onPick={() => ask({ act: 'archive', chosen, onDone: nothing })}>
          {t('people.archive.act')}
        </MenuItem>
      )}
      {canWrite && isArchived && (
        <>
          <MenuItem icon={IconArchiveOff} onPick={() => restore(chosen)}>
            {t('people.restore.act')}
          </MenuItem>
          <MenuItem icon={IconTrash} isDanger onPick={() => ask({ act: 'erase', chosen, onDone: nothing })}>
            {t('people.erase.act')}
          </MenuItem>
        </>
      )}
    </>
  )
}
