import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeRule, removeRule, setUnitsADay } from '#contract/followup/automation.ts'
import type { Condition } from '#contract/followup/automation-rules.ts'
import { changeFollowupSettings } from '#contract/followup/settings.ts'
import { updateLeadStatus } from '#contract/followup/existing-clients.ts'
import { readNewcomer } from '#contract/followup/people.ts'
import { addPersons, optOut } from '../../people/index.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import { automationDesk, task, text, welcome } from '../../test-kit/automation-desk.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { changeStage } from '../newcomers/index.ts'

let app: TestApp
let church: Church
let desk: ReturnType<typeof automationDesk>
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
})
afterAll(() => app.stop())

let numbers = 0
const phone = () => `080355${String(60_000 + (numbers += 1))}`
const anew = async (units = 100) => {
  church = await app.buildChurch({ units })
  desk = automationDesk(app, church)
}
const messages = () => app.look('select id from campaign where tenant_id = $1', [church.tenantId])
const read = async (id: string) => (await app.call(readNewcomer, { params: { id } }, desk.as())).body

test('a first visit sends a text and gives a task, says which rule and version did it, and stops no clock', async () => {
  await anew()
  const rule = await desk.alive({ actions: [text, task] })
  const id = await desk.enter({ phone: phone() })
  await desk.work()
  const detail = await read(id)
  expect(detail.tasks.map(({ instructions }) => instructions)).toEqual([task.act === 'task' && task.instructions])
  expect(detail).toMatchObject({ contactedAfterHours: null, stageId: 1 })
  const said = detail.log.find(({ kind }) => kind === 'message')
  expect(said).toMatchObject({ channel: 'sms', text: 'Welcome Hauwa', byName: null, ruleVersion: 1 })
  expect((await desk.acts(rule)).toSorted((one, other) => one.units - other.units)).toMatchObject([
    { kind: 'task', state: 'done', version: 1, trigger: { kind: 'first_visit' } },
    { kind: 'sms', state: 'done', units: 1 },
  ])
  const why = await desk.why(id, rule)
  expect([why?.reason, why?.steps.map(({ ok }) => ok)]).toEqual([null, [true]])
})

test('two workers, the same event twice and a worker that dies make one message', async () => {
  await anew()
  await desk.alive()
  const id = await desk.enter({ phone: phone() })
  const events = await app.look('select * from automation_event where person_id = $1', [id])
  await Promise.all([1, 2, 3].map(() => desk.work()))
  expect(await messages()).toHaveLength(1)
  await app.look('insert into automation_event select * from jsonb_populate_record(null::automation_event, $1)', [
    JSON.stringify(events[0]),
  ])
  await desk.work()
  expect(await messages()).toHaveLength(1)
  // Another one, whose worker's connection goes away in the middle: what it had begun is not there, and nothing is lost.
  await desk.enter({ phone: phone() })
  const { context } = app.server
  const dying = {
    ...context,
    enqueue: () => Promise.reject(new Error('killed')),
    log: { ...context.log, error: () => undefined },
  }
  await desk.workWith(dying)
  expect(await messages()).toHaveLength(1)
  await desk.later(2)
  await desk.work()
  expect(await messages()).toHaveLength(2)
})

test('a rule is switched on after a dry run of its version only; another text is another version, which is off', async () => {
  await anew()
  const { id } = (await desk.add()).body
  expect((await desk.turn(id, true)).body.code).toBe('dry_run_needed')
  await desk.dryRun(id)
  expect((await desk.turn(id, true)).status).toBe(200)
  const body = { name: 'Thanks', version: 1, definition: { ...welcome, actions: [task] } }
  expect((await app.call(changeRule, { params: { id }, body }, desk.as())).body.version).toBe(2)
  expect(await desk.ruleOf(id)).toMatchObject({ name: 'Thanks', isOn: false, isTested: false, version: 2 })
  expect((await app.call(changeRule, { params: { id }, body }, desk.as())).body.code).toBe('changed_meanwhile')
  expect((await desk.turn(id, true, 2)).body.code).toBe('dry_run_needed')
})

