import type { Clock } from '../runtime/clock.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../runtime/log.ts'
import { saveProviderCalls, type ProviderCalls } from './provider-store.ts'

/** Notes how a call to a provider went; `error` in our words, without anybody's data. Never throws, never waits. */
export type NoteProvider = (provider: string, failure?: { error: string }) => void

type ProviderNotes = {
  note: NoteProvider
  /** Writes down what was noted and stops. */
  stop: () => Promise<void>
}

const FLUSH_MS = 5_000

/**
 * Counts calls in memory and writes the sums down every few seconds, so that sending never waits for it. While the
 * database is away they are kept for the next time.
 */
export function keepProviderNotes({
  database,
  clock,
  log,
}: {
  database: Database
  clock: Clock
  log: Log
}): ProviderNotes {
  let counted = new Map<string, ProviderCalls>()
  const count = (provider: string, more: ProviderCalls): void => {
    const before = counted.get(provider)
    counted.set(provider, before ? sumOf(before, more) : more)
  }
  const flush = async (): Promise<void> => {
    const [sums, at] = [counted, clock.now()]
    if (sums.size === 0) return
    counted = new Map()
    try {
      await database.withoutTenant(async (tx) => {
        // In one order: two servers that write at the same time wait for each other instead of for ever.
        for (const [provider, calls] of [...sums].sort(([one], [other]) => (one < other ? -1 : 1)))
          await saveProviderCalls(tx, provider, { ...calls, at })
      })
    } catch (error) {
      log.debug({ err: error }, 'provider notes wait for the database')
      const since = counted
      counted = sums
      for (const [provider, calls] of since) count(provider, calls)
    }
  }
  let flushing = Promise.resolve()
  const timer = setInterval(() => {
    flushing = flushing.then(flush)
  }, FLUSH_MS).unref()
  return {
    note: (provider, failure) => count(provider, failure ? { ...FAILED, error: failure.error } : SUCCEEDED),
    stop: async () => {
      clearInterval(timer)
      await (flushing = flushing.then(flush))
    },
  }
}

const SUCCEEDED: ProviderCalls = { succeeded: 1, failed: 0, failedLast: 0, error: null }
const FAILED: ProviderCalls = { succeeded: 0, failed: 1, failedLast: 1, error: null }

/** What came later counts after what came before. */
const sumOf = (before: ProviderCalls, more: ProviderCalls): ProviderCalls => ({
  succeeded: before.succeeded + more.succeeded,
  failed: before.failed + more.failed,
  failedLast: (more.succeeded > 0 ? 0 : before.failedLast) + more.failedLast,
  error: more.error ?? before.error,
})
