import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { walkIn } from '#contract/checkin/walk-in.ts'
import { removeActivity, updateLifeCycle } from '#contract/followup/existing-clients.ts'
import { addNewcomer, listNewcomers, logContact, readNewcomer } from '#contract/followup/people.ts'
import { addComment, createTask, editTask } from '#contract/followup/tasks.ts'
import { familyRoles } from '#contract/people/families.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import { buildEvent } from '../../test-kit/build-event.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { importDesk } from '../../test-kit/import-desk.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ fromMorning: true })
  church = await app.buildChurch()
})
afterAll(() => app.stop())

const as = () => ({ token: church.admin.token })
const today = () => dayIn('Africa/Lagos', app.clock.now())
const add = async () => (await app.call(addNewcomer, { body: { ...guest, joinedOn: today() } }, as())).body.id
const read = async (id: string) => (await app.call(readNewcomer, { params: { id } }, as())).body
const reached = { channel: 'call', outcome: 'reached', text: '', snoozeUntil: null } as const
const reach = async (id: string) => {
  app.clock.advance(1_000)
  return (await app.call(logContact, { params: { id }, body: reached }, as())).body.id ?? ''
}
const takeBack = (id: string) => app.call(removeActivity, { params: { id } }, as())

describe('"Reached" taken back', () => {
  test('puts them where they stood, and their clock runs again', async () => {
    const id = await add()
    const contact = await reach(id)
    expect(await read(id)).toMatchObject({ stageId: 2, waitingHours: null })
    await takeBack(contact)
    const { log, ...now } = await read(id)
    expect(now).toMatchObject({ stageId: 1, contactedAfterHours: null, waitingHours: 0 })
    expect(log.map(({ kind }) => kind)).toEqual(['entered'])
    expect(await app.look('select furthest_id, activities from newcomer where person_id = $1', [id])).toEqual([
      { furthest_id: 1, activities: 0 },
    ])
  })

  test('leaves who was reached another time, or moved on since', async () => {
    const [twice, moved] = [await add(), await add()]
    const first = await reach(twice)
    await reach(twice)
    await takeBack(first)
    expect(await read(twice)).toMatchObject({ stageId: 2, waitingHours: null })
    const contact = await reach(moved)
    app.clock.advance(1_000)
    await app.call(updateLifeCycle, { params: { id: moved }, body: { stageID: 4 } }, as())
    await takeBack(contact)
    expect((await read(moved)).stageId).toBe(4)
  })
})

describe('who entered them', () => {
  test('is the import, for who came with a file', async () => {
    const desk = importDesk(app, church)
    const file = await desk.upload('Name,Phone\nYemi Cole,08035557001\n')
    await desk.check(file, { kind: 'first_timer' })
    await desk.apply(file)
    const { body } = await app.call(listNewcomers, { query: { search: 'yemi cole' } }, as())
    expect(body.items).toMatchObject([{ firstName: 'Yemi', origin: 'import' }])
  })

  test('is the door, for who walked in at check-in: parents are followed up, children counted', async () => {
    const event = await buildEvent(app, church)
    const parent = { firstName: 'Bisi', lastName: 'Cole', phone: '0803 999 7234', role: familyRoles.mother }
    const children = [
      { firstName: 'Kemi', lastName: 'Cole', years: 5, classId: event.classes[0]?.id ?? '', allergy: '' },
    ]
    const body = { eventId: event.id, parent, children, isNew: false }
    expect((await app.call(walkIn, { body }, as())).status).toBe(200)
    const { body: found } = await app.call(listNewcomers, { query: { search: 'bisi cole' } }, as())
    expect(found.items).toMatchObject([{ origin: 'walk_in' }])
    expect(await read(found.items[0]?.id ?? '')).toMatchObject({ origin: 'walk_in', waitingHours: 0 })
    const rows = await app.look(
      `select p.first_name as name, n.origin, n.followed, n.clock_from is not null as runs
       from newcomer n join person p on p.id = n.person_id where p.last_name = 'Cole' and n.origin = 'walk_in' order by 1`,
    )
    expect(rows).toEqual([
      { name: 'Bisi', origin: 'walk_in', followed: true, runs: true },
      { name: 'Kemi', origin: 'walk_in', followed: false, runs: false },
    ])
  })
})

test('a clock that steps back loses nothing: nobody was reached before they came, and nothing is due sooner', async () => {
  const id = await add()
  app.clock.advance(-3_600_000)
  try {
    await reach(id)
    const { body: made } = await app.call(createTask, { body: { instructions: 'Call', contacts: id } }, as())
    const params = { id: made.returnObject.id }
    await app.call(addComment, { params, body: { comment: 'Later' } }, as())
    expect((await app.call(editTask, { params, body: { status: 2 } }, as())).status).toBe(200)
    const { log, ...now } = await read(id)
    expect(now).toMatchObject({ stageId: 2, contactedAfterHours: 0, waitingHours: null })
    expect(log).toHaveLength(5)
    const [row] = await app.look(
      'select touched_at >= entered_at as forward, contact_minutes from newcomer where person_id = $1',
      [id],
    )
    expect(row).toEqual({ forward: true, contact_minutes: 0 })
  } finally {
    app.clock.advance(3_600_000)
  }
})
