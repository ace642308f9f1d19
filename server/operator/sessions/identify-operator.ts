import { hashToken, looksLikeToken } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { refuseCrossSite, type IdentifyOperator } from '../../platform/http/index.ts'
import { operatorToken } from './operator-cookie.ts'
import { findOperatorSession } from './operator-session-store.ts'

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
