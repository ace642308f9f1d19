import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addRule, changeRule, switchRule, tryRule } from '#contract/followup/automation.ts'
import type { Action, Condition, Definition } from '#contract/followup/automation-rules.ts'
import { readNewcomer } from '#contract/followup/people.ts'
import { changeFollowupSettings, readFollowupSettings } from '#contract/followup/settings.ts'
import { removeStaff } from '#contract/identity/staff.ts'
import { archivePeople } from '#contract/people/changes.ts'
import { addGroup, removeGroup } from '#contract/people/groups.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import { automationDesk, task, text, welcome } from '../../test-kit/automation-desk.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildFamily } from '../../test-kit/build-family.ts'
import { buildDevice } from '../../test-kit/push-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let desk: ReturnType<typeof automationDesk>
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch({ units: 100 })
  desk = automationDesk(app, church)
})

let numbers = 0
const phone = () => `080355${String(70_000 + (numbers += 1))}`
const email: Action = { act: 'email', after: 0, subject: 'Welcome', text: 'Dear #name#' }
const push: Action = { act: 'push', after: 0, title: 'Welcome', text: 'Good to see you' }
const channels = async () =>
  (await app.look('select channel from campaign where tenant_id = $1 order by channel', [church.tenantId])).map(
    ({ channel }) => channel,
  )
const read = async (id: string) => (await app.call(readNewcomer, { params: { id } }, desk.as())).body

test('a worker that dies at every message loses none of them, and nothing half done is left', async () => {
  const rule = await desk.alive({ actions: [text, email] })
  const id = await desk.enter({ phone: phone(), email: `hauwa-${church.tenantId}@church.example` })
  const { context } = app.server
  const dying = {
    ...context,
    enqueue: () => Promise.reject(new Error('killed')),
    log: { ...context.log, error: () => undefined },
  }
  await desk.workWith(dying)
  expect([await channels(), await desk.acts(rule)]).toEqual([[], []])
  expect(await desk.overview()).toMatchObject({ balance: 100, unitsToday: 0 })
  await desk.later(2)
  await desk.work()
  expect(await channels()).toEqual(['email', 'sms'])
  expect((await read(id)).log.filter(({ kind }) => kind === 'message')).toHaveLength(2)
  expect(await desk.overview()).toMatchObject({ balance: 99, unitsToday: 1 })
})

test('of three workers at once one does each thing', async () => {
  const rule = await desk.alive({ actions: [task, text] })
  const ids: string[] = []
  for (const _ of [1, 2, 3, 4, 5]) ids.push(await desk.enter({ phone: phone() }))
  await Promise.all([1, 2, 3].map(() => desk.work()))
  await desk.work()
  const made = await Promise.all(ids.map(async (id) => (await read(id)).tasks.length))
  expect([made, await channels()]).toEqual([[1, 1, 1, 1, 1], Array(5).fill('sms')])
  expect((await desk.acts(rule)).filter(({ state }) => state === 'done')).toHaveLength(10)
})

test('whoever was archived meanwhile gets nothing more', async () => {
  const rule = await desk.alive({ actions: [{ ...text, after: 60 }] })
  const id = await desk.enter({ phone: phone() })
  await desk.work()
  await app.call(archivePeople, { body: { people: { ids: [id] } } }, desk.as())
  await desk.later(2)
  await desk.work()
  expect([await channels(), await desk.acts(rule)]).toMatchObject([[], [{ state: 'stopped', reason: 'archived' }]])
})

test.each([
  ['the subscription is over', `update subscription set expires_on = '2020-01-01' where tenant_id = $1`],
  ['there are too many people', `update church_size set over_since = now() - interval '30 days' where tenant_id = $1`],
])('of what rules say only a text goes while %s; the others say why', async (_why, shut) => {
  const rule = await desk.alive({ actions: [text, email, push].map((action) => ({ ...action, after: 60 })) })
  const parent = { kind: 'first_timer' as const, joinedOn: dayIn('Africa/Lagos', app.clock.now()) }
  const family = await buildFamily(app, church, { parent, children: [] })
  await buildDevice(app, family.token)
  await desk.work()
  await app.look('update subscription set membership_size = 1 where tenant_id = $1', [church.tenantId])
  await app.look(shut, [church.tenantId])
  await desk.later(2)
  await desk.work()
  expect(await channels()).toEqual(['sms'])
  const open = `update subscription set expires_on = '2099-01-01', membership_size = 100 where tenant_id = $1`
  await app.look(open, [church.tenantId])
  // Nor later, when it was not meant any more.
  await desk.later(2)
  await desk.work()
  expect(await channels()).toEqual(['sms'])
  expect(new Set((await desk.acts(rule)).map(({ kind, state, reason }) => `${kind} ${state} ${reason}`))).toEqual(
    new Set(['sms done null', 'email skipped gate_shut', 'push skipped gate_shut']),
  )
})

test('a clock that steps back does nothing twice and forgets nobody', async () => {
  const rule = await desk.alive({ actions: [{ ...text, after: 60 }, task] })
  const [one, other] = [await desk.enter({ phone: phone() }), await desk.enter({ phone: phone() })]
  await desk.work()
  app.clock.advance(-3 * 3_600_000)
  await desk.work()
  const late = await desk.enter({ phone: phone() })
  await desk.work()
  app.clock.advance(3 * 3_600_000)
  await desk.later(1.1)
  await desk.work()
  const done = (await desk.acts(rule)).filter(({ state }) => state === 'done')
  const of = (id: string) => done.filter(({ personId }) => personId === id).map(({ kind }) => kind)
  expect([one, other].map((id) => of(id).toSorted())).toEqual(Array.from({ length: 2 }, () => ['sms', 'task']))
  // The rule was not on yet, as that clock has it.
  expect(of(late)).toEqual([])
})

