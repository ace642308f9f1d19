import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/platform/config/index.ts'

type Secured = Pick<Config, 'secureCookies'>

/** Apart from the staff's: one browser may hold both, a parent who also works at the desk. */
const nameOf = ({ secureCookies }: Secured): string => (secureCookies ? '__Host-narthex-family' : 'narthex-family')

const attributesOf = ({ secureCookies }: Secured) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: secureCookies }) as const

export function setGuardianCookie(
  reply: FastifyReply,
  config: Secured,
  { token, seconds }: { token: string; seconds: number },
): void {
  reply.setCookie(nameOf(config), token, { ...attributesOf(config), maxAge: seconds })
}

export function clearGuardianCookie(reply: FastifyReply, config: Secured): void {
  reply.clearCookie(nameOf(config), attributesOf(config))
}

export const guardianToken = (request: FastifyRequest, config: Secured): string | undefined =>
  request.cookies[nameOf(config)]
