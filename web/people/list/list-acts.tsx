import { useAct } from '../../api/use-act.ts'
import { useTexts } from '../../languages/index.ts'
import { useCan } from '../../session/session.ts'
import {
  MenuItem,
  MoreMenu,
  nothingSelected,
  selectedCount,
  SelectionAction,
  type Selection,
  MenuAnchor,
  MenuLink,
} from '../../ui/data-table/index.ts'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowMerge,
  IconCheck,
  IconMessage,
  IconTag,
  IconTrash,
  IconUsersMinus,
  IconUsersPlus,
  IconPencil,
  IconPhone,
  IconUser,
} from '../../ui/icons.ts'
import { idsOfMatching, peopleSelectionOf, type PeopleFilter, peopleQueryOf } from '../people-filter.ts'
import { useGroups } from '../queries.ts'
import type { Chosen } from '../changes/change-dialog.tsx'
import type { PeopleChanges } from '../changes/use-people-changes.tsx'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../routing/paths.ts'
import { toast } from '../../ui/toasts/index.ts'
import type { PersonRow } from '#contract/people/persons.ts'
import { nameOf } from '../words.ts'

type RowActsProps = { person: PersonRow; isArchived: boolean; acts: PeopleChanges }

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

/** 200 ids are 7 kB; addresses beyond 8 kB are refused on the way by some proxies. */
const IN_ADDRESS = 200
/** People that one message takes by their ids. */
const MOST = 5_000

/** Everybody of one group, and nothing else is asked: the message then goes to the group itself, whatever its size. */
function wholeGroup(filter: PeopleFilter, except: readonly string[]): string | undefined {
  const { groupId, ...others } = peopleQueryOf(filter)
  return except.length === 0 && Object.keys(others).length === 0 ? groupId : undefined
}

/** Opens the compose page with these persons chosen, or with everybody who matches the filter. */
function useSendSmsTo(filter: PeopleFilter) {
  const t = useTexts()
  const navigate = useNavigate()
  const { busy: isBusy, run } = useAct()
  const sendTo = (ids: readonly string[]) =>
    void (ids.length <= IN_ADDRESS
      ? navigate({ to: paths.composeSms, search: { persons: ids.join(',') } })
      : navigate({ to: paths.composeSms, state: { persons: [...ids] } }))
  const sendToMatching = (except: readonly string[], count: number) => {
    const group = wholeGroup(filter, except)
    if (group) return void navigate({ to: paths.composeSms, search: { group } })
    if (count > MOST)
      return void toast.warn(t('people.sms.tooManyTitle'), { text: t('people.sms.tooManyText', { count: MOST }) })
    run(() => idsOfMatching(filter, except, MOST).then(sendTo, () => void toast.bad(t('people.sms.failed'))))
  }
  return {
    isBusy,
    sendTo,
    /** `count`: how many are selected. */
    sendToSelected: (selection: Selection, count: number) =>
      selection.kind === 'ids' ? sendTo(selection.ids) : sendToMatching(selection.except, count),
  }
}

const MERGED_AT_LEAST = 2
const MERGED_AT_MOST = 5

type SelectionActsProps = {
  filter: PeopleFilter
  total: number
  value: Selection
  onChange: (selection: Selection) => void
  acts: PeopleChanges
}

type ActsProps = SelectionActsProps & { chosen: Chosen; onDone: () => void }

/** What is asked for less often. */
function MoreActs({ filter, value, chosen, onDone, acts: { ask, leaveGroup } }: ActsProps) {
  const t = useTexts()
  const group = useGroups().data?.find(({ id }) => id === filter.group)
  const canMerge = value.kind === 'ids' && chosen.count >= MERGED_AT_LEAST && chosen.count <= MERGED_AT_MOST
  return (
    <MoreMenu label={t('people.acts.more')}>
      {group && (
        <MenuItem icon={IconUsersMinus} onPick={() => leaveGroup(chosen, group, onDone)}>
          {t('people.fromGroup.act', { group: group.name })}
        </MenuItem>
      )}
      <MenuItem icon={IconTag} onPick={() => ask({ act: 'kind', chosen, onDone })}>
        {t('people.toKind.act')}
      </MenuItem>
      {canMerge && (
        <MenuItem icon={IconArrowMerge} onPick={() => ask({ act: 'merge', ids: value.ids, onDone })}>
          {t('people.merge.act')}
        </MenuItem>
      )}
    </MoreMenu>
  )
}

/** With people who are in the lists. */
function PresentActs(props: ActsProps) {
  const t = useTexts()
  const { chosen, onDone, filter } = props
  const { ask, confirm, isBusy } = props.acts
  return (
    <>
      {filter.unconfirmed && (
        <SelectionAction
          icon={IconCheck}
          label={t('people.confirm.act')}
          busy={isBusy}
          onPick={() => confirm(chosen, onDone)}
        />
      )}
      <SelectionAction
        icon={IconUsersPlus}
        label={t('people.toGroup.act')}
        onPick={() => ask({ act: 'group', chosen, onDone })}
      />
      <SelectionAction
        icon={IconArchive}
        label={t('people.archive.act')}
        onPick={() => ask({ act: 'archive', chosen, onDone })}
      />
      <MoreActs {...props} />
    </>
  )
}

function ArchivedActs({ chosen, onDone, acts: { ask, restore, isBusy } }: ActsProps) {
  const t = useTexts()
  return (
    <>
      <SelectionAction
        icon={IconArchiveOff}
        label={t('people.restore.act')}
        busy={isBusy}
        onPick={() => restore(chosen, onDone)}
      />
      <SelectionAction
        icon={IconTrash}
        isDanger
        label={t('people.erase.act')}
        onPick={() => ask({ act: 'erase', chosen, onDone })}
      />
    </>
  )
}

/** What can be done with the ticked people, or with all that match. */
export function SelectionActs(props: SelectionActsProps) {
  const t = useTexts()
  const { filter, total, value, onChange } = props
  const [canSend, canWrite] = [useCan('messages.send'), useCan('people.write')]
  const { isBusy, sendToSelected } = useSendSmsTo(filter)
  const count = selectedCount(value, total)
  const whom = {
    ...props,
    chosen: { people: peopleSelectionOf(value, filter), count },
    onDone: () => onChange(nothingSelected),
  }
  if (filter.archived) return canWrite ? <ArchivedActs {...whom} /> : null
  return (
    <>
      {canSend && (
        <SelectionAction
          icon={IconMessage}
          label={t('people.list.sendSms')}
          busy={isBusy}
          onPick={() => sendToSelected(value, count)}
        />
      )}
      {canWrite && <PresentActs {...whom} />}
    </>
  )
}
