import { createHash, randomBytes } from 'node:crypto'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/index.ts'

/** A secret of 256 random bits, 43 characters of base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const looksLikeToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** What the database keeps of a token. It is random throughout, so one fast hash is enough to keep it secret. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** How the web page's session travels: out of reach of scripts, of other sites and of other hosts. */
type Secured = Pick<Config, 'secureCookies'>

/** Browsers hold a `__Host-` cookie to Secure, Path=/ and this very host; they refuse it over plain http. */
const nameOf = ({ secureCookies }: Secured): string => (secureCookies ? '__Host-narthex' : 'narthex')

const attributesOf = ({ secureCookies }: Secured) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: secureCookies }) as const

export function setSessionCookie(
  reply: FastifyReply,
  config: Secured,
  { token, seconds }: { token: string; seconds: number },
): void {
  reply.setCookie(nameOf(config), token, { ...attributesOf(config), maxAge: seconds })
}

export function clearSessionCookie(reply: FastifyReply, config: Secured): void {
  reply.clearCookie(nameOf(config), attributesOf(config))
}

export const cookieToken = (request: FastifyRequest, config: Secured): string | undefined =>
  request.cookies[nameOf(config)]

/** What an API client sends as `Authorization: Bearer`. */
export const bearerToken = (request: FastifyRequest): string | undefined =>
  /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
