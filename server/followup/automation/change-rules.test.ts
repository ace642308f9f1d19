import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as calls from '#contract/followup/automation.ts'
import type { Action, Definition } from '#contract/followup/automation-rules.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import { automationDesk, task, text, welcome } from '../../test-kit/automation-desk.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let desk: ReturnType<typeof automationDesk>
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  church = await app.buildChurch({ units: 100 })
  desk = automationDesk(app, church)
})
afterAll(() => app.stop())

const UNKNOWN = '018f0000-0000-7000-8000-0000000000ff'
let names = 0
const fresh = () => `Thanks ${(names += 1)}`
const add = (part: Partial<Definition> = {}, name = fresh(), as = desk.as()) =>
  app.call(calls.addRule, { body: { name, definition: { ...welcome, ...part } } }, as)
const change = (id: string, version: number, body: { name: string; definition: Definition }, as = desk.as()) =>
  app.call(calls.changeRule, { params: { id }, body: { ...body, version } }, as)
const versionsOf = async (id: string) =>
  (await app.call(calls.readVersions, { params: { id } }, desk.as())).body.versions

describe('a name', () => {
  test('is one rule’s only, whatever its capitals and blanks, and free again once that rule is removed', async () => {
    const { body } = await add({}, '  Second   Sunday ')
    expect(await desk.ruleOf(body.id)).toMatchObject({
      name: 'Second Sunday',
      isOn: false,
      isTested: false,
      version: 1,
    })
    expect((await add({}, 'second sunday')).body.code).toBe('name_taken')
    await app.call(calls.removeRule, { params: { id: body.id } }, desk.as())
    expect((await add({}, 'SECOND SUNDAY')).status).toBe(200)
  })

  test('of nothing but blanks or marks is none', async () => {
    for (const name of ['   ', '\u200b']) expect((await add({}, name)).body.code).toBe('invalid_input')
  })

  test('is changed without a new version: the rule stays on, and the name of another rule is refused', async () => {
    const other = fresh()
    await add({}, other)
    const id = await desk.alive()
    const name = fresh()
    expect((await change(id, 1, { name, definition: welcome })).body).toEqual({ id, version: 1 })
    expect(await desk.ruleOf(id)).toMatchObject({ name, isOn: true, isTested: true, version: 1 })
    expect((await change(id, 1, { name: other.toUpperCase(), definition: welcome })).body.code).toBe('name_taken')
    expect(await desk.ruleOf(id)).toMatchObject({ name })
  })
})

describe('what a rule names must be there when it is saved', () => {
  const action = (part: object): Partial<Definition> => ({ actions: [part as Action] })
  test.each<[string, Partial<Definition>, string]>([
    ['an unknown stage', { trigger: { kind: 'stage', stageId: 99 } }, 'retired'],
    ['an unknown source', { conditions: [{ fact: 'source', is: true, ids: [99] }] }, 'retired'],
    ['an unknown group', { conditions: [{ fact: 'group', is: true, ids: [UNKNOWN] }] }, 'not_found'],
    ['somebody who is not on the team', action({ act: 'owner', after: 0, ownerId: UNKNOWN }), 'not_on_team'],
    ['a sender that nobody approved', action({ ...text, senderId: 'MERCY' }), 'sender_not_approved'],
  ])('%s', async (_name, part, code) => {
    expect((await add(part)).body.code).toBe(code)
    const id = (await add()).body.id
    expect((await change(id, 1, { name: fresh(), definition: { ...welcome, ...part } })).body.code).toBe(code)
    expect(await versionsOf(id)).toHaveLength(1)
  })
})

