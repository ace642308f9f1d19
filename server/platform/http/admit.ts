import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import type { Caller } from './caller.ts'

/**
 * Decides whether this request may pass, in this order: signed in, not from another site, ability, gate.
 * Answers the caller, or null on a public call.
 */
export async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  identify: (request: FastifyRequest) => Promise<Caller | null>,
): Promise<Caller | null> {
  const { access } = endpoint
  if (access === 'public') return null
  const caller = await identify(request)
  if (!caller) throw new ApiError('not_signed_in')
  if (access === 'signed_in') return caller
  if (!caller.abilities.has(access.ability)) throw new ApiError('not_allowed')
  if (!access.whileGated) refuseAtGate(caller)
  return caller
}

function refuseAtGate({ gate }: Caller): void {
  if (gate === 'expired') throw new ApiError('subscription_expired')
  if (gate === 'over_capacity') throw new ApiError('member_capacity_exceeded')
}
