import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod/mini'
import { closeFamilySession } from '#contract/checkin/door.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { buildDevice, dropDevice, pushesTo, type PushDevice } from '../../test-kit/push-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { deliverPush, openPushServices, resumePushes } from './deliver-push.ts'
import { deliverPushJob, sendPush } from './send-push.ts'

/** Any job of an area above: here one that does nothing. */
const otherwiseJob = defineJob({
  name: 'checkin.follow-call',
  payload: z.object({ tenantId: z.uuid(), pageId: z.uuid() }),
})

let app: TestApp
let church: Church
let family: Family
let device: PushDevice
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch()
})
afterAll(() => app.stop())
beforeEach(async () => {
  family = await buildFamily(app, church)
  device = await buildDevice(app, family.token)
})

const MINUTE_MS = 60_000
const words = { title: 'Grace Chapel', body: 'Please come to the class Ẹ̀kọ́.', path: '/checkin/dashboard', about: 'one' }

async function send(reference: string = randomUUID(), personIds = [family.parentId]): Promise<string | null> {
  const { database, enqueue } = app.server.context
  const { tenantId } = church
  const at = app.clock.now()
  const otherwise = { job: otherwiseJob, payload: { tenantId, pageId: reference } }
  const push = {
    tenantId,
    personIds,
    ...words,
    reference,
    expiresAt: new Date(at.getTime() + 10 * MINUTE_MS),
    otherwise,
  }
  return (await database.withTenant(tenantId, (tx) => sendPush(tx, enqueue, push, at))) ? reference : null
}

/** Does the job's work once, as a worker would. */
const deliver = (
  messageId: string | null,
  context: AppContext = app.server.context,
  signal = new AbortController().signal,
) => deliverPush(context, openPushServices(context), { tenantId: church.tenantId, messageId: messageId ?? '' }, signal)

const stateOf = async (id: string | null) =>
  (
    await app.look('select devices, tries, ended_at is not null as ended, body from push_message where id = $1', [id])
  )[0]
const jobsOf = (job: { name: string }, id: string | null) =>
  app.look(`select from pgboss.job where name = $1 and data::text like '%' || $2 || '%'`, [job.name, id])
const isSubscribed = async () =>
  (await app.look('select from push_subscription where endpoint = $1', [device.endpoint])).length > 0
