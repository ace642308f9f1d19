import { useQuery } from '@tanstack/react-query'
import type { AuditRow, AuditTopic } from '#contract/identity/audit.ts'
import { listStaff } from '#contract/identity/staff.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { read } from '../../api/queries.ts'
import { Choices, DayRange, FilterButton, FilterChip, FilterChips } from '../../ui/filters/index.ts'
import { nameOf } from '../staff/staff-parts.tsx'
import { topics, type LogFiltering } from './log-filter.ts'

type FilteringProps = { filtering: LogFiltering }

const topicWords: Record<AuditTopic, TextId> = {
  access: 'identity.log.topicAccess',
  people: 'identity.log.topicPeople',
  checkin: 'identity.log.topicCheckin',
  money: 'identity.log.topicMoney',
  messages: 'identity.log.topicMessages',
}

/** As many as a call gives; a church has a few dozen. */
const useEverybody = () => useQuery(read(listStaff, { query: { limit: 100 } }))

function ByTopic({ filtering }: FilteringProps) {
  const t = useTexts()
  return (
    <Choices
      shape="chips"
      legend={t('identity.log.topic')}
      choices={[
        { value: '', label: t('identity.log.anyTopic') },
        ...topics.map((value) => ({ value, label: t(topicWords[value]) })),
      ]}
      value={filtering.state.topic ?? ''}
      onChange={(topic) => filtering.change({ topic })}
    />
  )
}

function ByWhom({ filtering }: FilteringProps) {
  const t = useTexts()
  const everybody = useEverybody().data?.items ?? []
  return (
    <Choices
      shape="list"
      legend={t('identity.log.actor')}
      choices={[
        { value: '', label: t('identity.log.anybody') },
        ...everybody.map((member) => ({ value: member.id, label: nameOf(member) })),
      ]}
      value={filtering.state.by ?? ''}
      onChange={(by) => filtering.change({ by })}
    />
  )
}

function ByDay({ filtering: { state, change } }: FilteringProps) {
  const t = useTexts()
  return (
    <DayRange
      legend={t('identity.log.days')}
      fromLabel={t('identity.log.from')}
      toLabel={t('identity.log.to')}
      from={state.from}
      to={state.until}
      onFrom={(from) => change({ from }, true)}
      onTo={(until) => change({ until }, true)}
    />
  )
}

/** Opens the filters: topic, who did it, when. */
export function LogFilterButton({ filtering, total }: FilteringProps & { total: number }) {
  const t = useTexts()
  return (
    <FilterButton count={filtering.filterCount} done={t('identity.log.show', { count: total })}>
      <ByTopic filtering={filtering} />
      <ByWhom filtering={filtering} />
      <ByDay filtering={filtering} />
    </FilterButton>
  )
}

function ActorChip({ filtering, by }: FilteringProps & { by: string }) {
  const t = useTexts()
  const everybody = useEverybody()
  const member = everybody.data?.items.find(({ id }) => id === by)
  const unknown = everybody.isPending ? '…' : t('identity.log.formerStaff')
  return (
    <FilterChip
      label={t('identity.log.byIs')}
      value={member ? nameOf(member) : unknown}
      onRemove={() => filtering.change({ by: '' })}
    />
  )
}

/** The filters that are on, each with its way off. A person is named by the entries that were found. */
export function LogFilterChips({ filtering, found }: FilteringProps & { found: readonly AuditRow[] }) {
  const t = useTexts()
  const format = useFormat()
  if (filtering.filterCount === 0) return null
  const { topic, by, person, from, until } = filtering.state
  const named = found.find(({ subjectId }) => subjectId === person)?.subjectName
  return (
    <FilterChips onClearAll={filtering.clearFilters}>
      {topic && (
        <FilterChip
          label={t('identity.log.topicIs')}
          value={t(topicWords[topic])}
          onRemove={() => filtering.change({ topic: '' })}
        />
      )}
      {by && <ActorChip filtering={filtering} by={by} />}
      {person && (
        <FilterChip
          label={t('identity.log.whomIs')}
          value={named ?? t('identity.log.onePerson')}
          onRemove={() => filtering.change({ person: '' })}
        />
      )}
      {from && (
        <FilterChip
          label={t('identity.log.fromIs')}
          value={format.day(from)}
          onRemove={() => filtering.change({ from: '' })}
        />
      )}
      {until && (
        <FilterChip
          label={t('identity.log.untilIs')}
          value={format.day(until)}
          onRemove={() => filtering.change({ until: '' })}
        />
      )}
    </FilterChips>
  )
}
