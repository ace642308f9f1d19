import { useNavigate, useSearch } from '@tanstack/react-router'
import { listStateOf, textIn, useListState, type ListState } from '../../lib/list-state.ts'
import { paths } from '../../lib/paths.ts'

/** Which lines of the log are looked at; church and operator by id. It stands in the address. */
export type LogFilter = ListState & { church?: string; operator?: string }

const shape = {}
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Takes from an address what makes sense and leaves the rest. */
export function logFilterOf(address: Record<string, unknown>): LogFilter {
  const [church, operator] = [textIn(address['church']), textIn(address['operator'])]
  return {
    ...listStateOf(shape, address),
    ...(UUID.test(church) && { church }),
    ...(UUID.test(operator) && { operator }),
  }
}

/** The filter as the contract's call takes it. */
export const logQueryOf = ({ search, church, operator }: LogFilter) => ({
  ...(search && { search }),
  ...(church && { churchId: church }),
  ...(operator && { operatorId: operator }),
})

export function useLogFilter() {
  const state = useSearch({ from: '/desk/operator/log', select: logFilterOf })
  const navigate = useNavigate()
  return useListState<LogFilter>({
    name: 'desk-log',
    shape,
    state,
    read: logFilterOf,
    go: (search, replace) => void navigate({ to: paths.deskLog, search, replace, resetScroll: false }),
  })
}

export type LogFiltering = ReturnType<typeof useLogFilter>
