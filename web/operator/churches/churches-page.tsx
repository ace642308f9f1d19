import { exportChurches, type ConsoleChurch } from '#contract/operator/churches.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { DataTable } from '../../ui/data-table/index.ts'
import { Empty, NoMatch } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { churchColumns } from './church-columns.tsx'
import { ChurchCard, gateNames } from './church-parts.tsx'
import { churchesQueryOf, churchSorts, useChurchesFilter, type ChurchesFiltering, gates } from './churches-filter.ts'
import { useChurches } from './queries.ts'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Choices, FilterButton, FilterChip, FilterChips } from '../../ui/filters/index.ts'
import { CountryOptions } from '../facts/countries.tsx'
import { useCountryName } from '../../languages/names.ts'

type FilteringProps = { filtering: ChurchesFiltering }

/** Opens the filters: gate and country. */
function ChurchesFilterButton({ filtering, total }: FilteringProps & { total: number }) {
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
function ChurchesFilterChips({ filtering }: FilteringProps) {
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

const exported: readonly ExportColumn[] = [
  { id: 'name', title: 'operator.churches.church', of: 'name' },
  { id: 'city', title: 'operator.churches.city', of: 'name' },
  { id: 'country', title: 'operator.churches.country', of: 'country' },
  { id: 'plan', title: 'operator.churches.plan', of: 'plan' },
  { id: 'expires', title: 'operator.churches.expires', of: 'expires' },
  { id: 'gate', title: 'operator.churches.gate', of: 'gate' },
  { id: 'people', title: 'operator.churches.people', of: 'people' },
  { id: 'membershipSize', title: 'operator.churches.size', of: 'people' },
  { id: 'units', title: 'operator.churches.units', of: 'units' },
  { id: 'created', title: 'operator.churches.created', of: 'created' },
  { id: 'lastActive', title: 'operator.churches.lastActive', of: 'active' },
]

const sortNames: Record<(typeof churchSorts)[number], TextId> = {
  name: 'operator.sort.name',
  '-name': 'operator.sort.nameBack',
  expires: 'operator.sort.expires',
  '-expires': 'operator.sort.expiresBack',
  '-people': 'operator.sort.peopleBack',
  people: 'operator.sort.people',
  units: 'operator.sort.units',
  '-units': 'operator.sort.unitsBack',
  '-active': 'operator.sort.activeBack',
  active: 'operator.sort.active',
}

const idOf = ({ id }: ConsoleChurch) => id
const nameOf = ({ name }: ConsoleChurch) => name
const card = (church: ConsoleChurch) => <ChurchCard church={church} />

function useExport({ state, shown }: ChurchesFiltering, total: number) {
  const t = useTexts()
  return useListExport({
    endpoint: exportChurches,
    query: churchesQueryOf(state),
    columns: exported,
    shown: ['name', ...shown],
    total,
    title: t('operator.nav.churches'),
    what: t('operator.churches.count', { count: total }),
    church: 'Narthex',
  })
}

/** Every church of the installation. */
export function ChurchesPage() {
  const t = useTexts()
  const filtering = useChurchesFilter()
  const list = useChurches(filtering.state)
  return (
    <>
      <PageHeader title={t('operator.nav.churches')}>
        {!list.isLoading && !list.failure && (
          <span className="num">{t('operator.churches.count', { count: list.total })}</span>
        )}
      </PageHeader>
      <DataTable
        name="churches"
        caption={t('operator.nav.churches')}
        list={list}
        columns={churchColumns}
        card={card}
        idOf={idOf}
        nameOf={nameOf}
        search={{
          value: filtering.search,
          onChange: filtering.searchFor,
          label: t('operator.churches.searchLabel'),
          placeholder: t('operator.churches.searchPlaceholder'),
        }}
        filter={<ChurchesFilterButton filtering={filtering} total={list.total} />}
        chips={<ChurchesFilterChips filtering={filtering} />}
        sort={{
          value: filtering.sort,
          onChange: filtering.sortBy,
          choices: churchSorts.map((value) => ({ value, label: t(sortNames[value]) })),
        }}
        columnChoice={{ shown: filtering.shown, onChange: filtering.showColumns }}
        exporting={useExport(filtering, list.total)}
        noMatch={
          filtering.isNarrowed && <NoMatch onClear={filtering.clearAll}>{t('operator.churches.noMatch')}</NoMatch>
        }
        empty={<Empty title={t('operator.churches.emptyTitle')}>{t('operator.churches.emptyText')}</Empty>}
      />
    </>
  )
}
