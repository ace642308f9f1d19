import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepProviderNotes } from '../../platform/provider-notes/index.ts'
import { freePort } from '../../test-kit/free-port.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { openGateways, notedGateway } from './gateways.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

/** Asks the gateway of these settings about messages, and answers what was noted of it. */
async function noted(provider: string, settings: { url?: string; key?: string }) {
  const { context } = app.server
  const { gateways } = context.config
  const found = openGateways({
    gateways: { ...gateways, default: gateways.default && { ...gateways.default, ...settings } },
  }).find('default')
  if (!found) throw new Error('There is no gateway to ask')
  const notes = keepProviderNotes(context)
  const asking = notedGateway(found, provider, notes.note).lookUp(
    ['one', 'two', 'three'].map((reference) => ({ reference, id: null })),
  )
  const answered = await asking.then(
    () => 'answered',
    (error: Error) => error.name,
  )
  await notes.stop()
  const [row] = await app.look(
    'select succeeded, failed, last_error as error from provider_minute where provider = $1',
    [provider],
  )
  return { answered, ...row }
}

test('a call is noted once, however many messages it is about', async () => {
  expect(await noted('sms:works', {})).toEqual({ answered: 'answered', succeeded: 1, failed: 0, error: null })
})

test('a gateway that cannot be reached or refuses us is noted as failed, and the failure goes on', async () => {
  expect(await noted('sms:gone', { url: `http://127.0.0.1:${await freePort()}` })).toEqual({
    answered: 'GatewayClosed',
    succeeded: 0,
    failed: 1,
    error: 'The gateway cannot be reached.',
  })
  expect(await noted('sms:refuses', { key: 'another-key' })).toMatchObject({
    answered: 'GatewayClosed',
    error: 'The gateway refused the call: 401.',
  })
})
