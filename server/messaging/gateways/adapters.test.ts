import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { permitted } from '../../people/index.ts'
import type { GatewayKeys } from '../../platform/config/index.ts'
import type { Permit } from '../../people/index.ts'
import { freePort } from '../../test-kit/free-port.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import type { Gateway, OutgoingMessage } from './gateway.ts'
import { openGateways } from './gateways.ts'

// Each adapter against the sandbox, which speaks its provider's protocol.
const FINE = '+2348035000001'
const ALSO_FINE = '+2348035000002'
const REFUSED = '+2348035000098'

let app: TestApp
const permits = new Map<string, Permit>()
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  const { tenantId } = await app.buildChurch()
  const asked = { channel: 'sms' as const, addresses: [FINE, ALSO_FINE, REFUSED], purpose: 'bulk' as const }
  const given = await app.server.context.database.withTenant(tenantId, (tx) =>
    permitted(tx, { ...asked, at: app.clock.now() }),
  )
  for (const permit of given) permits.set(permit.address, permit)
})
afterEach(() => fetch(`${app.sandboxUrl}/_sandbox/faults`, { method: 'DELETE' }))
afterAll(() => app.stop())

type Name = keyof GatewayKeys
const open = (name: Name, change: object = {}): Gateway => {
  const { gateways } = app.server.context.config
  const settings = gateways[name]
  const changed = { ...gateways, [name]: settings && { ...settings, ...change } }
  return openGateways({ gateways: changed }).find(name) as Gateway
}

let nth = 0
const message = (to: string, text = 'Service begins at nine.'): OutgoingMessage => {
  const permit = permits.get(to)
  if (!permit) throw new Error('There is no permit for this number')
  nth += 1
  return { reference: `00000000-0000-4000-8000-000000000001.${nth}`, from: 'GRACE', permit, text }
}

/** What a hand-over of these came to: a state and a reason for each, or the name of the error. */
const handOver = (gateway: Gateway, messages: OutgoingMessage[]): Promise<unknown> =>
  gateway.submit(messages).then(
    (answers) => {
      const answerTo = new Map(answers.map((answer) => [answer.reference, answer]))
      return messages.map(({ reference }) => [answerTo.get(reference)?.status, answerTo.get(reference)?.reason])
    },
    (error: Error) => error.name,
  )

async function fault(mode: string, more: object = {}, target = 'sms'): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await fetch(`${app.sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ target, mode, ...more }),
  })
}

const arrived = async (reference: string): Promise<{ text: string; to: string; from: string; attempts: number }[]> => {
  const reply = await fetch(`${app.sandboxUrl}/_sandbox/sms?reference=${reference}`)
  return ((await reply.json()) as { items: { text: string; to: string; from: string; attempts: number }[] }).items
}

const names = ['default', 'kannel', 'termii', 'africastalking', 'twilio'] as const
const WRONG = {
  default: { key: 'another' },
  kannel: { password: 'another' },
  termii: { apiKey: 'another' },
  africastalking: { apiKey: 'another' },
  twilio: { authToken: 'another' },
}
/** Those that know a reference again answer for the whole; of the others each message is in doubt by itself. */
const inDoubt = (name: Name) => (name === 'default' ? 'GatewayUnsure' : [['unsure', null]])

describe.each(names)('%s', (name) => {
  test('takes a message, refuses a number that is none, and says so of each', async () => {
    const gateway = open(name)
    expect(await handOver(gateway, [message(FINE), message(REFUSED), message(ALSO_FINE)])).toEqual([
      ['accepted', null],
      ['rejected', name === 'kannel' ? 'refused' : 'invalid_number'],
      ['accepted', null],
    ])
  })

  test('brings every letter', async () => {
    const texts = ['Ọlọ́run ẹ̀ & 100% + “joy” 🌸', 'Plain {words}, 5 = 5; a/b?']
    const messages = texts.map((text, index) => message([FINE, ALSO_FINE][index] ?? FINE, text))
    const answers = await open(name).submit(messages)
    for (const [index, { reference }] of messages.entries()) {
      const id = answers.find((answer) => answer.reference === reference)?.id
      const [got] = [...(await arrived(reference)), ...(id === undefined ? [] : await arrived(id))]
      expect(got?.text.normalize('NFC')).toBe(texts[index]?.normalize('NFC'))
      expect(got).toMatchObject({ from: 'GRACE', to: [FINE, ALSO_FINE][index] })
    }
  })

  test('with a wrong secret, or where nothing answers, nothing was taken', async () => {
    expect(await handOver(open(name, WRONG[name]), [message(FINE)])).toBe('GatewayClosed')
    const nowhere = { url: `http://127.0.0.1:${await freePort()}` }
    expect(await handOver(open(name, nowhere), [message(FINE), message(ALSO_FINE)])).toBe('GatewayClosed')
  })

  test('asks for a pause, and what it took before counts', async () => {
    await fault('429', { times: 100 })
    expect(await handOver(open(name), [message(FINE), message(ALSO_FINE)])).toBe('GatewayBusy')
  })

  test.each([
    ['500', {}],
    ['malformed', {}],
    ['timeout', { waitMs: 10 }],
  ])('after the fault %s a message is in doubt', async (mode, more) => {
    await fault(mode, more)
    expect(await handOver(open(name), [message(FINE)])).toEqual(inDoubt(name))
  })
})

test('messages of one text go to Africa’s Talking in one call, personal ones in their own', async () => {
  // The second call is refused: the two of one text travelled in the first or share its fate.
  await fault('500', { times: 1 })
  const same = [message(FINE, 'All the same'), message(ALSO_FINE, 'All the same')]
  expect(await handOver(open('africastalking'), same)).toEqual([
    ['unsure', null],
    ['unsure', null],
  ])
  await fault('500', { times: 1 })
  const personal = [message(FINE, 'Dear Ada'), message(ALSO_FINE, 'Dear Tunde')]
  const states = (await handOver(open('africastalking'), personal)) as string[][]
  expect(states.map(([state]) => state).sort()).toEqual(['accepted', 'unsure'])
})

test.each(['termii', 'twilio'] as const)('%s is asked by its own id, and cannot tell without', async (name) => {
  const gateway = open(name)
  const sent = message(FINE)
  const [answer] = await gateway.submit([sent])
  const { reference } = sent
  const lookUp = async (id: string | null) => (await gateway.lookUp([{ reference, id }]))[0]?.status
  expect(['accepted', 'delivered']).toContain(await lookUp(answer?.id ?? null))
  expect(await lookUp('SM00000000000000000000000000000000')).toBe('unknown')
  expect(await lookUp(null)).toBe('cannot_tell')
  await fault('500', {}, 'sms-lookup')
  await expect(lookUp(answer?.id ?? null)).rejects.toThrow('500')
})

test.each(['kannel', 'africastalking'] as const)('%s can never tell', async (name) => {
  expect(await open(name).lookUp([{ reference: 'a', id: 'b' }])).toMatchObject([
    { reference: 'a', status: 'cannot_tell', reason: null },
  ])
})
