import { afterAll, beforeAll, expect, test } from 'vitest'
import { explainPerson } from '#contract/followup/automation.ts'
import type { Action } from '#contract/followup/automation-rules.ts'
import { updateLeadStatus } from '#contract/followup/existing-clients.ts'
import { changeFollowupSettings } from '#contract/followup/settings.ts'
import { automationDesk, task, text } from '../../test-kit/automation-desk.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let desk: ReturnType<typeof automationDesk>
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  // Sunday, nine in the morning in Lagos.
  app.clock.advance(Date.parse('2027-06-06T08:00:00Z') - app.clock.now().getTime())
  church = await app.buildChurch({ units: 100, expiresOn: '2030-01-01' })
  desk = automationDesk(app, church)
})
afterAll(() => app.stop())

let numbers = 0
const phone = () => `080355${String(50_000 + (numbers += 1))}`
const stateOf = async (personId: string, rule: string) => {
  const why = await desk.why(personId, rule)
  return [why?.reason, why?.acts.map(({ kind, state, reason }) => [kind, state, reason].join(' '))]
}

test('before it happened a rule says what it would do; while it waits until when; then what it did', async () => {
  const actions: Action[] = [text, { ...task, after: 120 }]
  const rule = await desk.alive({ actions })
  const id = await desk.enter({ phone: phone() })
  expect(await stateOf(id, rule)).toEqual([null, ['sms would ', 'task would ']])
  expect((await desk.why(id, rule))?.metAt).toBeNull()
  await desk.work()
  expect(await stateOf(id, rule)).toEqual([null, ['sms done ', 'task waiting later']])
  const why = await desk.why(id, rule)
  expect(Date.parse(why?.acts[1]?.at ?? '') - Date.parse(why?.metAt ?? '')).toBe(120 * 60_000)
  await desk.later(2.1)
  await desk.work()
  expect(await stateOf(id, rule)).toEqual([null, ['sms done ', 'task done ']])
})

test('what was decided is explained by the rule as it was then, not as it is now', async () => {
  const rule = await desk.alive({ conditions: [{ fact: 'source', is: true, ids: [1] }], actions: [task] })
  const id = await desk.enter({ sourceId: 2 })
  await desk.work()
  const before = await desk.why(id, rule)
  expect(before).toMatchObject({ version: 1, reason: 'conditions', acts: [] })
  expect(before?.steps.map(({ what, ok, found }) => [what, ok, what === 'when' ? null : found])).toEqual([
    ['when', true, null],
    ['if', false, 'Friend'],
  ])
  const sources = [
    { id: 1, name: 'Website' },
    { id: 2, name: 'A friend' },
  ]
  await app.call(changeFollowupSettings, { body: { sources } }, desk.as())
  expect((await desk.why(id, rule))?.steps).toEqual(before?.steps)
})

test('a rule that is off says so, unless something else would stop it', async () => {
  const rule = (await desk.add({ conditions: [{ fact: 'gender', gender: 'male' }], actions: [task] })).body.id
  const [man, woman] = [await desk.enter({ gender: 'male' }), await desk.enter({ gender: 'female' })]
  expect([(await desk.why(man, rule))?.reason, (await desk.why(woman, rule))?.reason]).toEqual(['off', 'conditions'])
})

test('somebody who is paused is said to be, and nothing would be done', async () => {
  const rule = (await desk.add({ actions: [task] })).body.id
  const id = await desk.enter()
  await app.call(updateLeadStatus, { params: { id }, query: { status: 1 } }, desk.as())
  expect(await stateOf(id, rule)).toEqual(['paused', ['task stopped paused']])
})

test('a birthday that has not come is said to be missing, and its text is not judged by the hour of the question', async () => {
  const rule = (await desk.add({ trigger: { kind: 'birthday' }, actions: [text] })).body.id
  const id = await desk.enter({ phone: phone(), birthDay: 24, birthMonth: 12, birthYear: 1990 })
  app.clock.advance(14 * 3_600_000)
  await desk.later(0)
  const why = await desk.why(id, rule)
  expect(why?.steps[0]).toMatchObject({ what: 'when', ok: false, found: null })
  expect(why?.acts).toMatchObject([{ kind: 'sms', state: 'would', reason: null }])
})

test('somebody who is followed up by nobody here is not found', async () => {
  const member = (await app.look('select person_id from account where tenant_id = $1', [church.tenantId]))[0]
  const other = automationDesk(app, await app.buildChurch({ expiresOn: '2030-01-01' }))
  const theirs = await other.enter()
  for (const id of [String(member?.['person_id']), theirs])
    expect((await app.call(explainPerson, { params: { id } }, desk.as())).body.code).toBe('not_found')
})
