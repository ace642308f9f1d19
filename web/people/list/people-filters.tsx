import type { GroupRow } from '#contract/people/groups.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Choices, FilterChip } from '../../ui/filters/index.ts'
import type { ListFilter } from '../../ui/list-page/list-filters.tsx'
import type { PeopleFiltering } from '../people-filter.ts'
import { kindNames } from '../person-parts.tsx'
import { useGroups } from '../queries.ts'
import { kinds } from '../words.ts'

type FilteringProps = { filtering: PeopleFiltering }

const none: readonly GroupRow[] = []

/** Without groups none is asked for. */
function GroupField({ filtering }: FilteringProps) {
  const t = useTexts()
  const format = useFormat()
  const { data: groups = none } = useGroups()
  const listed = groups.map(({ id, name, people }) => ({ value: id, label: name, aside: format.number(people) }))
  return (
    groups.length > 0 && (
      <Choices
        shape="list"
        legend={t('people.filter.group')}
        choices={[{ value: '', label: t('people.filter.anyGroup') }, ...listed]}
        value={filtering.state.group ?? ''}
        onChange={(group) => filtering.change({ group })}
      />
    )
  )
}

function GroupChip({ filtering }: FilteringProps) {
  const t = useTexts()
  const groups = useGroups()
  const { group } = filtering.state
  const name =
    groups.data?.find(({ id }) => id === group)?.name ?? (groups.isPending ? '…' : t('people.filter.unknownGroup'))
  return <FilterChip label={t('people.filter.groupIs')} value={name} onRemove={() => filtering.change({ group: '' })} />
}

const usual = { shape: 'chips', any: 'people.filter.anyKind' } as const
const kindWords: Record<string, TextId> = Object.fromEntries(kinds.map((kind) => [kind, kindNames[kind]]))

const kind: ListFilter = {
  ...usual,
  part: 'kind',
  legend: 'people.filter.kind',
  is: 'people.filter.kindIs',
  words: kindWords,
}

const others: readonly ListFilter[] = [
  {
    days: ['from', 'until'],
    legend: 'people.filter.joined',
    labels: ['people.filter.joinedFrom', 'people.filter.joinedUntil'],
    is: ['people.filter.joinedFromIs', 'people.filter.joinedUntilIs'],
  },
  {
    ...usual,
    part: 'phone',
    legend: 'people.filter.phone',
    is: 'people.filter.phoneIs',
    words: { yes: 'people.filter.withPhone', no: 'people.filter.withoutPhone' },
  },
  {
    ...usual,
    part: 'gender',
    legend: 'people.filter.gender',
    is: 'people.filter.genderIs',
    words: { female: 'people.filter.female', male: 'people.filter.male' },
  },
  {
    ...usual,
    part: 'unconfirmed',
    legend: 'people.filter.portal',
    is: 'people.filter.portal',
    words: { yes: 'people.filter.unconfirmed' },
  },
  {
    ...usual,
    part: 'archived',
    legend: 'people.filter.archive',
    any: 'people.filter.notArchived',
    is: 'people.filter.showing',
    words: { yes: 'people.filter.archived' },
  },
]

/** The filters of the people, in the order of the panel. */
export const peopleFilters = (filtering: PeopleFiltering): readonly ListFilter[] => [
  kind,
  {
    field: <GroupField filtering={filtering} />,
    chip: filtering.state.group && <GroupChip filtering={filtering} />,
  },
  ...others,
]
