import { useQuery } from '@tanstack/react-query'
import type { AuditRow, AuditTopic } from '#contract/identity/audit.ts'
import { listStaff } from '#contract/identity/staff.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { read } from '../../api/queries.ts'
import { Choices, FilterChip } from '../../ui/filters/index.ts'
import type { ListFilter } from '../../ui/list-page/list-filters.tsx'
import { nameOf } from '../staff/staff-parts.tsx'
import type { LogFiltering } from './log-filter.ts'

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

function ActorField({ filtering }: FilteringProps) {
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

const topic: ListFilter = {
  part: 'topic',
  shape: 'chips',
  legend: 'identity.log.topic',
  any: 'identity.log.anyTopic',
  is: 'identity.log.topicIs',
  words: topicWords,
}

const days: ListFilter = {
  days: ['from', 'until'],
  legend: 'identity.log.days',
  labels: ['identity.log.from', 'identity.log.to'],
  is: ['identity.log.fromIs', 'identity.log.untilIs'],
}

function PersonChip({ filtering, name }: FilteringProps & { name: string | null | undefined }) {
  const t = useTexts()
  return (
    <FilterChip
      label={t('identity.log.whomIs')}
      value={name ?? t('identity.log.onePerson')}
      onRemove={() => filtering.change({ person: '' })}
    />
  )
}

/** Topic, who did it, to whom, when. A person is led to from their page, and named by the entries that were found. */
export function logFilters(filtering: LogFiltering, found: readonly AuditRow[]): readonly ListFilter[] {
  const { by, person } = filtering.state
  const name = found.find(({ subjectId }) => subjectId === person)?.subjectName
  return [
    topic,
    { field: <ActorField filtering={filtering} />, chip: by && <ActorChip filtering={filtering} by={by} /> },
    { field: null, chip: person && <PersonChip filtering={filtering} name={name} /> },
    days,
  ]
}
