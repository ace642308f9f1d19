import { useNavigate, useSearch } from '@tanstack/react-router'
import { givenRoles, type GivenRole } from '#contract/identity/staff.ts'
import { listStateOf, useListState, wordIn, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

/** What of the staff is looked at; it stands in the address. */
export type StaffFilter = ListState & { role?: GivenRole }

const shape = {
  columns: ['name', 'email', 'roles', 'factor', 'seen'],
  shown: ['name', 'roles', 'factor', 'seen'],
}

/** Takes from an address what makes sense and leaves the rest. */
export function staffFilterOf(address: Record<string, unknown>): StaffFilter {
  const role = wordIn(givenRoles, address['role'])
  return { ...listStateOf(shape, address), ...(role && { role }) }
}

/** The filter as the contract's calls take it. */
export const staffQueryOf = ({ search, role }: StaffFilter) => ({ ...(search && { search }), ...(role && { role }) })

export function useStaffFilter() {
  const state = useSearch({ from: '/tenant/settings/staff', select: staffFilterOf })
  const navigate = useNavigate()
  return useListState<StaffFilter>({
    name: 'staff',
    shape,
    state,
    read: staffFilterOf,
    go: (search, replace) => void navigate({ to: paths.staff, search, replace, resetScroll: false }),
  })
}

export type StaffFiltering = ReturnType<typeof useStaffFilter>
