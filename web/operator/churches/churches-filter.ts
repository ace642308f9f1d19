import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Gate } from '#contract/identity/session.ts'
import { listStateOf, textIn, useListState, wordIn, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

/** Which churches are looked at; it stands in the address. */
export type ChurchesFilter = ListState & { gate?: Gate; country?: string }

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

const shape = {
  sorts: churchSorts,
  columns: ['name', 'country', 'plan', 'expires', 'gate', 'people', 'units', 'active', 'created'],
  shown: ['name', 'plan', 'expires', 'gate', 'people', 'units', 'active'],
}

const COUNTRY = /^[A-Z]{2}$/

/** Takes from an address what makes sense and leaves the rest. */
export function churchesFilterOf(address: Record<string, unknown>): ChurchesFilter {
  const gate = wordIn(gates, address['gate'])
  const country = textIn(address['country'])
  return { ...listStateOf(shape, address), ...(gate && { gate }), ...(COUNTRY.test(country) && { country }) }
}

/** The filter as the contract's calls take it, with the order. */
export function churchesQueryOf({ search, gate, country, sort }: ChurchesFilter) {
  const known = wordIn(churchSorts, sort)
  return {
    ...(search && { search }),
    ...(gate && { gate }),
    ...(country && { isoCode: country }),
    ...(known && { sort: known }),
  }
}

export function useChurchesFilter() {
  const state = useSearch({ from: '/desk/operator/churches', select: churchesFilterOf })
  const navigate = useNavigate()
  return useListState<ChurchesFilter>({
    name: 'churches',
    shape,
    state,
    read: churchesFilterOf,
    go: (search, replace) => void navigate({ to: paths.consoleChurches, search, replace, resetScroll: false }),
  })
}

export type ChurchesFiltering = ReturnType<typeof useChurchesFilter>
