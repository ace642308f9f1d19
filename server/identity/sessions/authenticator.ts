import type { FastifyRequest } from 'fastify'
import { openRecollection, refuseCrossSite, type Authenticator } from '../../platform/http/index.ts'
import { bearerToken, hashToken, looksLikeToken } from '../credentials/index.ts'

/** When which token was shown. */
export type Sight = { tokenHash: Buffer; at: Date }

type Sessions<Row, Who> = {
  /** The function of the database that finds out whose a token is. */
  find: string
  /** Asks it. */
  ask: (tokenHash: Buffer, at: Date) => Promise<Row | null>
  cookieOf: (request: FastifyRequest) => string | undefined
  callerOf: (row: Row, at: Date) => Who
  /** Is told of each use of a session. */
  saw?: (request: FastifyRequest, row: Row, sight: Sight) => void
}

/**
 * Finds out who calls, by Bearer token, else by cookie. What is remembered of a token is a guess that the database is asked
 * about at every request: a sign-out, a role taken away or an expired subscription shows at the next one. Throws
 * `cross_site` for a writing request that another site made a browser send with our cookie.
 */
export function authenticator<Row extends { told: string }, Who>({
  find,
  ask,
  cookieOf,
  callerOf,
  saw,
}: Sessions<Row, Who>): Authenticator<Who> {
  const lately = openRecollection<Row>(find)
  const hashOf = (request: FastifyRequest): Buffer | null => {
    const bearer = bearerToken(request)
    const token = bearer ?? cookieOf(request)
    // Browsers add the cookie by themselves, the Authorization header only for our own scripts.
    if (token && !bearer) refuseCrossSite(request)
    return token && looksLikeToken(token) ? hashToken(token) : null
  }
  return {
    identify: async (request, at) => {
      const tokenHash = hashOf(request)
      if (!tokenHash) return null
      const row = await ask(tokenHash, at)
      lately.note(tokenHash, row)
      if (row) saw?.(request, row, { tokenHash, at })
      return row && callerOf(row, at)
    },
    recall: (request, at) => {
      const tokenHash = hashOf(request)
      const recalled = tokenHash && lately.recall(tokenHash, at)
      if (!recalled) return null
      saw?.(request, recalled.row, { tokenHash, at })
      return { who: callerOf(recalled.row, at), entrance: recalled.entrance }
    },
  }
}