describe('a version', () => {
  test('stays as it was said, with who said it, the newest first; another text is off and was not tried', async () => {
    const id = await desk.alive()
    await change(id, 1, { name: fresh(), definition: { ...welcome, actions: [task] } })
    expect(await desk.ruleOf(id)).toMatchObject({
      isOn: false,
      isTested: false,
      version: 2,
      definition: { actions: [task] },
    })
    expect(
      (await versionsOf(id)).map(({ version, changedBy, definition }) => [version, changedBy, definition.actions]),
    ).toEqual([
      [2, 'Ada Admin', [task]],
      [1, 'Ada Admin', [text]],
    ])
  })

  test('that was changed meanwhile is not written over, and cannot be switched on unseen', async () => {
    const id = await desk.alive()
    await change(id, 1, { name: fresh(), definition: { ...welcome, actions: [task] } })
    expect((await change(id, 1, { name: fresh(), definition: welcome })).body.code).toBe('changed_meanwhile')
    await desk.dryRun(id)
    expect((await desk.turn(id, true, 1)).body.code).toBe('changed_meanwhile')
    expect((await desk.turn(id, true, 2)).status).toBe(200)
  })

  test('that was tried goes on again without another dry run; what it had begun is not taken up again', async () => {
    const id = await desk.alive({ actions: [{ ...task, after: 60 }] })
    const person = await desk.enter()
    await desk.work()
    // Whoever switches it off need not know the version.
    expect((await desk.turn(id, false, 99)).body).toEqual({ id, isOn: false })
    expect((await desk.turn(id, true)).body).toEqual({ id, isOn: true })
    await desk.later(2)
    await desk.work()
    expect(await desk.acts(id)).toMatchObject([{ personId: person, state: 'stopped', reason: 'off' }])
  })

  test('that is on is switched on once: people met meanwhile stay met', async () => {
    const id = await desk.alive({ actions: [task] })
    const person = await desk.enter()
    await desk.turn(id, true)
    await desk.work()
    expect(await desk.acts(id)).toMatchObject([{ personId: person, state: 'done' }])
  })
})

test('a rule that was removed is found by nobody, and what it did stays listed and explained', async () => {
  const id = await desk.alive({ actions: [task] })
  const person = await desk.enter()
  await desk.work()
  await app.call(calls.removeRule, { params: { id } }, desk.as())
  const refused = [
    await app.call(calls.removeRule, { params: { id } }, desk.as()),
    await app.call(calls.tryRule, { params: { id } }, desk.as()),
    await desk.turn(id, true),
    await change(id, 1, { name: fresh(), definition: welcome }),
  ]
  expect(refused.map(({ body }) => body.code)).toEqual(['not_found', 'not_found', 'not_found', 'not_found'])
  expect((await desk.overview()).rules.map((rule) => rule.id)).not.toContain(id)
  expect(await desk.acts(id)).toMatchObject([{ personId: person, state: 'done' }])
  expect(await versionsOf(id)).toHaveLength(1)
})

test('who follows people up reads rules and asks why, and only who manages the church changes them', async () => {
  const { token } = await addColleague(app, church)
  const as = { token }
  const id = await desk.alive({ actions: [task] })
  const read = await app.call(calls.readAutomation, {}, as)
  expect([read.status, read.body.mayChange, (await desk.overview()).mayChange]).toEqual([200, false, true])
  const refused = [
    await add({}, fresh(), as),
    await change(id, 1, { name: fresh(), definition: welcome }, as),
    await app.call(calls.removeRule, { params: { id } }, as),
    await app.call(calls.switchRule, { params: { id }, body: { isOn: false, version: 1 } }, as),
    await app.call(calls.tryRule, { params: { id } }, as),
    await app.call(calls.setUnitsADay, { body: { unitsADay: 5 } }, as),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
  expect(await desk.ruleOf(id)).toMatchObject({ isOn: true })
})

test('another church finds no rule of this one, and a name is taken in one church only', async () => {
  const name = fresh()
  const { id } = (await add({}, name)).body
  const other = { token: (await app.buildChurch()).admin.token }
  const calledThere = [
    await app.call(calls.tryRule, { params: { id } }, other),
    await app.call(calls.readVersions, { params: { id } }, other),
    await app.call(calls.listActs, { query: { rule: id } }, other),
    await change(id, 1, { name, definition: welcome }, other),
  ]
  expect(calledThere.map(({ body }) => body.code)).toEqual(['not_found', 'not_found', 'not_found', 'not_found'])
  expect((await add({ actions: [task] }, name, other)).status).toBe(200)
})

test('what rules did is listed the latest first, page by page, each line once', async () => {
  const id = await desk.alive({ actions: [task, { ...task, instructions: 'Pray' } as Action] })
  for (const _ of [1, 2, 3]) await desk.enter()
  await desk.work()
  const seen: string[] = []
  let cursor: string | null | undefined
  do {
    const query = { rule: id, limit: 4, ...(cursor ? { cursor } : {}) }
    const { body } = await app.call(calls.listActs, { query }, desk.as())
    expect(body.total).toBe(6)
    seen.push(...body.items.map((act) => act.id))
    cursor = body.nextCursor
  } while (cursor)
  expect([seen.length, new Set(seen).size]).toEqual([6, 6])
  expect(await desk.ruleOf(id)).toMatchObject({ actsThisWeek: 6 })
})
