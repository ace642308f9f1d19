import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from './figures.ts'

/**
 * A small load generator in a process of its own (`fork` it, send a `Load`, receive a `Loaded`). It speaks just enough
 * HTTP to tell where an answer ends, so that it takes little of the machine from the server it measures.
 */
export type Load = {
  port: number
  /** Whole requests as they go over the wire; connection `n` repeats the nth. */
  requests: string[]
  /** Each request once, whichever connection is free; when all were sent it is over. */
  inTurn?: boolean
  connections: number
  milliseconds: number
}

/** Calls by turns at fixed instants, counted from the instant: a server that stalls is not asked less. */
export type Watch = {
  urls: string[]
  token: string
  everyMilliseconds: number
  /** Without it: until it is told that this is enough. */
  milliseconds?: number
}

/** Ends the watch that goes on. */
export const ENOUGH = 'enough'

/** Different calls at fixed instants, counted from the instant too. */
export type Rush = { calls: { url: string; token: string; body: string }[]; everyMilliseconds: number }

/** Answers, how many a second, and milliseconds of an answer. */
export type Loaded = {
  answers: number
  perSecond: number
  p50: number
  p99: number
  most: number
  failures: number
}

let isEnough = false

process.on('message', (order: Load | Watch | Rush | typeof ENOUGH) => {
  isEnough = order === ENOUGH
  if (order !== ENOUGH) void answerTo(order).then((loaded) => process.send?.(loaded))
})

function answerTo(order: Load | Watch | Rush): Promise<Loaded> {
  if ('calls' in order) return rush(order)
  return 'urls' in order ? watch(order) : run(order)
}

type Ask = () => Promise<Response>

function watch({ urls, token, everyMilliseconds, milliseconds = Infinity }: Watch): Promise<Loaded> {
  const asks = urls.map((url) => (): Promise<Response> => fetch(url, { headers: { authorization: `Bearer ${token}` } }))
  return atInstants(everyMilliseconds, (nth) =>
    isEnough || nth * everyMilliseconds >= milliseconds ? undefined : asks[nth % asks.length],
  )
}

function rush({ calls, everyMilliseconds }: Rush): Promise<Loaded> {
  const asks = calls.map(({ url, token, body }) => (): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return fetch(url, { method: 'POST', headers, body })
  })
  return atInstants(everyMilliseconds, (nth) => asks[nth])
}

async function atInstants(everyMilliseconds: number, askOf: (nth: number) => Ask | undefined): Promise<Loaded> {
  const started = performance.now()
  const calls: Promise<{ ms: number; ok: boolean }>[] = []
  for (let ask = askOf(0); ask; ask = askOf(calls.length)) {
    const due = started + calls.length * everyMilliseconds
    await sleep(Math.max(0, due - performance.now()))
    const answered = ask().then(async (reply) => {
      await reply.text()
      return { ms: performance.now() - due, ok: reply.ok }
    })
    calls.push(answered)
  }
  const answers = await Promise.all(calls)
  const seconds = (answers.length * everyMilliseconds) / 1000
  const failures = answers.filter(({ ok }) => !ok).length
  return loadedOf(
    answers.map(({ ms }) => ms),
    { seconds, failures },
  )
}

const loadedOf = (times: number[], { seconds, failures }: { seconds: number; failures: number }): Loaded => ({
  answers: times.length,
  perSecond: times.length / seconds,
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99),
  most: quantile(times, 1),
  failures,
})

async function run(load: Load): Promise<Loaded> {
  const times: number[] = []
  const failures: string[] = []
  const started = performance.now()
  const until = started + load.milliseconds
  let sent = 0
  const requests = load.requests.map((request) => Buffer.from(request))
  const nextOf = (nth: number): Buffer | undefined => (load.inTurn ? requests[sent++] : requests[nth % requests.length])
  await Promise.all(
    Array.from({ length: load.connections }, (_, nth) =>
      repeat(load.port, () => nextOf(nth), { until, times, failures }),
    ),
  )
  const seconds = (performance.now() - started) / 1000
  if (failures[0]) console.error(failures[0].slice(0, 12), failures[0].split('\r\n\r\n')[1])
  return loadedOf(times, { seconds, failures: failures.length })
}

type Measured = { until: number; times: number[]; failures: string[] }

function repeat(
  port: number,
  nextRequest: () => Buffer | undefined,
  { until, times, failures }: Measured,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let started = 0
  let received = ''
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true }, next)
  socket.setEncoding('latin1')
  socket.on('error', reject)
  socket.on('close', () => resolve())
  socket.on('data', (part: string) => {
    received += part
    if (!isWhole(received)) return
    times.push(performance.now() - started)
    if (!received.startsWith('HTTP/1.1 200')) failures.push(received)
    next()
  })
  function next(): void {
    received = ''
    started = performance.now()
    const request = started < until ? nextRequest() : undefined
    if (request) socket.write(request)
    else socket.end()
  }
  return promise
}

/** Both servers name the length of their answers. */
function isWhole(received: string): boolean {
  const head = received.indexOf('\r\n\r\n')
  if (head < 0) return false
  const length = /^content-length: *(\d+)/im.exec(received.slice(0, head))?.[1]
  if (length === undefined) throw new Error(`An answer without a length: ${received.slice(0, head)}`)
  return received.length >= head + 4 + Number(length)
}
