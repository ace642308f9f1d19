import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'
import type { GuardianCaller, OperatorCaller } from './caller.ts'

/** Who does something, and from where: what the audit log keeps of it. */
export type Actor = {
  kind: 'staff' | 'operator' | 'guardian' | 'system'
  /** Of the account, the operator or the guardian's person; null for the system. */
  id: string | null
  /** The address that whoever acts signs in by; `system` for jobs. */
  name: string
  /** The network address of the request; null without one. */
  ip: string | null
  /** What the browser calls itself, cut. */
  device: string | null
}

const DEVICE_MAX_LENGTH = 200

/** Jobs act in nobody's name. */
export const systemActor: Actor = { kind: 'system', id: null, name: 'system', ip: null, device: null }

/** Where a request comes from. */
export function originOf(request: FastifyRequest): Pick<Actor, 'ip' | 'device'> {
  const device = request.headers['user-agent']?.toWellFormed().replaceAll('\0', '').slice(0, DEVICE_MAX_LENGTH)
  return { ip: addressOf(request.ip), device: device || null }
}

/** Without the zone of a link-local one, which the database does not take; null for what a client made up as its address. */
function addressOf(ip: string): string | null {
  const address = ip.replace(/%.*$/, '')
  return isIP(address) === 0 ? null : address
}

export const staffActor = ({ accountId, email }: Caller, request: FastifyRequest): Actor => ({
  kind: 'staff',
  id: accountId,
  name: email,
  ...originOf(request),
})

export const operatorActor = ({ operatorId, email }: OperatorCaller, request: FastifyRequest): Actor => ({
  kind: 'operator',
  id: operatorId,
  name: email,
  ...originOf(request),
})

/** By the person: a guardian's account goes with the person, and the log names people by the names of today. */
export const guardianActor = ({ personId, email, phone }: GuardianCaller, request: FastifyRequest): Actor => ({
  kind: 'guardian',
  id: personId,
  name: email ?? phone ?? 'guardian',
  ...originOf(request),
})