type Named = { definition: Partial<Definition>; remove: () => Promise<unknown>; fault: object }

async function aGroup(): Promise<Named> {
  const { body } = await app.call(addGroup, { body: { name: 'Alpha', description: '', category: 'Course' } }, desk.as())
  return {
    definition: { conditions: [{ fact: 'group', is: false, ids: [body.id] }] },
    remove: () => app.call(removeGroup, { params: { id: body.id } }, desk.as()),
    fault: { what: 'group', name: 'Alpha' },
  }
}

async function aStage(): Promise<Named> {
  const track = 'first_timer' as const
  const before = (await app.call(readFollowupSettings, {}, desk.as())).body.stages
  const items = before
    .filter((stage) => stage.track === track && !stage.isRetired)
    .map(({ id, name }) => ({ id, name }))
  const { body } = await app.call(
    changeFollowupSettings,
    { body: { stages: { track, items: [...items, { name: 'Alpha course' }] } } },
    desk.as(),
  )
  const stageId = body.stages.find(({ name }) => name === 'Alpha course')?.id ?? 0
  return {
    definition: { actions: [{ act: 'stage', after: 0, stageId }] },
    remove: () => app.call(changeFollowupSettings, { body: { stages: { track, items } } }, desk.as()),
    fault: { what: 'stage', name: 'Alpha course' },
  }
}

async function aColleague(): Promise<Named> {
  const { accountId } = await addColleague(app, church, { firstName: 'Bola', lastName: 'Ade' })
  return {
    definition: { actions: [{ ...task, ownerId: accountId } as Action] },
    remove: () => app.call(removeStaff, { params: { id: accountId } }, desk.as()),
    fault: { what: 'staff', name: 'Bola Ade' },
  }
}

test.each([
  ['a group', aGroup],
  ['a stage', aStage],
  ['somebody of the team', aColleague],
])('a rule that names %s that was removed stops, says so by name, and waits with whom it met', async (_, name) => {
  const { definition, remove, fault } = await name()
  const rule = await desk.alive(definition)
  await remove()
  const id = await desk.enter({ phone: phone() })
  await desk.work()
  expect(await desk.ruleOf(rule)).toMatchObject({ isOn: true, faults: [fault], held: 1, actsThisWeek: 0 })
  expect(await desk.why(id, rule)).toMatchObject({ reason: 'broken', acts: [] })
  const params = { id: rule }
  expect((await app.call(tryRule, { params }, desk.as())).body.code).toBe('rule_broken')
  await desk.turn(rule, false)
  expect((await app.call(switchRule, { params, body: { isOn: true, version: 1 } }, desk.as())).body.code).toBe(
    'rule_broken',
  )
})

test('rules that start each other end after five, and whoever asks is told', async () => {
  const moved = (from: number, to: number) => ({
    repeat: 'every' as const,
    trigger: { kind: 'stage' as const, stageId: from },
    actions: [{ act: 'stage' as const, after: 0, stageId: to }],
  })
  const rules = [await desk.alive(moved(1, 4)), await desk.alive(moved(4, 1))]
  const id = await desk.enter()
  for (const _ of [1, 2]) await desk.work()
  expect((await read(id)).log.filter(({ kind }) => kind === 'stage')).toHaveLength(5)
  const reasons = await Promise.all(rules.map(async (rule) => (await desk.why(id, rule))?.reason))
  expect(reasons).toContain('loop')
})

const none: Condition = { fact: 'age', atLeast: 30, atMost: 13 }
test.each<[string, Partial<Definition>]>([
  ['no weeks', { trigger: { kind: 'no_visit', weeks: 0 } }],
  ['nothing to do', { actions: [] }],
  ['a text of blanks', { actions: [{ act: 'sms', after: 0, senderId: 'GRACECHAPEL', text: '   ' }] }],
  ['an age that nobody has', { conditions: [none] }],
  ['a time before it happened', { actions: [{ ...task, after: -1 }] }],
])('a rule with %s is refused by field', async (_, part) => {
  const { status, body } = await app.call(
    addRule,
    { body: { name: 'Odd', definition: { ...welcome, ...part } } },
    desk.as(),
  )
  expect([status, body.code]).toEqual([400, 'invalid_input'])
})

test('a rule that was changed is off: what it had begun waits, and leaves in the new words or not at all', async () => {
  const sent = () => app.look('select message from campaign where tenant_id = $1', [church.tenantId])
  const says = (after: number, words: string): Action => ({ act: 'sms', senderId: church.sender, after, text: words })
  const [first, later] = [says(60, 'Welcome #name#'), says(90, 'Come again, #name#')]
  const mended = says(60, 'Welcome home #name#')
  const change = (id: string, version: number, actions: Action[]) =>
    app.call(
      changeRule,
      { params: { id }, body: { name: `Mended ${id}`, version, definition: { ...welcome, actions } } },
      desk.as(),
    )
  const [rule, shorter] = [await desk.alive({ actions: [first] }), await desk.alive({ actions: [first, later] })]
  const id = await desk.enter({ phone: phone() })
  await desk.work()
  await change(rule, 1, [mended])
  await change(shorter, 1, [mended])
  await desk.later(2)
  await desk.work()
  expect(await sent()).toHaveLength(0)
  expect((await desk.acts(shorter)).map(({ state, reason }) => `${state} ${reason}`)).toEqual([
    'stopped off',
    'stopped off',
  ])
  await desk.dryRun(rule)
  await desk.turn(rule, true, 2)
  await desk.work()
  expect((await sent()).map(({ message }) => message)).toEqual(['Welcome home #name#'])
  expect(await desk.acts(rule)).toMatchObject([{ personId: id, version: 2, state: 'done' }])
})
