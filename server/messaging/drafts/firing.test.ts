import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as schedules from '#contract/messaging/schedules.ts'
import { addColleague } from '#server/test-kit/add-colleague.ts'
import { audit, faultsOf } from '#server/test-kit/audit-store.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { mailsTo, newestMail, textsTo } from '#server/test-kit/inbox.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { until } from '#server/test-kit/until.ts'
import { wallTime } from '../../platform/runtime/index.ts'
import { hastenJobs } from '../../platform/jobs/index.ts'

const DAY_MS = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

/** Schedules for this time tomorrow; answers the draft's id. */
async function schedule({ sender, admin }: Church, toOthers: string, token = admin.token): Promise<string> {
  const localTime = wallTime('Africa/Lagos', new Date(app.clock.now().getTime() + DAY_MS)).slice(0, 16)
  const content = { senderId: sender, message: 'Dear #name#, service is at nine' }
  const body = { channel: 'sms' as const, content, destination: { phoneNumbers: toOthers }, localTime, version: 0 }
  const { body: answer } = await app.call(schedules.scheduleDraft, { params: { id: randomUUID() }, body }, { token })
  return answer.draft.id
}

/** As the demo's clock is moved: jobs that wait, wait so much less. */
async function passDay(): Promise<void> {
  app.clock.advance(DAY_MS)
  await app.server.context.database.withoutTenant((tx) => hastenJobs(tx, DAY_MS))
}

const stateOf = async (id: string) =>
  (await app.look('select state, version, campaign_id from draft where id = $1', [id]))[0] as
    | { state: string; version: number; campaign_id: string }
    | undefined
const isNow = (id: string, state: string) => until(async () => (await stateOf(id))?.state === state, 20)
const campaignsOf = ({ tenantId }: Church) => app.look('select id from campaign where tenant_id = $1', [tenantId])

test('its time come, a message goes by itself and arrives once', async () => {
  const church = await app.buildChurch({ units: 10 })
  const id = await schedule(church, '08031230001, 0803 123 0002')
  await passDay()
  await isNow(id, 'sent')
  await until(async () => (await textsTo(app.sandboxUrl, '+2348031230002')).length === 1)
  expect(await textsTo(app.sandboxUrl, '+2348031230001')).toEqual(['Dear Friend, service is at nine'])
})

test('killed in the middle of it, it goes once all the same', async () => {
  const church = await app.buildChurch({ units: 10 })
  const id = await schedule(church, '08031230003')
  const rival = new pg.Client({ connectionString: app.database.ownerUrl })
  await rival.connect()
  // The hold of its units waits here: campaign and recipients are written by then, and nothing is committed.
  await rival.query('begin')
  await rival.query('select from unit_account where tenant_id = $1 for update', [church.tenantId])
  await passDay()
  const waiting = await until(async () => {
    const rows = await app.look(
      `select pid from pg_stat_activity where usename = 'narthex_app' and wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows.length > 0 && rows
  }, 20)
  for (const { pid } of waiting) await app.look('select pg_terminate_backend($1)', [pid])
  expect(await campaignsOf(church)).toEqual([])
  await rival.query('rollback')
  await rival.end()
  await isNow(id, 'sent')
  expect(await campaignsOf(church)).toEqual([{ id: (await stateOf(id))?.campaign_id }])
  await until(async () => (await textsTo(app.sandboxUrl, '+2348031230003')).length === 1)
})

test('what could not go is told to its author, and to the owners where the author has left', async () => {
  const church = await app.buildChurch({ units: 0 })
  const stays = await addColleague(app, church, { roles: ['Communicator'], firstName: 'Bola' })
  const leaves = await addColleague(app, church, { roles: ['Communicator'] })
  const ids = [await schedule(church, '08031230004', stays.token), await schedule(church, '08031230005', leaves.token)]
  await app.look(`update account set removed_at = now() where id = $1`, [leaves.accountId])
  await passDay()
  for (const id of ids) await isNow(id, 'failed')
  const mail = await newestMail(app.sandboxUrl, stays.email)
  expect(mail.subject).toBe('Your scheduled SMS was not sent')
  expect(mail.text).toMatch(/Hello Bola,[^]*There were not enough SMS units[^]*\/tenant\/sms\/scheduled/)
  await newestMail(app.sandboxUrl, church.admin.email)
  expect(await mailsTo(app.sandboxUrl, stays.email)).toHaveLength(1)
  expect(await mailsTo(app.sandboxUrl, leaves.email)).toEqual([])
})

test('in the end every unit is accounted for', async () => {
  const settled = await until(async () => faultsOf(await audit(app.look)).length === 0)
  expect(settled).toBe(true)
})
