import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config/index.ts'

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
