import type { BrowserContext } from 'playwright-core'

export type Trace = {
  /** Writes what was recorded since the last call, or since the visit began. */
  keep: (file: string) => Promise<void>
  end: () => Promise<void>
}

/** By hand: `TRACE=full vitest run --project browser e2e/people.test.ts`. */
const isAskedFor = process.env['TRACE'] === 'full'

/** Contexts are lent to several visits: each visit is a chunk of one trace. */
const tracing = new WeakMap<BrowserContext, 'plain' | 'full'>()

/**
 * Records actions, requests and the console. A full trace also has the page before and after each action, and what was drawn meanwhile;
 * it takes far more of the processor.
 */
export async function startTrace(context: BrowserContext, kind: 'plain' | 'full'): Promise<Trace> {
  const before = tracing.get(context)
  if (before !== kind) {
    if (before) await context.tracing.stop()
    const isFull = kind === 'full' || isAskedFor
    await context.tracing.start({ snapshots: isFull, screenshots: isFull, sources: isFull })
    tracing.set(context, kind)
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
