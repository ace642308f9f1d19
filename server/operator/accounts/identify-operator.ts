import { hashToken, looksLikeToken } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { refuseCrossSite, type IdentifyOperator } from '../../platform/http/index.ts'
import { findOperatorSession } from './session-store.ts'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/index.ts'

type Secured = Pick<Config, 'secureCookies'>

/** A cookie of its own: an operator may be signed in to a church besides. */
const nameOf = ({ secureCookies }: Secured): string => (secureCookies ? '__Host-narthex-operator' : 'narthex-operator')

const attributesOf = ({ secureCookies }: Secured) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: secureCookies }) as const

export function setOperatorCookie(
  reply: FastifyReply,
  config: Secured,
  { token, seconds }: { token: string; seconds: number },
): void {
  reply.setCookie(nameOf(config), token, { ...attributesOf(config), maxAge: seconds })
}

export function clearOperatorCookie(reply: FastifyReply, config: Secured): void {
  reply.clearCookie(nameOf(config), attributesOf(config))
}

export const operatorToken = (request: FastifyRequest, config: Secured): string | undefined =>
  request.cookies[nameOf(config)]

/**
 * Finds out which operator calls, by cookie only: nobody needs the console from a program. Throws `cross_site` for a writing
 * request that another site made a browser send. The demo's operators are nobody outside it.
 */
export const identifyOperator =
  ({ database, config }: Pick<AppContext, 'database' | 'config'>): IdentifyOperator =>
  async (request, at) => {
    const token = operatorToken(request, config)
    if (!token || !looksLikeToken(token)) return null
    refuseCrossSite(request)
    const found = await findOperatorSession(database.outside, hashToken(token), at)
    if (!found || (found.isDemo && !config.demo)) return null
    const { hasSecondFactor, isDemo, ...operator } = found
    return { ...operator, mustEnrol: !hasSecondFactor && !isDemo }
  }
