import type { MovementKind } from '#contract/billing/statement.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Choices, DayRange, FilterButton, FilterChip, FilterChips } from '../../ui/filters/index.ts'
import { kinds, type StatementFiltering } from './statement-filter.ts'

type FilteringProps = { filtering: StatementFiltering }

const kindWords: Record<MovementKind, TextId> = {
  grant: 'billing.statement.kindGrant',
  hold: 'billing.statement.kindHold',
  post: 'billing.statement.spent',
  release: 'billing.statement.released',
  return: 'billing.statement.kindReturn',
  revoke: 'billing.statement.kindRevoke',
}

/** Opens the filters: what happened, and when. */
export function StatementFilterButton({ filtering, total }: FilteringProps & { total: number }) {
  const t = useTexts()
  const { state, change } = filtering
  return (
    <FilterButton count={filtering.filterCount} done={t('billing.statement.show', { count: total })}>
      <Choices
        shape="chips"
        legend={t('billing.statement.what')}
        choices={[
          { value: '', label: t('billing.statement.anyKind') },
          ...kinds.map((value) => ({ value, label: t(kindWords[value]) })),
        ]}
        value={state.kind ?? ''}
        onChange={(kind) => change({ kind })}
      />
      <DayRange
        legend={t('billing.statement.days')}
        fromLabel={t('billing.statement.from')}
        toLabel={t('billing.statement.to')}
        from={state.from}
        to={state.to}
        onFrom={(from) => change({ from }, true)}
        onTo={(to) => change({ to }, true)}
      />
    </FilterButton>
  )
}

/** The filters that are on, each with its way off. */
export function StatementFilterChips({ filtering }: FilteringProps) {
  const t = useTexts()
  const format = useFormat()
  const { state, change } = filtering
  if (filtering.filterCount === 0) return null
  return (
    <FilterChips onClearAll={filtering.clearFilters}>
      {state.kind && (
        <FilterChip
          label={t('billing.statement.kindIs')}
          value={t(kindWords[state.kind])}
          onRemove={() => change({ kind: '' })}
        />
      )}
      {state.from && (
        <FilterChip
          label={t('billing.statement.fromIs')}
          value={format.day(state.from)}
          onRemove={() => change({ from: '' })}
        />
      )}
      {state.to && (
        <FilterChip
          label={t('billing.statement.toIs')}
          value={format.day(state.to)}
          onRemove={() => change({ to: '' })}
        />
      )}
    </FilterChips>
  )
}
