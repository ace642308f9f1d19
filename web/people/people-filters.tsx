import type { GroupRow } from '#contract/people/groups.ts'
import { useFormat } from '../lib/format.tsx'
import { useTexts } from '../lib/languages/index.ts'
import { Choices, FilterButton, FilterChip, FilterChips } from '../ui/filters/index.ts'
import { kinds, type PeopleFiltering } from './people-filter.ts'
import { kindNames } from './person-parts.tsx'
import { useGroups } from './queries.ts'

type FilteringProps = { filtering: PeopleFiltering }

function ByKind({ filtering }: FilteringProps) {
  const t = useTexts()
  const choices = [
    { value: '' as const, label: t('people.filter.anyKind') },
    ...kinds.map((value) => ({ value, label: t(kindNames[value]) })),
  ]
  return (
    <Choices
      shape="chips"
      legend={t('people.filter.kind')}
      choices={choices}
      value={filtering.filter.kind ?? ''}
      onChange={filtering.pickKind}
    />
  )
}

function ByGroup({ filtering, groups }: FilteringProps & { groups: readonly GroupRow[] }) {
  const t = useTexts()
  const format = useFormat()
  const listed = groups.map(({ id, name, people }) => ({ value: id, label: name, aside: format.number(people) }))
  return (
    <Choices
      shape="list"
      legend={t('people.filter.group')}
      choices={[{ value: '', label: t('people.filter.anyGroup') }, ...listed]}
      value={filtering.filter.group ?? ''}
      onChange={filtering.pickGroup}
    />
  )
}

/** Opens the filters by type and group; without groups only the type is asked. */
export function PeopleFilterButton({ filtering, total }: FilteringProps & { total: number }) {
  const t = useTexts()
  const groups = useGroups().data ?? []
  return (
    <FilterButton count={filtering.count} done={t('people.filter.show', { count: total })}>
      <ByKind filtering={filtering} />
      {groups.length > 0 && <ByGroup filtering={filtering} groups={groups} />}
    </FilterButton>
  )
}

/** The filters that are on, each with its way off. */
export function PeopleFilterChips({ filtering }: FilteringProps) {
  const t = useTexts()
  const groups = useGroups()
  const { group, kind } = filtering.filter
  if (filtering.count === 0) return null
  const name =
    groups.data?.find(({ id }) => id === group)?.name ?? (groups.isPending ? '…' : t('people.filter.unknownGroup'))
  return (
    <FilterChips onClearAll={filtering.clearFilters}>
      {kind && (
        <FilterChip
          label={t('people.filter.kindIs')}
          value={t(kindNames[kind])}
          onRemove={() => filtering.pickKind('')}
        />
      )}
      {group && <FilterChip label={t('people.filter.groupIs')} value={name} onRemove={() => filtering.pickGroup('')} />}
    </FilterChips>
  )
}
