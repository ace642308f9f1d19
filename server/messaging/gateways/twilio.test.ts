import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished, expect, test } from 'vitest'
import { startSandbox } from '#sandbox/index.ts'
import { sandboxConfig } from '#sandbox/config.ts'
import { hasOracles, openOracle } from '../../test-kit/oracles.ts'
import { twilioGateway, twilioSignature } from './twilio.ts'

type Wire = {
  method: string
  path: string
  query: string
  headers: Record<string, string>
  body: string
  status: number
  answer: string
}

/** The sandbox's Twilio behind something that writes down every call and every answer. */
async function wiredTwilio() {
  const { smsSecrets, paymentSecrets } = sandboxConfig({})
  const sandbox = await startSandbox({ host: '127.0.0.1', port: 0, smtpPort: 0, smsSecrets, paymentSecrets })
  const wire: Wire[] = []
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    const { method = '', url = '' } = request
    const headers = {
      authorization: String(request.headers.authorization),
      'content-type': String(request.headers['content-type']),
    }
    const passed = await fetch(`http://127.0.0.1:${sandbox.port}/twilio${url}`, {
      method,
      headers,
      ...(body && { body }),
    })
    const answer = await passed.text()
    const [path = '', query = ''] = url.split('?')
    wire.push({ method, path, query, headers, body, status: passed.status, answer })
    response.writeHead(passed.status, { 'content-type': 'application/json' }).end(answer)
  }
  const server = createServer((request, response) => void pass(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await sandbox.close()
  })
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { accountSid: smsSecrets.TWILIO_ACCOUNT_SID, authToken: smsSecrets.TWILIO_AUTH_TOKEN }
  const callbackUrl = 'http://127.0.0.1:2/api/webhooks/sms/twilio'
  return { wire, base, gateway: twilioGateway({ url: base, callbackUrl, ...settings }), settings }
}

test.runIf(hasOracles)(
  'what is asked of Twilio, and what its sandbox answers, is as the official document says',
  async () => {
    const { wire, base, gateway, settings } = await wiredTwilio()
    const authorization = `Basic ${Buffer.from(`${settings.accountSid}:${settings.authToken}`).toString('base64')}`
    const form = {
      To: '+2348035000001',
      From: 'GRACE',
      Body: 'Ọlọ́run',
      StatusCallback: 'http://127.0.0.1:2/r?reference=a.1',
    }
    const created = await fetch(`${base}/2010-04-01/Accounts/${settings.accountSid}/Messages.json`, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams(form),
    })
    const { sid } = (await created.json()) as { sid: string }
    expect(await gateway.lookUp([{ reference: 'a.1', id: sid }])).toMatchObject([{ reference: 'a.1' }])
    const oracle = await openOracle('twilio')
    const objections = wire.flatMap(({ method, path, query, headers, body, status, answer }) => [
      ...oracle.requestErrors(method, path, { headers, query, ...(body && { body }) }),
      ...oracle.responseErrors(method, path, status, answer),
    ])
    expect(wire).toHaveLength(2)
    expect(objections).toEqual([])
    expect(oracle.responseErrors('POST', wire[0]?.path ?? '', 201, { sid: 'none', num_media: 0 })).not.toEqual([])
  },
)

test('a signature is what Twilio’s own documentation computes', () => {
  const fields = {
    CallSid: 'CA1234567890ABCDE',
    Caller: '+14158675309',
    Digits: '1234',
    From: '+14158675309',
    To: '+18005551212',
  }
  expect(twilioSignature('https://mycompany.com/myapp.php?foo=1&bar=2', fields, '12345')).toBe(
    'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
  )
})
