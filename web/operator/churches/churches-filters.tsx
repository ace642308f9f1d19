import { useTexts } from '../../lib/languages/index.ts'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Choices, FilterButton, FilterChip, FilterChips } from '../../ui/filters/index.ts'
import { CountryOptions, useCountryName } from '../parts/countries.tsx'
import { gateNames } from './church-parts.tsx'
import { gates, type ChurchesFiltering } from './churches-filter.ts'

type FilteringProps = { filtering: ChurchesFiltering }

/** Opens the filters: gate and country. */
export function ChurchesFilterButton({ filtering, total }: FilteringProps & { total: number }) {
  const t = useTexts()
  const { state, change } = filtering
  return (
    <FilterButton count={filtering.filterCount} done={t('operator.churches.show', { count: total })}>
      <Choices
        shape="list"
        legend={t('operator.churches.gate')}
        choices={[
          { value: '', label: t('operator.churches.anyGate') },
          ...gates.map((value) => ({ value, label: t(gateNames[value]) })),
        ]}
        value={state.gate ?? ''}
        onChange={(gate) => change({ gate })}
      />
      <SelectField
        label={t('operator.churches.country')}
        value={state.country ?? ''}
        onChange={(event) => change({ country: event.target.value })}
      >
        <option value="">{t('operator.churches.anyCountry')}</option>
        <CountryOptions />
      </SelectField>
    </FilterButton>
  )
}

/** The filters that are on. */
export function ChurchesFilterChips({ filtering }: FilteringProps) {
  const t = useTexts()
  const countryName = useCountryName()
  const { gate, country } = filtering.state
  if (filtering.filterCount === 0) return null
  return (
    <FilterChips onClearAll={filtering.clearFilters}>
      {gate && (
        <FilterChip
          label={t('operator.churches.gateIs')}
          value={t(gateNames[gate])}
          onRemove={() => filtering.change({ gate: '' })}
        />
      )}
      {country && (
        <FilterChip
          label={t('operator.churches.countryIs')}
          value={countryName(country)}
          onRemove={() => filtering.change({ country: '' })}
        />
      )}
    </FilterChips>
  )
}
