import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import type { Caller, OperatorCaller } from './caller.ts'
import { refuseForeignOpening } from './cross-site.ts'

/** How a request is recognised: as a church's staff, and as an operator of the installation. */
export type Doormen = {
  identify: (request: FastifyRequest) => Promise<Caller | null>
  identifyOperator: (request: FastifyRequest) => Promise<OperatorCaller | null>
}

/** Who passed: nobody in particular, staff of a church, or an operator. */
export type Admitted = { caller?: Caller; operator?: OperatorCaller }

/** Decides whether this request may pass, in this order: signed in, not from another site, ability, gate. */
export async function admit(endpoint: Endpoint, request: FastifyRequest, doormen: Doormen): Promise<Admitted> {
  const { access } = endpoint
  if (access === 'public') return {}
  if (access === 'operator') {
    const operator = await signedIn(doormen.identifyOperator(request))
    if (endpoint.download) refuseForeignOpening(request)
    return { operator }
  }
  const caller = await signedIn(doormen.identify(request))
  if (endpoint.download) refuseForeignOpening(request)
  if (access === 'signed_in') return { caller }
  if (!caller.abilities.has(access.ability)) throw new ApiError('not_allowed')
  if (!access.whileGated) refuseAtGate(caller)
  return { caller }
}

async function signedIn<Who>(identified: Promise<Who | null>): Promise<Who> {
  const who = await identified
  if (!who) throw new ApiError('not_signed_in')
  return who
}

function refuseAtGate({ gate }: Caller): void {
  if (gate === 'expired') throw new ApiError('subscription_expired')
  if (gate === 'over_capacity') throw new ApiError('member_capacity_exceeded')
}
