import { useTexts } from '../../languages/index.ts'
import { Choices, FilterButton, FilterChip, FilterChips } from '../../ui/filters/index.ts'
import { methodNames, stateNames } from './payment-words.ts'
import { paymentMethods, paymentStates, type PaymentsFiltering } from './payments-filter.ts'

type FilteringProps = { filtering: PaymentsFiltering }

/** Opens the filters: what became of the payments, and how they were made. */
export function PaymentsFilterButton({ filtering, total }: FilteringProps & { total: number }) {
  const t = useTexts()
  const { state, change, filterCount } = filtering
  return (
    <FilterButton count={filterCount} done={t('operator.payments.show', { count: total })}>
      <Choices
        shape="chips"
        legend={t('operator.senders.state')}
        choices={[
          { value: '', label: t('operator.senders.anyState') },
          ...paymentStates.map((value) => ({ value, label: t(stateNames[value]) })),
        ]}
        value={state.state ?? ''}
        onChange={(value) => change({ state: value })}
      />
      <Choices
        shape="chips"
        legend={t('operator.payments.method')}
        choices={[
          { value: '', label: t('operator.payments.anyMethod') },
          ...paymentMethods.map((value) => ({ value, label: t(methodNames[value]) })),
        ]}
        value={state.method ?? ''}
        onChange={(method) => change({ method })}
      />
    </FilterButton>
  )
}

/** The filters that are on, each with its way off. */
export function PaymentsFilterChips({ filtering }: FilteringProps) {
  const t = useTexts()
  const { state, change, clearFilters, filterCount } = filtering
  if (filterCount === 0) return null
  return (
    <FilterChips onClearAll={clearFilters}>
      {state.state && (
        <FilterChip
          label={t('operator.senders.stateIs')}
          value={t(stateNames[state.state])}
          onRemove={() => change({ state: '' })}
        />
      )}
      {state.method && (
        <FilterChip
          label={t('operator.payments.methodIs')}
          value={t(methodNames[state.method])}
          onRemove={() => change({ method: '' })}
        />
      )}
    </FilterChips>
  )
}
