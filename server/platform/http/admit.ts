import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from '../runtime/api-error.ts'
import type { Entrance } from '../database/church-read.ts'
import type {
  Caller,
  GuardianAuthenticator,
  GuardianCaller,
  IdentifyOperator,
  OperatorCaller,
  StaffAuthenticator,
} from './caller.ts'
import { refuseForeignOpening } from './cross-site.ts'

/** How a request is recognised: as a church's staff, as a guardian, as an operator of the installation. */
export type Authenticators = {
  staff: StaffAuthenticator
  guardians: GuardianAuthenticator
  identifyOperator: IdentifyOperator
}

type Asking = Authenticators & { at: Date }

/** Who passed: nobody in particular, staff of a church, an operator, or a guardian. */
export type Admitted = { caller?: Caller; operator?: OperatorCaller; guardian?: GuardianCaller }

/** For so long after an operator typed the password, what moves money or power is not asked for it again. */
const RECENT_MS = 15 * 60 * 1000

/**
 * Decides whether this request may pass, in this order: signed in, not from another site, ability, gate. Asks the database
 * who it is.
 */
export async function admitNow(endpoint: Endpoint, request: FastifyRequest, asking: Asking): Promise<Admitted> {
  const { staff, guardians, identifyOperator, at } = asking
  const { access } = endpoint
  if (access === 'public') return {}
  if (access === 'operator') {
    const operator = signedIn(await identifyOperator(request, at))
    if (endpoint.download) refuseForeignOpening(request)
    refuseUnproved(endpoint, operator, at)
    return { operator }
  }
  const isGuardian = access === 'guardian' || access === 'guardian_always'
  const admitted: Admitted = isGuardian
    ? { guardian: signedIn(await guardians.identify(request, at)) }
    : { caller: signedIn(await staff.identify(request, at)) }
  refuse(endpoint, request, admitted)
  return admitted
}

/** The same by what is remembered of the token, without asking: a guess, to be held to the truth by the entrance. Null: none. */
export function recall(
  endpoint: Endpoint,
  request: FastifyRequest,
  { staff, guardians, at }: Asking,
): { admitted: Admitted; entrance: Entrance } | null {
  const { access } = endpoint
  if (access === 'public' || access === 'operator') return null
  const isGuardian = access === 'guardian' || access === 'guardian_always'
  const recalled = isGuardian ? guardians.recall(request, at) : staff.recall(request, at)
  if (!recalled) return null
  const admitted = (isGuardian ? { guardian: recalled.who } : { caller: recalled.who }) as Admitted
  try {
    refuse(endpoint, request, admitted)
    return { admitted, entrance: recalled.entrance }
  } catch {
    // Nobody is refused by what is only remembered: the database is asked.
    return null
  }
}

/** Throws where a guardian or the staff may not pass. */
function refuse(endpoint: Endpoint, request: FastifyRequest, { caller, guardian }: Admitted): void {
  const { access } = endpoint
  if (endpoint.download) refuseForeignOpening(request)
  if (guardian && access === 'guardian') refuseAtGate(guardian)
  if (!caller) return
  if (access === 'signed_in' || access === 'staff') {
    // Whoever stands at a locked station is not the one who signed in.
    if (caller.selfService && !endpoint.whileLocked) throw new ApiError('not_allowed')
    if (access === 'staff') refuseAtGate(caller)
  } else if (typeof access === 'object') {
    if (!caller.abilities.has(access.ability)) throw new ApiError('not_allowed')
    if (!access.whileGated) refuseAtGate(caller)
  }
}

function signedIn<Who>(who: Who | null): Who {
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
