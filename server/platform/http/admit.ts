import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import type { Caller, GuardianCaller, OperatorCaller } from './caller.ts'
import { refuseForeignOpening } from './cross-site.ts'

/** How a request is recognised: as a church's staff, as an operator of the installation, as a guardian. */
export type Authenticators = {
  identify: (request: FastifyRequest) => Promise<Caller | null>
  identifyOperator: (request: FastifyRequest) => Promise<OperatorCaller | null>
  identifyGuardian: (request: FastifyRequest) => Promise<GuardianCaller | null>
}

/** Who passed: nobody in particular, staff of a church, an operator, or a guardian. */
export type Admitted = { caller?: Caller; operator?: OperatorCaller; guardian?: GuardianCaller }

/** For so long after an operator typed the password, what moves money or power is not asked for it again. */
const RECENT_MS = 15 * 60 * 1000

/** Decides whether this request may pass, in this order: signed in, not from another site, ability, gate. */
export async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  { at, ...authenticators }: Authenticators & { at: Date },
): Promise<Admitted> {
  const { access } = endpoint
  if (access === 'public') return {}
  if (access === 'operator') {
    const operator = await signedIn(authenticators.identifyOperator(request))
    if (endpoint.download) refuseForeignOpening(request)
    refuseUnproved(endpoint, operator, at)
    return { operator }
  }
  if (access === 'guardian' || access === 'guardian_always') {
    const guardian = await signedIn(authenticators.identifyGuardian(request))
    if (endpoint.download) refuseForeignOpening(request)
    if (access === 'guardian') refuseAtGate(guardian)
    return { guardian }
  }
  const caller = await signedIn(authenticators.identify(request))
  if (endpoint.download) refuseForeignOpening(request)
  if (access === 'signed_in' || access === 'staff') {
    // Whoever stands at a locked station is not the one who signed in.
    if (caller.selfService && !endpoint.whileLocked) throw new ApiError('not_allowed')
    if (access === 'staff') refuseAtGate(caller)
    return { caller }
  }
  if (!caller.abilities.has(access.ability)) throw new ApiError('not_allowed')
  if (!access.whileGated) refuseAtGate(caller)
  return { caller }
}

async function signedIn<Who>(identified: Promise<Who | null>): Promise<Who> {
  const who = await identified
  if (!who) throw new ApiError('not_signed_in')
  return who
}

function refuseUnproved(endpoint: Endpoint, { mustEnrol, confirmedAt }: OperatorCaller, at: Date): void {
  if (mustEnrol && !endpoint.whileEnrolling) throw new ApiError('second_factor_required')
  if (endpoint.recentPassword && at.getTime() - confirmedAt.getTime() > RECENT_MS) throw new ApiError('password_needed')
}

function refuseAtGate({ gate }: Pick<Caller, 'gate'>): void {
  if (gate === 'expired') throw new ApiError('subscription_expired')
  if (gate === 'over_capacity') throw new ApiError('member_capacity_exceeded')
}
