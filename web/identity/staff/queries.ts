import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { listAudit } from '#contract/identity/audit.ts'
import { readSession } from '#contract/identity/session.ts'
import {
  changeRoles,
  endStaffSession,
  endStaffSessions,
  inviteStaff,
  listInvites,
  listStaff,
  listStaffSessions,
  removeStaff,
  resendInvite,
  switchOffSecondFactor,
  withdrawInvite,
  type GivenRole,
  type StaffRow,
  givenRoles,
} from '#contract/identity/staff.ts'
import { call } from '../../api/call.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf, read } from '../../api/queries.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { listStateOf, useListState, wordIn, type ListState } from '../../lists/list-state.ts'
import { paths } from '../../routing/paths.ts'

/** What of the staff is looked at; it stands in the address. */
type StaffFilter = ListState & { role?: GivenRole }

const shape = {
  columns: ['name', 'email', 'roles', 'factor', 'seen'],
  shown: ['name', 'roles', 'factor', 'seen'],
}

/** Takes from an address what makes sense and leaves the rest. */
function staffFilterOf(address: Record<string, unknown>): StaffFilter {
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

export function useStaff(filter: StaffFilter) {
  const query = staffQueryOf(filter)
  return usePagedList<StaffRow>([...keyOf(listStaff), query], (page, signal) =>
    call(listStaff, { query: { ...query, ...page } }, { signal }),
  )
}

export const useInvites = () => useQuery(read(listInvites))

/** What an act on the staff changes, the log always among it; also when it was refused, for then the list is old. */
function useRefresh(...endpoints: readonly Endpoint[]) {
  const client = useQueryClient()
  return () =>
    Promise.all([...endpoints, listAudit].map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })))
}

export function useChangeRoles() {
  const onSettled = useRefresh(listStaff, readSession)
  return useMutation({
    mutationFn: ({ id, roles }: { id: string; roles: GivenRole[] }) =>
      call(changeRoles, { params: { id }, body: { roles } }),
    onSettled,
  })
}

export function useRemoveStaff() {
  const onSettled = useRefresh(listStaff, listInvites)
  return useMutation({ mutationFn: (id: string) => call(removeStaff, { params: { id } }), onSettled })
}

const sessionsKey = (id: string) => read(listStaffSessions, { params: { id } }).queryKey

export const useStaffSessions = (id: string) => useQuery(read(listStaffSessions, { params: { id } }))

/** Ends one of somebody's sessions. */
export function useEndStaffSession(id: string) {
  const client = useQueryClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (sessionId: string) => call(endStaffSession, { params: { id, sessionId } }),
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey: sessionsKey(id) }), refresh()]),
  })
}

/** Ends all of them. */
export function useEndStaffSessions(id: string) {
  const client = useQueryClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => call(endStaffSessions, { params: { id } }),
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey: sessionsKey(id) }), refresh()]),
  })
}

export function useSwitchFactorOff() {
  const onSettled = useRefresh(listStaff)
  return useMutation({ mutationFn: (id: string) => call(switchOffSecondFactor, { params: { id } }), onSettled })
}

type NewInvite = { firstName: string; lastName: string; email: string; roles: GivenRole[] }

/** The key makes a second press the same invitation. */
export function useInvite() {
  const onSettled = useRefresh(listInvites)
  return useMutation({
    mutationFn: ({ invite, key }: { invite: NewInvite; key: string }) =>
      call(inviteStaff, { body: invite }, { idempotencyKey: key }),
    onSettled,
  })
}

export function useResendInvite() {
  const onSettled = useRefresh(listInvites)
  return useMutation({ mutationFn: (id: string) => call(resendInvite, { params: { id } }), onSettled })
}

export function useWithdrawInvite() {
  const onSettled = useRefresh(listInvites)
  return useMutation({ mutationFn: (id: string) => call(withdrawInvite, { params: { id } }), onSettled })
}
