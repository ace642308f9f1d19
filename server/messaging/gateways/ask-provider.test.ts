import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { askProvider } from './ask-provider.ts'

// A provider that does what each test says, to see what an unusable answer is taken for.
let answer: (response: ServerResponse) => void
const server = createServer((_request, response) => answer(response))
let url: string
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterEach(() => vi.useRealTimers())
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ask = (): Promise<unknown> =>
  askProvider(url, { method: 'POST', body: 'a message' }).catch((failure: Error) => failure.name)

test('an answer comes whole, with its status', async () => {
  answer = (response) => {
    response.writeHead(202).write('Ọjọ́', () => response.end(' and more'))
  }
  expect(await ask()).toEqual({ status: 202, text: 'Ọjọ́ and more' })
})

test('one that is cut off, or larger than anybody reads, is none', async () => {
  answer = (response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('half of it', () => response.destroy())
  }
  expect(await ask()).toBe('GatewayUnsure')
  answer = (response) => response.end(Buffer.alloc(4 * 1024 * 1024 + 1, 'x'))
  expect(await ask()).toBe('GatewayUnsure')
})

test.each([
  ['never begins', () => undefined],
  ['never ends', (response: ServerResponse) => void response.writeHead(200).write('0: Accepted')],
])('one that %s is waited for ten seconds', async (_what, begin) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const came = new Promise<void>((resolve) => {
    answer = (response) => {
      begin(response)
      resolve()
    }
  })
  let told: unknown
  const asked = ask().then((failure) => (told = failure))
  await came
  vi.advanceTimersByTime(9_999)
  await new Promise(setImmediate)
  expect(told).toBeUndefined()
  vi.advanceTimersByTime(1)
  await asked
  expect(told).toBe('GatewayUnsure')
})
