import { exportChurches, type ConsoleChurch } from '#contract/operator/churches.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import type { ListFilter } from '../../ui/list-page/list-filters.tsx'
import { ListPage, type ListWords } from '../../ui/list-page/list-page.tsx'
import { churchColumns } from './church-columns.tsx'
import { ChurchCard, gateNames } from './church-parts.tsx'
import {
  churchesQueryOf,
  type churchSorts,
  useChurchesFilter,
  type ChurchesFiltering,
  gates,
} from './churches-filter.ts'
import { useChurches } from './queries.ts'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { FilterChip } from '../../ui/filters/index.ts'
import { CountryOptions } from '../facts/countries.tsx'
import { useCountryName } from '../../languages/names.ts'

function CountryField({ filtering: { state, change } }: { filtering: ChurchesFiltering }) {
  const t = useTexts()
  return (
    <SelectField
      label={t('operator.churches.country')}
      value={state.country ?? ''}
      onChange={(event) => change({ country: event.target.value })}
    >
      <option value="">{t('operator.churches.anyCountry')}</option>
      <CountryOptions />
    </SelectField>
  )
}

function CountryChip({ filtering: { state, change } }: { filtering: ChurchesFiltering }) {
  const t = useTexts()
  const countryName = useCountryName()
  if (!state.country) return null
  return (
    <FilterChip
      label={t('operator.churches.countryIs')}
      value={countryName(state.country)}
      onRemove={() => change({ country: '' })}
    />
  )
}

const filtersOf = (filtering: ChurchesFiltering): readonly ListFilter[] => [
  {
    part: 'gate',
    shape: 'list',
    legend: 'operator.churches.gate',
    any: 'operator.churches.anyGate',
    is: 'operator.churches.gateIs',
    words: Object.fromEntries(gates.map((gate) => [gate, gateNames[gate]])),
  },
  { field: <CountryField filtering={filtering} />, chip: <CountryChip filtering={filtering} /> },
]

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

const words: ListWords = {
  title: 'operator.nav.churches',
  searchLabel: 'operator.churches.searchLabel',
  searchPlaceholder: 'operator.churches.searchPlaceholder',
  show: 'operator.churches.show',
  noMatch: 'operator.churches.noMatch',
  emptyTitle: 'operator.churches.emptyTitle',
  emptyText: 'operator.churches.emptyText',
}

/** Every church of the installation. */
export function ChurchesPage() {
  const t = useTexts()
  const filtering = useChurchesFilter()
  const list = useChurches(filtering.state)
  const count = t('operator.churches.count', { count: list.total })
  const exporting = useListExport({
    endpoint: exportChurches,
    query: churchesQueryOf(filtering.state),
    columns: exported,
    shown: ['name', ...filtering.shown],
    total: list.total,
    title: t('operator.nav.churches'),
    what: count,
    church: 'Narthex',
  })
  return (
    <ListPage
      {...{ words, filtering, list, card, idOf, nameOf, sortNames, exporting }}
      name="churches"
      columns={churchColumns}
      filters={filtersOf(filtering)}
      line={!list.isLoading && !list.failure && <span className="num">{count}</span>}
    />
  )
}
