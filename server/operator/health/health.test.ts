import { afterAll, beforeAll, expect, test } from 'vitest'
import { listConsoleLog, readHealth, type Health } from '#contract/operator/settings.ts'
import { connect } from '#server/platform/database/database.ts'
import { createLog } from '#server/platform/runtime/index.ts'
import { openMailer } from '#server/platform/mail/mailer.ts'
import { keepProviderNotes } from '#server/platform/provider-notes/index.ts'
import { buildOperator, type TestOperator } from '#server/test-kit/build-operator.ts'
import { freePort } from '#server/test-kit/free-port.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let operator: TestOperator
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  operator = await buildOperator(app)
})
afterAll(() => app.stop())

const read = async (): Promise<Health> => (await operator.call(readHealth, {})).body
const providerOf = async (name: string) => (await read()).providers.find((provider) => provider.name === name)
const notes = () => keepProviderNotes({ ...app.server.context, log: createLog('silent') })
const mail = { to: 'somebody@church.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

test('an installation that has called nobody says so, and how database and jobs do', async () => {
  const { providers, database, jobs } = await read()
  expect(providers.map(({ name, state }) => [name, state])).toEqual([
    ['mail', 'quiet'],
    ['sms:default', 'quiet'],
  ])
  expect(database.answersInMs).toBeGreaterThan(0)
  expect(database.sizeBytes).toBeGreaterThan(1_000_000)
  expect(jobs).toMatchObject({ running: 0, failedLastDay: 0 })
})

test('jobs that wait and those that were given up are counted', async () => {
  const before = (await read()).jobs
  await app.look(
    `insert into pgboss.job (name, data, state, start_after, completed_on) values
      ('operator.send-invite', '{}', 'created', now() - interval '90 seconds', null),
      ('operator.send-invite', '{}', 'created', now() + interval '1 hour', null),
      ('operator.send-invite', '{}', 'failed', now(), now()),
      ('operator.send-invite', '{}', 'failed', now() - interval '3 days', now() - interval '2 days')`,
  )
  const { jobs } = await read()
  expect(jobs).toMatchObject({ waiting: before.waiting + 1, failedLastDay: before.failedLastDay + 1 })
  expect(jobs.oldestWaitingS).toBeGreaterThanOrEqual(90)
})

test('calls are counted by provider, and what failed last tells who is down', async () => {
  const first = notes()
  for (let call = 0; call < 7; call += 1) first.note('sms:other')
  first.note('sms:other', { error: 'The gateway answered 500.' })
  await first.stop()
  expect(await providerOf('sms:other')).toMatchObject({
    lastHour: { succeeded: 7, failed: 1 },
    lastDay: { succeeded: 7, failed: 1 },
    lastError: 'The gateway answered 500.',
    state: 'troubled',
  })
  const later = notes()
  for (let call = 0; call < 4; call += 1) later.note('sms:other', { error: 'The gateway cannot be reached.' })
  await later.stop()
  expect(await providerOf('sms:other')).toMatchObject({ state: 'down', lastError: 'The gateway cannot be reached.' })
  const again = notes()
  again.note('sms:other')
  await again.stop()
  expect((await providerOf('sms:other'))?.state).toBe('troubled')
})

test('a mail that is taken and one that is not are noted, without the address', async () => {
  const kept = notes()
  const taken = openMailer(app.server.context.config.mail, kept.note)
  await taken.sendMail(mail)
  taken.close()
  const gone = openMailer({ url: `smtp://127.0.0.1:${await freePort()}`, from: 'us@narthex.example' }, kept.note)
  await expect(gone.sendMail(mail)).rejects.toThrow(/ECONNREFUSED/)
  gone.close()
  await kept.stop()
  const found = await providerOf('mail')
  expect(found).toMatchObject({ lastDay: { succeeded: 1, failed: 1 } })
  expect(found?.lastError).toMatch(/^The mail server did not take a mail: \w+\.$/)
})

test('notes wait for a database that is away, and are lost by nobody who sends', async () => {
  const away = connect('postgres://nobody@127.0.0.1:1/none')
  const { withoutTenant } = app.server.context.database
  let isAway = true
  const database = {
    ...away,
    withoutTenant: ((work) => (isAway ? away.withoutTenant(work) : withoutTenant(work))) as typeof withoutTenant,
  }
  const kept = keepProviderNotes({ database, clock: app.clock, log: createLog('silent') })
  kept.note('sms:patient')
  await kept.stop()
  expect(await providerOf('sms:patient')).toBeUndefined()
  isAway = false
  kept.note('sms:patient')
  await kept.stop()
  expect((await providerOf('sms:patient'))?.lastDay).toEqual({ succeeded: 2, failed: 0 })
  await away.close()
})

test('the log goes on from page to page, by church and by operator, and nobody can change it', async () => {
  const other = await buildOperator(app, 'Second')
  const all = (await operator.call(listConsoleLog, { query: {} })).body
  const first = (await operator.call(listConsoleLog, { query: { limit: 1 } })).body
  const next = (await operator.call(listConsoleLog, { query: { limit: 1, cursor: first.nextCursor ?? '' } })).body
  expect([...first.items, ...next.items]).toEqual(all.items.slice(0, 2))
  expect(all.items[0]).toMatchObject({ act: 'operator.second_factor_on', operatorName: 'Second', churchId: null })
  const [row] = await app.look('select id from operator where email = $1', [other.email])
  const { body } = await operator.call(listConsoleLog, { query: { operatorId: String(row?.['id']) } })
  expect(body.total).toBe(2)
  const none = await operator.call(listConsoleLog, { query: { churchId: '00000000-0000-4000-8000-000000000000' } })
  expect(none.body).toEqual({ items: [], total: 0, nextCursor: null })
})
