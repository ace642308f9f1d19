import type { BrowserContext } from 'playwright-core'

export type Trace = {
  /** Writes what was recorded since the last call, or since the visit began. */
  keep: (file: string) => Promise<void>
  end: () => Promise<void>
}

/**
 * `TRACE=full vitest run --project browser e2e/people.test.ts`: the trace also has the page before and after each action, and what
 * was drawn meanwhile, which takes far more of the processor.
 */
const isFull = process.env['TRACE'] === 'full'

/** Contexts are lent to several visits: each visit is a chunk of one trace. */
const traced = new WeakSet<BrowserContext>()

/** Records actions, requests and the console of a visit. */
export async function startTrace(context: BrowserContext): Promise<Trace> {
  if (!traced.has(context)) {
    await context.tracing.start({ snapshots: isFull, screenshots: isFull, sources: isFull })
    traced.add(context)
  }
  await context.tracing.startChunk()
  return {
    keep: async (file) => {
      await context.tracing.stopChunk({ path: file })
      await context.tracing.startChunk()
    },
    // A test may have closed its context.
    end: () => context.tracing.stopChunk().catch(() => undefined),
  }
}
