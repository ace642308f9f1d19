import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPeopleToGroup, removePeopleFromGroup, undoChange } from '#contract/people/changes.ts'
import { addGroup, listGroups, removeGroup } from '#contract/people/groups.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

type Scene = { church: Church; groupId: string }
async function build(count: number): Promise<Scene> {
  const church = await app.buildChurch({ people: Array.from({ length: count }, () => ({})) })
  const group = { name: 'Choir', category: 'Departments', description: '' }
  const { body } = await app.call(addGroup, { body: group }, { token: church.admin.token })
  return { church, groupId: body.id }
}
const as = ({ church }: Scene) => ({ token: church.admin.token })
const add = (scene: Scene, ids = scene.church.personIds) =>
  app.call(addPeopleToGroup, { body: { people: { ids }, groupId: scene.groupId } }, as(scene))
const remove = (scene: Scene, ids = scene.church.personIds) =>
  app.call(removePeopleFromGroup, { body: { people: { ids }, groupId: scene.groupId } }, as(scene))
const undo = (scene: Scene, id: string | null) => app.call(undoChange, { params: { id: String(id) } }, as(scene))
const inGroup = async (scene: Scene) => (await app.call(listGroups, {}, as(scene))).body[0]?.people

describe('a group', () => {
  test('takes people in, each once, and lets them go', async () => {
    const scene = await build(4)
    expect((await add(scene, scene.church.personIds.slice(2))).body.people).toBe(2)
    const { body } = await add(scene)
    expect(body.people).toBe(2)
    expect((await add(scene)).body).toEqual({ changeId: null, people: 0 })
    expect(await inGroup(scene)).toBe(4)
    // Undone: only who came by this change goes.
    expect((await undo(scene, body.changeId)).body).toEqual({ people: 2, kept: 0 })
    expect(await inGroup(scene)).toBe(2)
    expect((await remove(scene)).body.people).toBe(2)
    const told = await app.look(
      `select act, details from audit_entry where tenant_id = $1 and act like 'people.%' order by at, id`,
      [scene.church.tenantId],
    )
    expect(told).toEqual([
      { act: 'people.added_to_group', details: { group: 'Choir', people: 2 } },
      { act: 'people.added_to_group', details: { group: 'Choir', people: 2 } },
      { act: 'people.undone', details: { undone: 'add_to_group', group: 'Choir', people: 2, kept: 0 } },
      { act: 'people.removed_from_group', details: { group: 'Choir', people: 2 } },
    ])
  })

  test('undoing leaves who was taken out or came back meanwhile', async () => {
    const scene = await build(3)
    const [first] = scene.church.personIds
    const added = await add(scene)
    await remove(scene, [String(first)])
    expect((await undo(scene, added.body.changeId)).body).toEqual({ people: 2, kept: 1 })
    await add(scene)
    const removed = await remove(scene)
    await add(scene, [String(first)])
    expect((await undo(scene, removed.body.changeId)).body).toEqual({ people: 2, kept: 1 })
    expect(await inGroup(scene)).toBe(3)
  })

  test('that was removed cannot get its people back', async () => {
    const scene = await build(2)
    await add(scene)
    const { body } = await remove(scene)
    await app.call(removeGroup, { params: { id: scene.groupId } }, as(scene))
    expect((await undo(scene, body.changeId)).body).toEqual({ people: 0, kept: 2 })
    expect((await add(scene)).body.code).toBe('not_found')
  })

  test('of another church is unknown, and its people too', async () => {
    const [scene, other] = [await build(2), await build(2)]
    const foreign = { church: scene.church, groupId: other.groupId }
    expect((await add(foreign)).body.code).toBe('not_found')
    expect((await remove(foreign)).body.code).toBe('not_found')
    expect((await add(scene, other.church.personIds)).body).toEqual({ changeId: null, people: 0 })
    expect(await inGroup(other)).toBe(0)
  })

  test('counts each once when many add and remove at the same moment', async () => {
    const scene = await build(200)
    const back = scene.church.personIds.toReversed()
    const replies = await Promise.all([add(scene), add(scene, back), add(scene), add(scene, back)])
    expect(replies.reduce((sum, { body }) => sum + body.people, 0)).toBe(200)
    const mixed = await Promise.all([remove(scene, back), add(scene), remove(scene), add(scene, back)])
    expect(mixed.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const kept = mixed.filter(({ body }) => body.changeId !== null)
    const undone = await Promise.all(kept.map(({ body }) => undo(scene, body.changeId)))
    expect(undone.every(({ status }) => status === 200)).toBe(true)
  })

  test('takes everybody who matches', async () => {
    const scene = await build(5_000)
    const except = scene.church.personIds.slice(0, 1_000)
    const people = { matching: { search: 'ngozi' }, except }
    const { body } = await app.call(addPeopleToGroup, { body: { people, groupId: scene.groupId } }, as(scene))
    expect(body.people).toBe(4_000)
    const all = { matching: { groupId: scene.groupId } }
    const out = await app.call(removePeopleFromGroup, { body: { people: all, groupId: scene.groupId } }, as(scene))
    expect(out.body.people).toBe(4_000)
  })
})
