import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setUnitsADay } from '#contract/followup/automation.ts'
import type { Action } from '#contract/followup/automation-rules.ts'
import { readNewcomer } from '#contract/followup/people.ts'
import { choosePush } from '#contract/messaging/push-devices.ts'
import { optOut } from '../../people/index.ts'
import { addDays, dayIn } from '../../platform/runtime/index.ts'
import { automationDesk, text } from '../../test-kit/automation-desk.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { mailsTo, newestMail, textsTo } from '../../test-kit/inbox.ts'
import { liftHours } from '../../test-kit/lift-hours-store.ts'
import { buildDevice, pushesTo, type PushDevice } from '../../test-kit/push-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'

// Workers run and routes keep their hours: what rules say goes the way of all messages, as far as phone, inbox and browser.
let app: TestApp
let church: Church
let desk: ReturnType<typeof automationDesk>
beforeAll(async () => {
  app = await startApp({ keepHours: true })
})
afterAll(() => app.stop())

const LATE = '23:10'
/** At night in Lagos, where no route delivers messages to many. */
beforeEach(async () => {
  const day = addDays(dayIn('Africa/Lagos', app.clock.now()), 1)
  app.clock.advance(Date.parse(`${day}T${LATE}:00+01:00`) - app.clock.now().getTime())
  church = await app.buildChurch({ units: 5 })
  desk = automationDesk(app, church)
})

const email: Action = { act: 'email', after: 60, subject: 'Welcome, #name#', text: 'Dear #name#,\n\ncome again.' }
const push: Action = { act: 'push', after: 60, title: 'Welcome', text: 'Good to see you, #name#.' }
const all = [{ ...text, after: 60 }, email, push]

type Guest = { family: Family; device: PushDevice }
/** A mother who comes for the first time, with a phone, an address and a browser of the portal. */
async function cameFirst(): Promise<Guest> {
  const parent = { kind: 'first_timer' as const, joinedOn: dayIn('Africa/Lagos', app.clock.now()) }
  const family = await buildFamily(app, church, { parent, children: [] })
  return { family, device: await buildDevice(app, family.token) }
}

const ends = async (rule: string) =>
  new Map((await desk.acts(rule)).map(({ kind, state, reason, units }) => [kind, [state, reason, units]]))

test('text, email and push arrive by name; the text alone costs, keeps to the limit of a day and to its hours', async () => {
  await app.call(setUnitsADay, { body: { unitsADay: 0 } }, desk.as())
  const rule = await desk.alive({ actions: all })
  const { family, device } = await cameFirst()
  await desk.later(1.1)
  await desk.work()
  expect((await newestMail(app.sandboxUrl, family.email)).subject).toBe('Welcome, Bisi')
  const [told] = await until(async () => {
    const pushes = await pushesTo(app, device)
    return pushes.length > 0 && pushes
  })
  expect(told?.payload.web_push && told.payload.notification).toMatchObject({
    title: 'Welcome',
    body: 'Good to see you, Bisi.',
  })
  expect(await ends(rule)).toEqual(new Map(['email', 'push'].map((kind) => [kind, ['done', null, 0]])))
  expect(await desk.overview()).toMatchObject({ waiting: { dailyCap: 1 }, balance: 5, unitsToday: 0 })

  await app.call(setUnitsADay, { body: { unitsADay: 10 } }, desk.as())
  await desk.work()
  expect((await ends(rule)).get('sms')).toEqual(['done', null, 1])
  expect(await desk.overview()).toMatchObject({ waiting: { dailyCap: 0 }, balance: 4, unitsToday: 1 })
  // Its job waits last of all: where hours are lifted before, it looks again only after a quarter of a minute.
  const [{ until: morning } = {}] = await until(async () => {
    const waiting = await app.look(
      `select (not_before at time zone 'Africa/Lagos')::time::text as until from campaign_batch where tenant_id = $1 and not_before is not null
       and exists (select from pgboss.job where name = 'messaging.deliver-campaign' and state = 'created' and start_after > now())`,
      [church.tenantId],
    )
    return waiting.length > 0 && waiting
  })
  expect(morning).toMatch(/^0[6-9]:/)
  expect(await textsTo(app.sandboxUrl, family.phone)).toEqual([])
  await liftHours(app.look)
  expect(await until(async () => (await textsTo(app.sandboxUrl, family.phone))[0])).toBe('Welcome Bisi')
  const { log } = (await app.call(readNewcomer, { params: { id: family.parentId } }, desk.as())).body
  const said = log.filter(({ kind }) => kind === 'message')
  expect(said.map(({ channel }) => channel).toSorted()).toEqual(['email', 'push', 'sms'])
  expect(said.map(({ ruleVersion }) => ruleVersion)).toEqual([1, 1, 1])
  expect(said.find(({ channel }) => channel === 'email')?.text).toBe('Welcome, Bisi\n\nDear Bisi,\n\ncome again.')
})

test('whoever asks to stop before a message is due gets none, on each channel, and the rule says why', async () => {
  const rule = await desk.alive({ actions: all })
  const { family, device } = await cameFirst()
  const { family: nextTo } = await cameFirst()
  await desk.work()
  const { tenantId } = church
  const at = app.clock.now()
  await app.server.context.database.withTenant(tenantId, async (tx) => {
    await optOut(tx, tenantId, { channel: 'sms', address: family.phone, source: 'reply', at })
    await optOut(tx, tenantId, { channel: 'email', address: family.email, source: 'link', at })
  })
  await app.call(choosePush, { params: { category: 'news' }, body: { on: false } }, { token: family.token })
  await desk.later(1.1)
  await desk.work()
  const acts = await desk.acts(rule)
  const of = (id: string) => acts.filter(({ personId }) => personId === id).map(({ reason }) => reason)
  expect(of(family.parentId)).toEqual(['refused', 'refused', 'refused'])
  expect(of(nextTo.parentId)).toEqual([null, null, null])
  await newestMail(app.sandboxUrl, nextTo.email)
  expect([await mailsTo(app.sandboxUrl, family.email), await pushesTo(app, device)]).toEqual([[], []])
  const why = await desk.why(family.parentId, rule)
  expect(why?.acts.map(({ state, reason }) => [state, reason])).toEqual(
    Array.from({ length: 3 }, () => ['skipped', 'refused']),
  )
})