test('who refused, has no number or shares one is skipped, with the reason; a task is given all the same', async () => {
  await anew()
  const rule = await desk.alive({ actions: [text, task] })
  const shared = phone()
  const refusing = `+234${phone().slice(1)}`
  const at = app.clock.now()
  await app.server.context.database.withTenant(church.tenantId, (tx) =>
    optOut(tx, church.tenantId, { channel: 'sms', address: refusing, source: 'reply', at }),
  )
  const ids = [await desk.enter({ phone: shared, firstName: 'Taiwo' })]
  const twin = await app.server.context.database.withTenant(church.tenantId, async (tx) => {
    const person = {
      firstName: 'Kehinde',
      lastName: 'Bello',
      kind: 'first_timer' as const,
      phone: `+234${shared.slice(1)}`,
    }
    return addPersons(tx, church.tenantId, [{ ...blank, ...person, joinedOn: dayIn('Africa/Lagos', at) }], at)
  })
  ids.push(...twin, await desk.enter({ phone: refusing }), await desk.enter())
  await desk.work()
  const acts = await desk.acts(rule)
  const reasons = new Map(acts.filter(({ kind }) => kind === 'sms').map(({ personId, reason }) => [personId, reason]))
  expect([reasons.get(ids[0] ?? ''), reasons.get(ids[1] ?? '')].toSorted()).toEqual(['same_address', null].toSorted())
  expect([reasons.get(ids[2] ?? ''), reasons.get(ids[3] ?? '')]).toEqual(['refused', 'no_address'])
  expect(acts.filter(({ kind, state }) => kind === 'task' && state === 'done')).toHaveLength(4)
  // The dry run of the same people says the same.
  const tried = await desk.dryRun(rule)
  expect(tried).toMatchObject({ people: 4, done: { sms: 1, task: 4 }, units: 1, skipped: 3 })
})

const blank = {
  email: null,
  gender: null,
  maritalStatus: null,
  birthDay: null,
  birthMonth: null,
  birthYear: null,
  address: null,
}

test('what is to follow stops when they come again, and when the staff pauses them', async () => {
  await anew()
  const rule = await desk.alive({ actions: [{ ...text, after: 2 * 1440 }] })
  const [again, paused, silent] = [
    await desk.enter({ phone: phone() }),
    await desk.enter({ phone: phone() }),
    await desk.enter({ phone: phone() }),
  ]
  await desk.work()
  await desk.later(25)
  await desk.cameToday(again)
  await app.call(updateLeadStatus, { params: { id: paused }, query: { status: 1 } }, desk.as())
  await desk.later(25)
  await desk.work()
  const ends = new Map((await desk.acts(rule)).map(({ personId, state, reason }) => [personId, reason ?? state]))
  expect([again, paused, silent].map((id) => ends.get(id))).toEqual(['returned', 'paused', 'done'])
})

test('a rule that names a removed source says so, does nothing, and goes on with whom it waits once it is mended', async () => {
  await anew()
  const asks: Condition = { fact: 'source', is: true, ids: [4] }
  const rule = await desk.alive({ conditions: [asks], actions: [text] })
  const id = await desk.enter({ phone: phone(), sourceId: 4 })
  const sources = [1, 2, 3].map((each) => ({ id: each, name: ['Website', 'Friend', 'Social Media'][each - 1] ?? '' }))
  await app.call(changeFollowupSettings, { body: { sources } }, desk.as())
  await desk.work()
  expect(await messages()).toHaveLength(0)
  expect(await desk.ruleOf(rule)).toMatchObject({ faults: [{ what: 'source', name: 'Flyer' }], held: 1 })
  expect((await desk.why(id, rule))?.reason).toBe('broken')
  expect(
    (
      await app.call(
        changeRule,
        {
          params: { id: rule },
          body: { name: 'Mended', version: 1, definition: { ...welcome, conditions: [asks], actions: [text, task] } },
        },
        desk.as(),
      )
    ).body.code,
  ).toBe('retired')
  await app.call(
    changeRule,
    { params: { id: rule }, body: { name: 'Mended', version: 1, definition: welcome } },
    desk.as(),
  )
  await desk.dryRun(rule)
  await desk.turn(rule, true, 2)
  await desk.work()
  expect(await desk.acts(rule)).toMatchObject([{ personId: id, version: 2, state: 'done' }])
})

test('rules that start each other are stopped after five, and say after whom', async () => {
  await anew()
  const moved = (from: number, to: number) => ({
    repeat: 'every' as const,
    trigger: { kind: 'stage' as const, stageId: from },
    actions: [{ act: 'stage' as const, after: 0, stageId: to }],
  })
  const [there, back] = [await desk.alive(moved(1, 4)), await desk.alive(moved(4, 1))]
  const id = await desk.enter()
  for (const _ of [1, 2, 3]) await desk.work()
  const { log } = await read(id)
  expect(log.filter(({ kind }) => kind === 'stage')).toHaveLength(5)
  const loops = [await desk.ruleOf(there), await desk.ruleOf(back)].filter(({ loop }) => loop)
  expect(loops.map(({ loop }) => loop?.after)).toEqual([expect.stringContaining('Rule')])
})

