import { useQuery } from '@tanstack/react-query'
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
import { useCall } from '../../api/use-call.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf, read } from '../../api/queries.ts'
import { askedOf, listFilter, oneOf } from '../../lists/list-filter.ts'
import { paths } from '../../routing/paths.ts'

export const { of: staffFilterOf, useFilter: useStaffFilter } = listFilter({
  name: 'staff',
  path: paths.staff,
  shape: {
    columns: ['name', 'email', 'roles', 'factor', 'seen'],
    shown: ['name', 'roles', 'factor', 'seen'],
  },
  parts: { role: oneOf(givenRoles) },
})
type StaffFilter = ReturnType<typeof staffFilterOf>

export function useStaff(filter: StaffFilter) {
  const query = askedOf(filter)
  return usePagedList<StaffRow>([...keyOf(listStaff), query], (page, signal) =>
    call(listStaff, { query: { ...query, ...page } }, { signal }),
  )
}

export const useInvites = () => useQuery(read(listInvites))

/** An act on the staff. The log changes with each; refused, the list is old too. */
const useStaffCall = <Sent, Answer>(work: (sent: Sent) => Promise<Answer>, ...refreshes: readonly Endpoint[]) =>
  useCall(work, { refreshes: [...refreshes, listAudit] })

type Roles = { id: string; roles: GivenRole[] }

export const useChangeRoles = () =>
  useStaffCall(({ id, roles }: Roles) => call(changeRoles, { params: { id }, body: { roles } }), listStaff, readSession)

export const useRemoveStaff = () =>
  useStaffCall((id: string) => call(removeStaff, { params: { id } }), listStaff, listInvites)

export const useStaffSessions = (id: string) => useQuery(read(listStaffSessions, { params: { id } }))

/** Ends one of somebody's sessions. */
export const useEndStaffSession = (id: string) =>
  useStaffCall((sessionId: string) => call(endStaffSession, { params: { id, sessionId } }), listStaffSessions)

/** Ends all of them. */
export const useEndStaffSessions = (id: string) =>
  useStaffCall(() => call(endStaffSessions, { params: { id } }), listStaffSessions)

export const useSwitchFactorOff = () =>
  useStaffCall((id: string) => call(switchOffSecondFactor, { params: { id } }), listStaff)

type NewInvite = { firstName: string; lastName: string; email: string; roles: GivenRole[] }

/** The key makes a second press the same invitation. */
export const useInvite = () =>
  useStaffCall(
    ({ invite, key }: { invite: NewInvite; key: string }) =>
      call(inviteStaff, { body: invite }, { idempotencyKey: key }),
    listInvites,
  )

export const useResendInvite = () => useStaffCall((id: string) => call(resendInvite, { params: { id } }), listInvites)

export const useWithdrawInvite = () =>
  useStaffCall((id: string) => call(withdrawInvite, { params: { id } }), listInvites)
