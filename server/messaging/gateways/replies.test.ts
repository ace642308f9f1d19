import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox, type Sandbox } from '#sandbox/index.ts'
import { sandboxSecrets, shapeConfig } from '../../platform/config/config.ts'
import { readEnv } from '../../platform/config/env.ts'
import { openGateways, type Gateways } from './gateways.ts'

// The sandbox brings replies by each protocol to something that keeps what came, for the adapters to read.
type Came = { url: string; rawBody: Buffer; headers: IncomingHttpHeaders; at: Date }
const came: Came[] = []
const keep = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const rawBody = await buffer(request)
  came.push({ url: request.url ?? '', rawBody, headers: request.headers, at: new Date() })
  response.writeHead(200).end()
}
const server = createServer((request, response) => void keep(request, response))
let sandbox: Sandbox
let gateways: Gateways
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const smsWebhookUrl = `http://127.0.0.1:${port}/api/webhooks/sms`
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, ...sandboxSecrets, smsWebhookUrl })
  gateways = openGateways(shapeConfig(readEnv({ PORT: String(port), SANDBOX_PORT: String(sandbox.port) })))
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await sandbox.close()
})

async function reply(gateway: string, change: object = {}): Promise<Came> {
  const words = { from: '+2348035000001', to: 'GRACE', text: 'Stop & save 5% — Ọjọ́ 🌸\nplease', id: 'reply-1' }
  const answered = await fetch(`http://127.0.0.1:${sandbox.port}/_sandbox/sms/replies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ gateway, ...words, ...change }),
  })
  expect(answered.status).toBe(200)
  return came.at(-1) as Came
}

const read = (name: string, call: Came) => {
  const signed = gateways.signed(name, call)
  if (!signed) throw new Error('There is no such gateway')
  return signed.gateway.readReplies(signed.call)
}

const names = ['default', 'kannel', 'termii', 'africastalking', 'twilio']

test.each(names)('%s brings who wrote what to whom, and its own id', async (name) => {
  const call = await reply(name)
  const address = `/api/webhooks/sms/${name}${name === 'termii' ? '' : '/replies'}`
  expect(call.url.split('?')[0]).toBe(address)
  const at = expect.any(Date) as Date
  const words = { from: '+2348035000001', to: 'GRACE', text: 'Stop & save 5% — Ọjọ́ 🌸\nplease' }
  expect(read(name, call)).toEqual([{ id: 'reply-1', ...words, at }])
  expect(read(name, call)).toEqual(read(name, call))
})

test.each(names)('%s: a forged one, or one that was changed on its way, is not read', async (name) => {
  expect(read(name, await reply(name, { forged: true }))).toBe('unsigned')
  const call = await reply(name)
  const isKeyed = name === 'kannel' || name === 'africastalking'
  const changed = isKeyed
    ? { ...call, url: call.url.replace(/key=[^&]*/, 'key=') }
    : { ...call, rawBody: Buffer.concat([call.rawBody, Buffer.from('&x=1 ')]) }
  expect(read(name, changed)).toBe('unsigned')
})

test.each(names)('%s: a receipt is no reply', async (name) => {
  const { url, ...call } = await reply(name, { text: '' })
  const asReceipt = gateways.signed(name, { ...call, url })
  const receipts = asReceipt?.gateway.readReceipts(asReceipt.call)
  expect(name === 'termii' ? receipts : [receipts]).toEqual(name === 'termii' ? [] : ['unreadable'])
})