test('once, once for each visit and every time are what they say', async () => {
  await anew()
  const onStage = { trigger: { kind: 'stage' as const, stageId: 4 }, actions: [task] }
  const rules: string[] = []
  for (const repeat of ['once', 'per_visit', 'every'] as const) rules.push(await desk.alive({ ...onStage, repeat }))
  const id = await desk.enter()
  const move = (stageId: number) =>
    app.server.context.database.withTenant(church.tenantId, (tx) =>
      changeStage(tx, { tenantId: church.tenantId, by: null, at: app.clock.now() }, { personId: id, stageId }),
    )
  const reachAgain = async () => {
    await move(1)
    await move(4)
    await desk.work()
  }
  await reachAgain()
  await reachAgain()
  await desk.later(25)
  await desk.cameToday(id)
  await reachAgain()
  const counts = []
  for (const rule of rules) counts.push((await desk.acts(rule)).length)
  expect(counts).toEqual([1, 2, 3])
  expect((await desk.why(id, rules[0] ?? ''))?.reason).toBe('already')
})

test('all rules together spend what a church allows a day, and texts wait for units; nobody is forgotten', async () => {
  await anew(2)
  const rule = await desk.alive()
  await app.call(setUnitsADay, { body: { unitsADay: 1 } }, desk.as())
  for (const _ of [1, 2, 3]) await desk.enter({ phone: phone() })
  await Promise.all([1, 2].map(() => desk.work()))
  expect(await messages()).toHaveLength(1)
  expect(await desk.overview()).toMatchObject({ waiting: { dailyCap: 2, units: 0 }, unitsToday: 1 })
  await app.call(setUnitsADay, { body: { unitsADay: 100 } }, desk.as())
  await desk.work()
  expect(await messages()).toHaveLength(2)
  expect(await desk.overview()).toMatchObject({ waiting: { dailyCap: 0, units: 1 }, balance: 0 })
  await desk.later(8 * 24)
  await desk.work()
  const ends = (await desk.acts(rule)).map(({ reason }) => reason)
  expect(ends).toEqual(['expired', null, null])
})

test('somebody whom a rule does not fit is told why not, also by a rule that is off', async () => {
  await anew()
  const conditions: Condition[] = [
    { fact: 'source', is: true, ids: [3] },
    { fact: 'age', atLeast: 13, atMost: null },
    { fact: 'consent', channel: 'sms' },
  ]
  const rule = (await desk.add({ conditions })).body.id
  const id = await desk.enter({ sourceId: 2, birthYear: 1994, birthMonth: 5, birthDay: 4 })
  const why = await desk.why(id, rule)
  expect(why).toMatchObject({
    isOn: false,
    metAt: null,
    reason: 'conditions',
    acts: [{ kind: 'sms', state: 'skipped' }],
  })
  expect(why?.steps.map(({ what, ok, found }) => [what, ok, what === 'when' || found])).toEqual([
    ['when', true, true],
    ['if', false, 'Friend'],
    ['if', true, '1994'],
    ['if', false, 'none'],
  ])
})

test('switched off or removed, a rule does nothing more of what it had begun', async () => {
  await anew()
  const rule = await desk.alive({ actions: [{ ...text, after: 60 }] })
  const id = await desk.enter({ phone: phone() })
  await desk.work()
  await app.call(removeRule, { params: { id: rule } }, desk.as())
  await desk.later(2)
  await desk.work()
  expect(await messages()).toHaveLength(0)
  expect(await desk.acts(rule)).toMatchObject([{ personId: id, state: 'stopped', reason: 'off' }])
})

test('whoever comes every second Sunday is not missed in the morning before the service, but the morning after', async () => {
  await anew()
  const rule = await desk.alive({ trigger: { kind: 'no_visit', weeks: 2 }, actions: [task] })
  await desk.enter()
  const today = dayIn('Africa/Lagos', app.clock.now())
  const workAfter = (days: number) => {
    const at = new Date(Date.parse(`${today}T09:00:00Z`) + days * 86_400_000)
    return desk.workWith({ ...app.server.context, clock: { now: () => at } })
  }
  await workAfter(14)
  expect(await desk.acts(rule)).toEqual([])
  await workAfter(15)
  expect(await desk.acts(rule)).toHaveLength(1)
})
