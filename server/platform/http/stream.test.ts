import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { ApiError } from '../runtime/api-error.ts'
import { answerError } from './server.ts'
import { serveOn } from './serve.ts'
import type { Messages } from './stream.ts'

const counting = endpoint({
  method: 'GET',
  path: '/counting',
  access: 'public',
  summary: 'Numbers as they come',
  response: z.int(),
  stream: true,
  errors: ['busy'],
})

let app: TestApp
let http: FastifyInstance
let url: string
let open: (request: FastifyRequest) => Messages<number> | Promise<Messages<number>>
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  http = fastify()
  http.setErrorHandler(answerError)
  const { database, clock } = app.server.context
  const identify = async (): Promise<null> => null
  const nobody = { identify, recall: () => null }
  const serve = serveOn({ http, database, clock, staff: nobody, guardians: nobody, identifyOperator: identify })
  serve(counting, async ({ request }) => open(request))
  url = (await http.listen({ port: 0, host: '127.0.0.1' })) + counting.path
})
afterAll(async () => {
  await http.close()
  await app.stop()
})

test('each message is an event of its own, and the end of the messages is the end of the answer', async () => {
  open = () =>
    async function* () {
      yield 1
      yield 2
    }
  const reply = await fetch(url)
  expect(reply.headers.get('content-type')).toBe('text/event-stream')
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(await reply.text()).toBe('retry: 3000\n\ndata: 1\n\ndata: 2\n\n')
})

test('what is refused before the first message is refused like everything else', async () => {
  open = () => {
    throw new ApiError('busy')
  }
  const reply = await fetch(url)
  expect([reply.status, await reply.json()]).toMatchObject([429, { code: 'busy' }])
})

test('a listener that leaves is noticed', async () => {
  const noticed = Promise.withResolvers<void>()
  open = () =>
    async function* (gone) {
      yield 1
      await new Promise((leave) => gone.addEventListener('abort', leave))
      noticed.resolve()
    }
  const leaving = new AbortController()
  const reply = await fetch(url, { signal: leaving.signal })
  await reply.body?.getReader().read()
  leaving.abort()
  await expect(noticed.promise).resolves.toBeUndefined()
})

test('a listener that left before the first message is noticed too', async () => {
  const noticed = Promise.withResolvers<boolean>()
  const leaving = new AbortController()
  open = async ({ raw }) => {
    const left = once(raw.socket, 'close')
    leaving.abort()
    await left
    return async function* (gone) {
      noticed.resolve(gone.aborted)
      yield* []
    }
  }
  await expect(fetch(url, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' })
  expect(await noticed.promise).toBe(true)
})

test('a message that is none of the contract is not sent: the listener is cut off', async () => {
  open = () =>
    async function* () {
      yield 1
      yield 0.5
    }
  expect(await (await fetch(url)).text()).toBe('retry: 3000\n\ndata: 1\n\n')
})