const fault = (mode: string, times = 1, more: object = {}) =>
  fetch(`${app.sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target: 'push', mode, times, ...more }),
  })

test('the browser reads the very words, and they are kept no longer than needed', async () => {
  const id = await send()
  expect(await jobsOf(deliverPushJob, id)).toHaveLength(1)
  await deliver(id)
  const [shown] = await pushesTo(app, device)
  const { title, body, path } = words
  const navigate = `${app.server.context.config.publicUrl}${path}`
  expect(shown).toMatchObject({ payload: { web_push: 8030, notification: { title, body, navigate } }, urgency: 'high' })
  expect(shown?.payload.notification.tag).toBe(shown?.topic)
  expect(shown?.topic).toMatch(/^[\w-]{32}$/)
  expect(shown?.ttl).toBeGreaterThan(590)
  expect(await stateOf(id)).toEqual({ devices: 1, tries: 0, ended: true, body: '' })
  expect(await app.look('select from push_delivery where message_id = $1', [id])).toEqual([])
  expect(await jobsOf(otherwiseJob, id)).toEqual([])
  await deliver(id)
  expect(await pushesTo(app, device)).toHaveLength(1)
})

test('the same reference twice is one message, also at the same moment', async () => {
  const reference = randomUUID()
  expect(await Promise.all([send(reference), send(reference)])).toEqual([reference, reference])
  await deliver(reference)
  expect(await send(reference)).toBe(reference)
  await deliver(reference)
  expect(await pushesTo(app, device)).toHaveLength(1)
})

test('nothing happens where nobody has a browser, and every browser of everybody is told', async () => {
  const [other, without] = [await buildFamily(app, church), await buildFamily(app, church)]
  expect(await send(undefined, [without.parentId])).toBeNull()
  const theirs = await buildDevice(app, other.token)
  const id = await send(undefined, [family.parentId, other.parentId, without.parentId])
  await deliver(id)
  expect([await pushesTo(app, device), await pushesTo(app, theirs)].map(({ length }) => length)).toEqual([1, 1])
  expect(await stateOf(id)).toMatchObject({ devices: 2 })
})

test('a session that is over is told nothing', async () => {
  // The server counts in milliseconds: a part of one more would be after its now.
  await app.look(`update push_subscription set expires_at = date_trunc('milliseconds', now()) where endpoint = $1`, [
    device.endpoint,
  ])
  expect(await send()).toBeNull()
})

describe('a push service that', () => {
  test('knows the browser no more: it goes, and what is to be done otherwise is done once', async () => {
    await dropDevice(app, device)
    const id = await send()
    await Promise.all([deliver(id), deliver(id)])
    expect([await isSubscribed(), await stateOf(id)]).toMatchObject([false, { devices: 0, ended: true }])
    expect(await jobsOf(otherwiseJob, id)).toHaveLength(1)
    expect(await send()).toBeNull()
  })

  test('fails thrice is asked a fourth time', async () => {
    await fault('500', 3)
    const id = await send()
    for (const tries of [1, 2, 3]) {
      await deliver(id)
      expect(await stateOf(id)).toMatchObject({ tries, devices: 0, ended: false })
    }
    await deliver(id)
    expect(await stateOf(id)).toMatchObject({ tries: 3, devices: 1, ended: true })
    expect([await isSubscribed(), await jobsOf(otherwiseJob, id)]).toEqual([true, []])
  })

  test('asks for pauses for ever is given up, and the browser stays', async () => {
    await fault('429', 6)
    const id = await send()
    for (let round = 0; round < 6; round++) await deliver(id)
    expect(await stateOf(id)).toMatchObject({ tries: 5, devices: 0, ended: true })
    expect([await isSubscribed(), await jobsOf(otherwiseJob, id)]).toMatchObject([true, [{}]])
  })

  test('hangs up is asked again', async () => {
    await fault('timeout', 1, { waitMs: 10 })
    const id = await send()
    await deliver(id)
    await deliver(id)
    expect(await stateOf(id)).toMatchObject({ tries: 1, devices: 1, ended: true })
  })

  test('knows another server’s key refuses for good; the other browsers are told', async () => {
    const twin = await buildDevice(app, (await buildFamily(app, church)).token)
    const strange = {
      ...app.server.context,
      config: { ...app.server.context.config, secretKey: 'another-key-of-this-installation-x' },
    }
    const id = await send()
    await deliver(id, strange)
    expect(await stateOf(id)).toMatchObject({ devices: 0, ended: true })
    expect([await isSubscribed(), await pushesTo(app, twin)]).toEqual([true, []])
    expect(await jobsOf(otherwiseJob, id)).toHaveLength(1)
  })
})

test('an address that may not be written to any more is not, whatever the table says', async () => {
  const id = await send()
  const production = { ...app.server.context, config: { ...app.server.context.config, pushSandbox: null } }
  await deliver(id, production)
  expect([await pushesTo(app, device), await isSubscribed()]).toEqual([[], false])
})

test('who signs out before it is sent is told nothing, and the other way is taken', async () => {
  const id = await send()
  await app.call(closeFamilySession, {}, { token: family.token })
  await deliver(id)
  expect(await pushesTo(app, device)).toEqual([])
  expect(await jobsOf(otherwiseJob, id)).toHaveLength(1)
})

test('of two workers that have a message in hand the second does nothing otherwise', async () => {
  const id = await send()
  await app.call(closeFamilySession, {}, { token: family.token })
  const { context } = app.server
  let hasRead = false
  const withTenant: AppContext['database']['withTenant'] = async (tenantId, work, options) => {
    const result = await context.database.withTenant(tenantId, work, options)
    if (!hasRead) {
      hasRead = true
      await deliver(id)
    }
    return result
  }
  await deliver(id, { ...context, database: { ...context.database, withTenant } })
  expect(await jobsOf(otherwiseJob, id)).toHaveLength(1)
})

test('what is too late is not sent', async () => {
  const id = await send()
  await app.look(`update push_message set expires_at = now() - interval '1 s' where id = $1`, [id])
  await deliver(id)
  expect(await pushesTo(app, device)).toEqual([])
  expect([await stateOf(id), await jobsOf(otherwiseJob, id)]).toMatchObject([{ ended: true }, [{}]])
})

describe('a worker that is killed', () => {
  /** A house whose database is gone after so many transactions. */
  function dyingAfter(transactions: number): AppContext {
    const { context } = app.server
    let left = transactions
    const withTenant: AppContext['database']['withTenant'] = (tenantId, work, options) =>
      left-- > 0 ? context.database.withTenant(tenantId, work, options) : Promise.reject(new Error('Killed.'))
    return { ...context, database: { ...context.database, withTenant } }
  }

  test.each([
    ['before it sends', 1, 1],
    ['after it sent and before it wrote that down', 2, 2],
    ['before it ended the message', 3, 1],
  ])('%s tells it again under the same topic, and nothing else', async (_when, transactions, shown) => {
    const id = await send()
    await expect(deliver(id, dyingAfter(transactions))).rejects.toThrow('Killed.')
    await deliver(id)
    const pushes = await pushesTo(app, device)
    expect(pushes).toHaveLength(shown)
    expect(new Set(pushes.map(({ topic }) => topic)).size).toBe(1)
    expect([await stateOf(id), await jobsOf(otherwiseJob, id)]).toMatchObject([{ devices: 1, ended: true }, []])
  })

  test.each([1, 2, 3])('in step %i of a message that nobody takes does otherwise once', async (transactions) => {
    await dropDevice(app, device)
    const id = await send()
    await expect(deliver(id, dyingAfter(transactions))).rejects.toThrow('Killed.')
    await deliver(id)
    expect(await jobsOf(otherwiseJob, id)).toHaveLength(1)
  })

  test('together with its job is taken up again', async () => {
    const id = await send()
    await app.look(`delete from pgboss.job where data ->> 'messageId' = $1`, [id])
    await resumePushes(app.server.context)
    expect(await jobsOf(deliverPushJob, id)).toEqual([])
    await app.look(`update push_message set created_at = now() - interval '11 min' where id = $1`, [id])
    await resumePushes(app.server.context)
    await resumePushes(app.server.context)
    expect(await jobsOf(deliverPushJob, id)).toHaveLength(1)
  })
})

test('a server that stops lets go of a service that does not answer, and comes back to it', async () => {
  await fault('timeout', 1, { waitMs: 20_000 })
  const id = await send()
  const stopping = new AbortController()
  const delivering = deliver(id, app.server.context, stopping.signal)
  stopping.abort()
  await delivering
  expect(await stateOf(id)).toMatchObject({ tries: 1, devices: 0, ended: false })
})
