import { acceptInvitation, readInvitation } from '#contract/identity/invitation.ts'
import {
  changeRoles,
  endStaffSession,
  endStaffSessions,
  exportStaff,
  inviteStaff,
  listInvites,
  listStaff,
  listStaffSessions,
  removeStaff,
  resendInvite,
  switchOffSecondFactor,
  withdrawInvite,
} from '#contract/identity/staff.ts'
import type { House } from '#server/platform/house.ts'
import { refuseCrossSite, type Serve } from '#server/platform/http/index.ts'
import { acceptInvitation as accept, lookAtInvitation } from '../invites/accept-invitation.ts'
import {
  inviteStaff as invite,
  listInvites as invites,
  resendInvite as resend,
  withdrawInvite as withdraw,
} from '../invites/invite-staff.ts'
import { SESSION_SECONDS } from '../sessions/open-session.ts'
import { cookieToken, setSessionCookie } from '../sessions/session-cookie.ts'
import type { Settling } from '../settling.ts'
import { changeRoles as change, removeStaff as remove, switchOffFactor } from './change-staff.ts'
import { exportStaff as exportList } from './export-staff.ts'
import { listStaff as list } from './list-staff.ts'
import * as sessions from './staff-sessions.ts'

/** Who works with Narthex in the church, and how they come and go. */
export function serveStaff(serve: Serve, house: House, settling: Settling): void {
  serve(listStaff, ({ caller, query, transact }) => transact((tx) => list(tx, caller, query)))
  serve(exportStaff, ({ caller, query, actor, at }) => exportList(house, caller, { query, actor, at }))
  serve(changeRoles, ({ caller, params, body, actor, at, transact }) =>
    transact((tx) => change(tx, caller, { ...params, ...body, actor, at })),
  )
  serve(removeStaff, async ({ caller, params, actor, at, transact }) => {
    await transact((tx) => remove(tx, caller, { ...params, actor, at }))
    return { removed: true as const }
  })
  serve(switchOffSecondFactor, ({ caller, params, actor, at, transact }) =>
    transact((tx) => switchOffFactor(tx, caller, { ...params, actor, at })),
  )
  serveSessions(serve)
  serveInvites(serve, house)
  serveInvitation(serve, house, settling)
}

/** Where colleagues are signed in, for owners. */
function serveSessions(serve: Serve): void {
  serve(listStaffSessions, ({ caller, params, at, transact }) =>
    transact((tx) => sessions.listStaffSessions(tx, caller, { ...params, at })),
  )
  serve(endStaffSession, async ({ caller, params, actor, at, transact }) => {
    await transact((tx) => sessions.endStaffSession(tx, caller, { ...params, actor, at }))
    return { ended: true as const }
  })
  serve(endStaffSessions, async ({ caller, params, actor, at, transact }) => ({
    ended: await transact((tx) => sessions.endStaffSessions(tx, caller, { ...params, actor, at })),
  }))
}

/** For owners. */
function serveInvites(serve: Serve, house: House): void {
  serve(listInvites, ({ caller, transact }) => transact((tx) => invites(tx, caller)))
  serve(inviteStaff, ({ caller, body, actor, at, transact }) =>
    transact((tx) => invite(tx, house, { caller, invite: body, actor, at })),
  )
  serve(resendInvite, ({ caller, params, actor, at, transact }) =>
    transact((tx) => resend(tx, house, { caller, ...params, actor, at })),
  )
  serve(withdrawInvite, async ({ caller, params, actor, at, transact }) => {
    await transact((tx) => withdraw(tx, caller, { ...params, actor, at }))
    return { withdrawn: true as const }
  })
}

/** For who was invited. */
function serveInvitation(serve: Serve, { database, config }: House, settling: Settling): void {
  serve(readInvitation, ({ body, request, at }) => lookAtInvitation({ database }, { ...body, ip: request.ip, at }))
  serve(acceptInvitation, async ({ body, request, reply, actor, at }) => {
    refuseCrossSite(request)
    const previousToken = cookieToken(request, config)
    const origin = { ip: actor.ip, device: actor.device }
    const { token } = await accept({ database }, { ...body, ip: request.ip, origin, at, previousToken, settling })
    setSessionCookie(reply, config, { token, seconds: SESSION_SECONDS })
    return { joined: true as const }
  })
}
