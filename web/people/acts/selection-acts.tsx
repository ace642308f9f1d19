import { useTexts } from '../../lib/languages/index.ts'
import { useCan } from '../../lib/session.ts'
import {
  MenuItem,
  MoreMenu,
  nothingSelected,
  selectedCount,
  SelectionAction,
  type Selection,
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
} from '../../ui/icons.ts'
import { peopleSelectionOf, type PeopleFilter } from '../people-filter.ts'
import { useGroups } from '../queries.ts'
import { useSendSmsTo } from '../send-sms-to.ts'
import type { Chosen } from './act-dialog.tsx'
import type { PeopleActs } from './use-people-acts.tsx'

const MERGED_AT_LEAST = 2
const MERGED_AT_MOST = 5

type SelectionActsProps = {
  filter: PeopleFilter
  total: number
  value: Selection
  onChange: (selection: Selection) => void
  acts: PeopleActs
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
