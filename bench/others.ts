/** Another church meanwhile: its session and its people page, asked at fixed instants while one church does something large. */
import { listPeople } from '#contract/people/persons.ts'
import { readSession } from '#contract/identity/session.ts'
import { addressOf } from '#server/test-kit/call.ts'
import { report } from './figures.ts'
import type { Loaded } from './load.ts'
import { startLoad, type Started } from './processes.ts'
import type { Stage } from './stage.ts'

/** A call of another church may take so long, whatever one church does. */
const OTHERS_P99_MS = 100
const EVERY_MS = 20
const CALM_MS = 5_000
const PEOPLE = 500

export type Others = {
  /** What they wait for when nobody does anything large. */
  calm: Loaded
  /** What they wait for while this goes on. */
  during: <T>(what: string, work: () => Promise<T>) => Promise<T>
  stop: () => void
}

/** Watches at a server with this address. */
export async function watchOthers(stage: Stage, url: string, server: Started): Promise<Others> {
  const people = Array.from({ length: PEOPLE }, (_, index) => ({ firstName: `Ngọzi${index}` }))
  const { admin } = await stage.buildChurch({ people })
  const urls = [url + readSession.path, url + addressOf(listPeople, { query: { limit: 25 } })]
  const load = startLoad()
  const watch = (milliseconds?: number): Promise<Loaded> =>
    load.put({ urls, token: admin.token, everyMilliseconds: EVERY_MS, ...(milliseconds ? { milliseconds } : {}) })
  await watch(CALM_MS)
  const calm = await watch(CALM_MS)
  report('another church, when nothing large goes on', inMs(calm), null)
  return {
    calm,
    during: async (what, work) => {
      server.stretch()
      const watching = watch()
      try {
        return await work()
      } finally {
        load.enough()
        const busy = await watching
        const kept = busy.failures === 0 && busy.p99 <= OTHERS_P99_MS
        report(`  another church meanwhile: ${what}`, `${inMs(busy)} (p99 ≤ ${OTHERS_P99_MS})`, kept)
        report('  the server worked on without a pause', `${server.stretch().toFixed(0)} ms of processor at most`, null)
      }
    },
    stop: load.stop,
  }
}

const inMs = ({ p50, p99, most, answers, failures }: Loaded): string =>
  `p50 ${p50.toFixed(0)} p99 ${p99.toFixed(0)} longest ${most.toFixed(0)} ms of ${answers}${failures ? `, ${failures} FAILED` : ''}`
