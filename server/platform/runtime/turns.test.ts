import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noteWhoAsks, openTurnstile, takingTurns, type Turnstile, type TurnstileLimits } from './turns.ts'

/** Whoever asks is named by the address; the turnstile of the present test decides when they are answered. */
let http: FastifyInstance
let turnstile: Turnstile
let begun: string[]
let ends: Map<string, () => void>
beforeAll(async () => {
  http = fastify({ trustProxy: true })
  noteWhoAsks(http, (address) => address)
  http.get('/:name', async (request) => {
    const { name } = request.params as { name: string }
    const leave = await turnstile()
    begun.push(name)
    await new Promise<void>((resolve) => ends.set(name, resolve))
    leave()
    return name
  })
  await http.ready()
})
afterAll(() => http.close())

function open(limits: Partial<TurnstileLimits>): void {
  begun = []
  ends = new Map()
  turnstile = openTurnstile({ atOnce: 1, waitingMost: 100, refuse: (why) => new Error(why), ...limits })
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
/** Without waiting for the answer. */
const come = async (who: string, ...names: string[]): Promise<{ replies: Promise<number>[] }> => {
  const replies: Promise<number>[] = []
  for (const name of names) {
    const reply = http.inject({ url: `/${name}`, headers: { 'x-forwarded-for': who } })
    replies.push(reply.then(({ statusCode }) => statusCode))
    await settled()
  }
  return { replies }
}
const end = async (name: string): Promise<void> => {
  ends.get(name)?.()
  await settled()
}

test('who comes once is next, however many of another wait', async () => {
  open({})
  await come('10.0.0.1', 'a1', 'a2', 'a3', 'a4')
  await come('10.0.0.2', 'b1')
  await come('10.0.0.3', 'c1')
  for (const name of ['a1', 'a2', 'b1', 'c1', 'a3', 'a4']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'a4'])
})

test('one asker never holds all the places', async () => {
  open({ atOnce: 3, atOnceEach: 2 })
  await come('10.0.0.1', 'a1', 'a2', 'a3', 'a4')
  expect(begun).toEqual(['a1', 'a2'])
  await come('10.0.0.2', 'b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  for (const name of ['b1', 'a1', 'a2', 'a3', 'a4']) await end(name)
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4'])
})

test('a full queue refuses whoever waits most, not whoever comes', async () => {
  open({ waitingMost: 3 })
  const { replies: flood } = await come('10.0.0.1', 'a1', 'a2', 'a3', 'a4')
  const {
    replies: [once],
  } = await come('10.0.0.2', 'b1')
  expect(await flood[3]).toBe(500)
  const {
    replies: [more],
  } = await come('10.0.0.1', 'a5')
  expect(await more).toBe(500)
  for (const name of ['a1', 'a2', 'b1', 'a3']) await end(name)
  expect(await Promise.all([...flood.slice(0, 3), once])).toEqual([200, 200, 200, 200])
})

test('who has waited too long is refused, and takes no place of others', async () => {
  open({ waitMs: 20 })
  const {
    replies: [first, late],
  } = await come('10.0.0.1', 'a1', 'a2')
  expect(await late).toBe(500)
  await end('a1')
  const {
    replies: [next],
  } = await come('10.0.0.2', 'b1')
  await end('b1')
  expect([await first, await next]).toEqual([200, 200])
})

test('work that fails ends its turn', async () => {
  const inTurn = takingTurns({ atOnce: 1, waitingMost: 1, retryAfter: 7 })
  await expect(inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await inTurn(async () => 'done')).toBe('done')
})
