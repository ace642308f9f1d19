import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EventRow } from '#contract/checkin/events.ts'
import * as calls from '#contract/checkin/registration.ts'
import { addGroup, removeGroup } from '#contract/people/groups.ts'
import { archivePeople, mergePeople, restorePeople, undoChange } from '#contract/people/changes.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent, classId } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { sweepWaiting } from './event-workers.ts'

let app: TestApp
let church: Church
let event: EventRow
/** Has the only place; the other waits for it. */
let holder: Family
let waiting: Family
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(async () => {
  expect(faultsOf(await audit(app.look))).toEqual([])
  await app.stop()
})
beforeEach(async () => {
  church = await app.buildChurch()
  event = await buildEvent(app, church, { classes: [{ name: 'Nursery', capacity: 1 }] })
  holder = await buildFamily(app, church)
  waiting = await buildFamily(app, church)
})

const staff = () => ({ token: church.admin.token })
const childOf = ({ childIds: [id = ''] }: Family): string => id
const choice = (personId: string) => ({ personId, classId: classId(event, 'Nursery') })
const register = (by: Family, personId = childOf(by)) =>
  app.call(calls.register, { params: { id: event.id }, body: { children: [choice(personId)] } }, { token: by.token })
const wait = (by: Family) =>
  app.call(calls.waitForClass, { params: { id: event.id }, body: choice(childOf(by)) }, { token: by.token })
const archive = async (personId: string) =>
  (await app.call(archivePeople, { body: { people: { ids: [personId] } } }, staff())).body.changeId
const undo = (id: string | null) => app.call(undoChange, { params: { id: String(id) } }, staff())
const standingOf = async ({ token }: Family) => {
  const { body } = await app.call(calls.readRegistrable, { params: { id: event.id } }, { token })
  return body.people.filter(({ role }) => role > 2).map(({ personId, state, waiting: line }) => [personId, state, line])
}
const placesLeft = async ({ token }: Family) => {
  const { body } = await app.call(calls.readRegistrable, { params: { id: event.id } }, { token })
  return body.classes[0]?.placesLeft
}

describe('a child who is archived', () => {
  test('gives the place up; brought back by undoing it is not registered, and the place is whose it went to', async () => {
    await register(holder)
    await wait(waiting)
    const changeId = await archive(childOf(holder))
    expect(await standingOf(holder)).toEqual([])
    await sweepWaiting(app.server.context)
    expect(await standingOf(waiting)).toEqual([[childOf(waiting), 'registered', null]])
    expect((await undo(changeId)).body).toEqual({ people: 1, kept: 0 })
    expect(await standingOf(holder)).toEqual([[childOf(holder), 'none', null]])
    expect(await placesLeft(holder)).toBe(0)
    expect((await register(holder)).body.code).toBe('class_full')
  })

  test('is registered anew by the family when the place is still free', async () => {
    await register(holder)
    await undo(await archive(childOf(holder)))
    expect(await standingOf(holder)).toEqual([[childOf(holder), 'none', null]])
    expect(await placesLeft(waiting)).toBe(1)
    expect((await register(holder)).status).toBe(200)
    expect(await placesLeft(waiting)).toBe(0)
  })

  test('leaves the line, and does not stand in it again', async () => {
    await register(holder)
    await wait(waiting)
    await undo(await archive(childOf(waiting)))
    expect(await standingOf(waiting)).toEqual([[childOf(waiting), 'none', null]])
  })

  test('once more, because bringing it back was undone, gives up what was taken since', async () => {
    await archive(childOf(holder))
    const restored = await app.call(restorePeople, { body: { people: { ids: [childOf(holder)] } } }, staff())
    await register(holder)
    expect(await placesLeft(waiting)).toBe(0)
    expect((await undo(restored.body.changeId)).body.people).toBe(1)
    expect(await placesLeft(waiting)).toBe(1)
    expect((await register(waiting)).status).toBe(200)
  })
})

describe('undoing a merge of two children', () => {
  test('gives up the place that the family of the other took for the one who leaves it again', async () => {
    const body = { keepId: childOf(holder), mergeIds: [childOf(waiting)], take: {} }
    const { changeId } = (await app.call(mergePeople, { body }, staff())).body
    expect((await register(waiting, childOf(holder))).status).toBe(200)
    expect((await undo(changeId)).body).toEqual({ people: 1, kept: 0 })
    expect(await standingOf(waiting)).toEqual([[childOf(waiting), 'none', null]])
    expect(await standingOf(holder)).toEqual([[childOf(holder), 'none', null]])
    expect(await placesLeft(holder)).toBe(1)
  })

  test('leaves the place that the own family took', async () => {
    const body = { keepId: childOf(holder), mergeIds: [childOf(waiting)], take: {} }
    const { changeId } = (await app.call(mergePeople, { body }, staff())).body
    await register(holder)
    await undo(changeId)
    expect(await standingOf(holder)).toEqual([[childOf(holder), 'registered', null]])
    expect(await placesLeft(waiting)).toBe(0)
  })
})

test('a class whose group is removed stays, and so do a registration and a wait whose bringer is erased', async () => {
  const { body: group } = await app.call(
    addGroup,
    { body: { name: 'Choir', category: 'Groups', description: '' } },
    staff(),
  )
  const own = await buildEvent(app, church, { classes: [{ name: 'Choir', groupId: group.id }] })
  expect((await app.call(removeGroup, { params: { id: group.id } }, staff())).status).toBe(200)
  expect(await app.look('select group_id from event_class where event_id = $1', [own.id])).toEqual([{ group_id: null }])
  await register(holder)
  await wait(waiting)
  await app.look('update registration set brought_by = $2 where event_id = $1', [event.id, waiting.parentId])
  await app.look('delete from guardian_account where person_id = $1', [waiting.parentId])
  await app.look('delete from person where id = $1', [waiting.parentId])
  const brought = await app.look('select brought_by from registration where event_id = $1', [event.id])
  expect(brought.map((row) => row['brought_by'])).toEqual([null, null])
  expect(await app.look('select asked_by from event_wait where event_id = $1', [event.id])).toEqual([
    { asked_by: null },
  ])
})
