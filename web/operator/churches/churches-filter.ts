import type { Gate } from '#contract/identity/session.ts'
import { askedOf, listFilter, oneOf } from '../../lists/list-filter.ts'
import { textIn, wordIn } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

export const gates = ['open', 'expired', 'over_capacity'] as const satisfies readonly Gate[]
export const churchSorts = [
  'name',
  '-name',
  'expires',
  '-expires',
  '-people',
  'people',
  'units',
  '-units',
  '-active',
  'active',
] as const

const COUNTRY = /^[A-Z]{2}$/
const countryIn = (value: unknown): string => (COUNTRY.test(textIn(value)) ? textIn(value) : '')

export const { of: churchesFilterOf, useFilter: useChurchesFilter } = listFilter({
  name: 'churches',
  path: paths.consoleChurches,
  shape: {
    sorts: churchSorts,
    columns: ['name', 'country', 'plan', 'expires', 'gate', 'people', 'units', 'active', 'created'],
    shown: ['name', 'plan', 'expires', 'gate', 'people', 'units', 'active'],
  },
  parts: { gate: oneOf(gates), country: countryIn },
})
export type ChurchesFilter = ReturnType<typeof churchesFilterOf>

/** The filter as the contract's calls take it, with the order. */
export function churchesQueryOf(filter: ChurchesFilter) {
  const { country, ...asked } = askedOf(filter)
  const known = wordIn(churchSorts, filter.sort)
  return { ...asked, ...(country && { isoCode: country }), ...(known && { sort: known }) }
}

export type ChurchesFiltering = ReturnType<typeof useChurchesFilter>
