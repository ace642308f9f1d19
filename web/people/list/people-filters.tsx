import type { GroupRow } from '#contract/people/groups.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { Choices, FilterButton, FilterChip, FilterChips } from '../../ui/filters/index.ts'
import type { PeopleFiltering } from '../people-filter.ts'
import { kinds } from '../words.ts'
import classes from './people-filters.module.css'
import { kindNames } from '../person-parts.tsx'
import { useGroups } from '../queries.ts'

type FilteringProps = { filtering: PeopleFiltering }

type Part = 'kind' | 'gender' | 'phone' | 'unconfirmed' | 'archived'
type Words = { legend: TextId; any: TextId; chip: TextId; values: Record<string, TextId> }

/** Filters of a few words each, in the order of the panel. */
const parts: Record<Part, Words> = {
  kind: {
    legend: 'people.filter.kind',
    any: 'people.filter.anyKind',
    chip: 'people.filter.kindIs',
    values: Object.fromEntries(kinds.map((kind) => [kind, kindNames[kind]])),
  },
  phone: {
    legend: 'people.filter.phone',
    any: 'people.filter.anyKind',
    chip: 'people.filter.phoneIs',
    values: { yes: 'people.filter.withPhone', no: 'people.filter.withoutPhone' },
  },
  gender: {
    legend: 'people.filter.gender',
    any: 'people.filter.anyKind',
    chip: 'people.filter.genderIs',
    values: { female: 'people.filter.female', male: 'people.filter.male' },
  },
  unconfirmed: {
    legend: 'people.filter.portal',
    any: 'people.filter.anyKind',
    chip: 'people.filter.portal',
    values: { yes: 'people.filter.unconfirmed' },
  },
  archived: {
    legend: 'people.filter.archive',
    any: 'people.filter.notArchived',
    chip: 'people.filter.showing',
    values: { yes: 'people.filter.archived' },
  },
}

function ByWord({ filtering, part }: FilteringProps & { part: Part }) {
  const t = useTexts()
  const { legend, any, values } = parts[part]
  const named = Object.entries(values).map(([value, label]) => ({ value, label: t(label) }))
  return (
    <Choices
      shape="chips"
      legend={t(legend)}
      choices={[{ value: '', label: t(any) }, ...named]}
      value={filtering.state[part] ?? ''}
      onChange={(value) => filtering.change({ [part]: value })}
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
      value={filtering.state.group ?? ''}
      onChange={(group) => filtering.change({ group })}
    />
  )
}

function ByJoining({ filtering: { state, change } }: FilteringProps) {
  const t = useTexts()
  return (
    <fieldset>
      <legend>{t('people.filter.joined')}</legend>
      <div className={classes['days']}>
        <TextField
          type="date"
          label={t('people.filter.joinedFrom')}
          defaultValue={state.from}
          onChange={(event) => change({ from: event.target.value }, true)}
        />
        <TextField
          type="date"
          label={t('people.filter.joinedUntil')}
          defaultValue={state.until}
          onChange={(event) => change({ until: event.target.value }, true)}
        />
      </div>
    </fieldset>
  )
}

/** Opens the filters; without groups none is asked for. */
export function PeopleFilterButton({ filtering, total }: FilteringProps & { total: number }) {
  const t = useTexts()
  const groups = useGroups().data ?? []
  return (
    <FilterButton count={filtering.filterCount} done={t('people.filter.show', { count: total })}>
      <ByWord filtering={filtering} part="kind" />
      {groups.length > 0 && <ByGroup filtering={filtering} groups={groups} />}
      <ByJoining filtering={filtering} />
      <ByWord filtering={filtering} part="phone" />
      <ByWord filtering={filtering} part="gender" />
      <ByWord filtering={filtering} part="unconfirmed" />
      <ByWord filtering={filtering} part="archived" />
    </FilterButton>
  )
}

function WordChip({ filtering, part }: FilteringProps & { part: Part }) {
  const t = useTexts()
  const word = parts[part].values[filtering.state[part] ?? '']
  return word ? (
    <FilterChip label={t(parts[part].chip)} value={t(word)} onRemove={() => filtering.change({ [part]: '' })} />
  ) : null
}

function GroupChip({ filtering }: FilteringProps) {
  const t = useTexts()
  const groups = useGroups()
  const { group } = filtering.state
  const name =
    groups.data?.find(({ id }) => id === group)?.name ?? (groups.isPending ? '…' : t('people.filter.unknownGroup'))
  return <FilterChip label={t('people.filter.groupIs')} value={name} onRemove={() => filtering.change({ group: '' })} />
}

function DayChip({ filtering, part }: FilteringProps & { part: 'from' | 'until' }) {
  const t = useTexts()
  const format = useFormat()
  const day = filtering.state[part]
  return day ? (
    <FilterChip
      label={t(part === 'from' ? 'people.filter.joinedFromIs' : 'people.filter.joinedUntilIs')}
      value={format.day(day)}
      onRemove={() => filtering.change({ [part]: '' })}
    />
  ) : null
}

/** The filters that are on, each with its way off. */
export function PeopleFilterChips({ filtering }: FilteringProps) {
  if (filtering.filterCount === 0) return null
  return (
    <FilterChips onClearAll={filtering.clearFilters}>
      <WordChip filtering={filtering} part="kind" />
      {filtering.state.group && <GroupChip filtering={filtering} />}
      <DayChip filtering={filtering} part="from" />
      <DayChip filtering={filtering} part="until" />
      <WordChip filtering={filtering} part="phone" />
      <WordChip filtering={filtering} part="gender" />
      <WordChip filtering={filtering} part="unconfirmed" />
      <WordChip filtering={filtering} part="archived" />
    </FilterChips>
  )
}
