import { networkOf, returnAttempts, takeAttempts, type Attempt } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Caller } from '../../platform/http/index.ts'

type Trying = {
  caller: Pick<Caller, 'accountId' | 'sessionId' | 'selfService'>
  ip: string
  at: Date
  /** The family whose child is guessed at a locked station. */
  family?: string | null
}

/**
 * Looks for something by a code, or, at a locked station, by a phone number: after too many that find nothing, of an
 * account, a network or a locked station, nobody's counts for a while (`too_many_tries`). Nothing found is `wrong_code`, or what `isFound`
 * says. Counted in transactions of their own, so that a refusal is counted too.
 */
export async function tryCode<T>(
  { database }: Pick<AppContext, 'database'>,
  { caller, ip, at, family = null }: Trying,
  { look, isFound = () => true }: { look: () => Promise<T>; isFound?: (found: T) => boolean },
): Promise<T> {
  // Whoever plays with a locked station must not shut the way out at the desk beside it.
  const attempts: Attempt[] = caller.selfService
    ? [
        { kind: 'lockedStation', who: caller.sessionId },
        ...(family === null ? [] : [{ kind: 'lockedStationFamily', who: family } as const]),
      ]
    : [
        { kind: 'stationCode', who: caller.accountId },
        { kind: 'stationCodeAddress', who: networkOf(ip) },
      ]
  const giveBack = (): Promise<void> => returnAttempts(database.outside, attempts)
  await takeAttempts(database.outside, attempts, at)
  try {
    const found = await look()
    if (isFound(found)) await giveBack()
    return found
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'wrong_code')) await giveBack()
    throw error
  }
}
