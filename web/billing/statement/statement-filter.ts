import { useNavigate, useSearch } from '@tanstack/react-router'
import type { MovementKind } from '#contract/billing/statement.ts'
import { dayIn, listStateOf, useListState, wordIn, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

/** What of the statement is looked at; it stands in the address. `from` and `to` are calendar days, both included. */
export type StatementFilter = ListState & { kind?: MovementKind; from?: string; to?: string }

export const kinds = ['grant', 'hold', 'post', 'release', 'return', 'revoke'] as const satisfies readonly MovementKind[]

const shape = { columns: ['what', 'date', 'subject', 'units', 'held', 'balance'] }

/** Takes from an address what makes sense and leaves the rest. */
export function statementFilterOf(address: Record<string, unknown>): StatementFilter {
  const kind = wordIn(kinds, address['kind'])
  const [from, to] = [dayIn(address['from']), dayIn(address['to'])]
  return { ...listStateOf(shape, address), ...(kind && { kind }), ...(from && { from }), ...(to && { to }) }
}

/** The filter as the contract's calls take it. */
export const statementQueryOf = ({ search, kind, from, to }: StatementFilter) => ({
  ...(search && { search }),
  ...(kind && { kind }),
  ...(from && { from }),
  ...(to && { to }),
})

export function useStatementFilter() {
  const state = useSearch({ from: '/tenant/units/statement', select: statementFilterOf })
  const navigate = useNavigate()
  return useListState<StatementFilter>({
    name: 'statement',
    shape,
    state,
    read: statementFilterOf,
    go: (search, replace) => void navigate({ to: paths.statement, search, replace, resetScroll: false }),
  })
}

export type StatementFiltering = ReturnType<typeof useStatementFilter>
