import { Readable } from 'node:stream'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoint, fileAnswer } from '#contract/endpoint.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { ApiError } from '../runtime/api-error.ts'
import type { Download } from './download.ts'
import { answerError } from './server.ts'
import { serveOn } from './serve.ts'

const file = endpoint({
  method: 'GET',
  path: '/file',
  access: 'public',
  summary: 'A file',
  response: fileAnswer,
  download: true,
  errors: ['busy'],
})

let app: TestApp
let http: FastifyInstance
let url: string
let make: (gone: AbortSignal) => Promise<Readable>
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  http = fastify()
  http.setErrorHandler(answerError)
  const { database, clock } = app.server.context
  const identify = async (): Promise<null> => null
  const nobody = { identify, recall: () => null }
  const serve = serveOn({ http, database, clock, staff: nobody, guardians: nobody, identifyOperator: identify })
  const download: Download = { fileName: 'Ọlá "1".csv', contentType: 'text/csv', body: (gone) => make(gone) }
  serve(file, async () => download)
  url = (await http.listen({ port: 0, host: '127.0.0.1' })) + file.path
})
afterAll(async () => {
  await http.close()
  await app.stop()
})

test('a file that is made comes under its name', async () => {
  make = async () => Readable.from([Buffer.from('a,b\r\n'), Buffer.from('1,2\r\n')])
  const reply = await fetch(url)
  expect(await reply.text()).toBe('a,b\r\n1,2\r\n')
  expect(reply.headers.get('content-disposition')).toBe(
    `attachment; filename="_l_ _1_.csv"; filename*=UTF-8''%E1%BB%8Cl%C3%A1%20%221%22.csv`,
  )
})

test('what cannot be made is refused like everything else', async () => {
  make = () => Promise.reject(new ApiError('busy'))
  const reply = await fetch(url)
  expect([reply.status, reply.headers.get('content-disposition')]).toEqual([429, null])
  expect(await reply.json()).toMatchObject({ code: 'busy' })
})

test('a client that leaves is noticed while its file is made, and the next one is served', async () => {
  const begun = Promise.withResolvers<void>()
  const noticed = Promise.withResolvers<void>()
  make = (gone) =>
    new Promise((_resolve, reject) => {
      gone.addEventListener('abort', () => {
        reject(gone.reason as Error)
        noticed.resolve()
      })
      begun.resolve()
    })
  const leaving = new AbortController()
  const asked = fetch(url, { signal: leaving.signal })
  await begun.promise
  leaving.abort()
  await expect(asked).rejects.toThrow('aborted')
  await noticed.promise
  make = async () => Readable.from([Buffer.from('whole')])
  expect(await (await fetch(url)).text()).toBe('whole')
})

test('a file that breaks off does not look whole', async () => {
  make = async () =>
    Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000)
        throw new Error('broken')
      })(),
    )
  await expect(fetch(url).then((reply) => reply.arrayBuffer())).rejects.toThrow('terminated')
})
