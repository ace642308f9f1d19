import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as changes from '#contract/people/changes.ts'
import { listFamilies } from '#contract/people/families.ts'
import * as imports from '#contract/people/imports.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { capacityDesk, people } from '../../test-kit/capacity-desk.ts'
import { importDesk } from '../../test-kit/import-desk.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await offer({ Small: 10, Large: 20 })
})

const { as, offer, session, add, archive, undo } = capacityDesk(() => app)
const fileOf = (count: number, name = 'Guest') =>
  ['Name', ...Array.from({ length: count }, (_, index) => `${name} number${index}`)].join('\n')

/** The counter, and since when there are too many, beside what it counts. */
async function sizeOf({ tenantId }: Church) {
  const [row] = await app.look(
    `select z.confirmed, z.over_since, s.membership_size as most,
       (select count(*)::integer from person p where p.tenant_id = z.tenant_id and p.archived_at is null and p.confirmed) as counted
     from church_size z join subscription s using (tenant_id) where z.tenant_id = $1`,
    [tenantId],
  )
  const { confirmed, over_since, most, counted } = row as Record<string, unknown>
  expect(confirmed).toBe(counted)
  expect(over_since !== null).toBe(Number(confirmed) > Number(most))
  return { people: Number(confirmed), since: over_since as Date | null }
}

describe('an import', () => {
  test('past the own plan is told of before it begins, with both numbers and the plan that would fit', async () => {
    const church = await app.buildChurch({ membershipSize: 3 })
    const desk = importDesk(app, church)
    const checked = await desk.check(await desk.upload(fileOf(7)))
    expect(checked.capacity).toEqual({
      after: 8,
      membershipSize: 3,
      most: 20,
      fits: { name: 'Small', membershipSize: 10 },
    })
    await desk.apply(checked)
    expect(await session(church)).toMatchObject({ gate: 'open', grace: { daysLeft: 14 }, church: { people: 8 } })
    await desk.undo(checked)
    expect(await session(church)).toMatchObject({ gate: 'open', grace: null, church: { people: 1 } })
    expect((await sizeOf(church)).since).toBeNull()
  })

  test('past the largest plan is refused with both numbers, and writes nobody', async () => {
    const church = await app.buildChurch({ membershipSize: 3 })
    const desk = importDesk(app, church)
    const checked = await desk.check(await desk.upload(fileOf(20)))
    expect(checked.capacity).toEqual({ after: 21, membershipSize: 3, most: 20, fits: null })
    const { status, body } = await app.call(imports.applyImport, { params: { id: checked.id } }, desk.as)
    expect([status, body]).toMatchObject([409, { code: 'beyond_largest_plan', fields: { people: '21', most: '20' } }])
    expect((await sizeOf(church)).people).toBe(1)
    expect((await app.call(imports.readImport, { params: { id: checked.id } }, desk.as)).body.state).toBe('checked')
  })

  test('is held to the own plan where nothing is offered in the country', async () => {
    const church = await app.buildChurch({ membershipSize: 3, isoCode: 'US', currency: 'USD' })
    await app.look(`update price set iso_code = 'NG' where ended_at is null`)
    const desk = importDesk(app, church)
    const checked = await desk.check(await desk.upload(fileOf(3)))
    expect(checked.capacity).toEqual({ after: 4, membershipSize: 3, most: 3, fits: null })
    const { body } = await app.call(imports.applyImport, { params: { id: checked.id } }, desk.as)
    expect(body.code).toBe('beyond_largest_plan')
  })

  test('of two that are confirmed at the same moment and do not fit together one is refused', async () => {
    const church = await app.buildChurch({ membershipSize: 3 })
    const desk = importDesk(app, church)
    const files = [await desk.upload(fileOf(12, 'Ada')), await desk.upload(fileOf(12, 'Bola'))]
    for (const file of files) await desk.check(file)
    const replies = await Promise.all(files.map(({ id }) => app.call(imports.applyImport, { params: { id } }, desk.as)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [begun] = replies.filter(({ status }) => status === 200)
    await desk.settled(begun?.body.id ?? '', 'applied')
    expect((await sizeOf(church)).people).toBe(13)
  })

  test('that is on its way leaves no room to others', async () => {
    const church = await app.buildChurch({ membershipSize: 3 })
    await app.look(
      `insert into people_import (tenant_id, id, file_name, uploaded_by, uploader, uploaded_at, columns, rows, state, to_add, added)
       values ($1, gen_random_uuid(), 'a.csv', gen_random_uuid(), '', now(), '[]', 30, 'applying', 25, 6)`,
      [church.tenantId],
    )
    expect((await add(church)).body.code).toBe('beyond_largest_plan')
  })
})

describe('more people than the largest plan', () => {
  test('come in by no other way either', async () => {
    const church = await app.buildChurch({ membershipSize: 3, people: people(18) })
    const [first = '', second = '', third = ''] = church.personIds
    expect((await add(church)).status).toBe(200)
    const { status, body } = await add(church, 'Bola')
    expect([status, body.message]).toEqual([409, 'There would be 21 people, and the largest plan allows 20.'])
    // Archived, replaced, and back again.
    const archived = (await archive(church, [first, second])).body
    const merged = await app.call(
      changes.mergePeople,
      { body: { keepId: church.personIds[3] ?? '', mergeIds: [third], take: {} } },
      as(church),
    )
    for (const name of ['Chi', 'Dayo', 'Efe']) expect((await add(church, name)).status).toBe(200)
    const body2 = { people: { ids: [first] } }
    expect((await app.call(changes.restorePeople, { body: body2 }, as(church))).body.code).toBe('beyond_largest_plan')
    for (const { changeId } of [archived, merged.body])
      expect((await undo(church, changeId ?? '')).body.code).toBe('beyond_largest_plan')
    expect((await sizeOf(church)).people).toBe(20)
  })

  test('of additions at the same moment only as many come as fit', async () => {
    const church = await app.buildChurch({ membershipSize: 3, people: people(14) })
    const replies = await Promise.all(Array.from({ length: 12 }, (_, index) => add(church, `Racer ${index}`)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
    expect((await sizeOf(church)).people).toBe(20)
  })
})

describe('since when there are too many', () => {
  test('is kept from the first time until there are few enough again, whatever changed it', async () => {
    const church = await app.buildChurch({ membershipSize: 5, people: people(4) })
    expect((await sizeOf(church)).since).toBeNull()
    await add(church)
    const { since } = await sizeOf(church)
    app.clock.advance(60_000)
    await add(church, 'Bola')
    expect((await sizeOf(church)).since).toEqual(since)
    const from = app.clock.now().getTime()
    const two = (await archive(church, church.personIds.slice(0, 2))).body
    expect((await sizeOf(church)).since).toBeNull()
    await undo(church, two.changeId ?? '')
    // The days go on where they were: only the moment of room is not counted.
    const room = Number((await sizeOf(church)).since) - Number(since)
    expect([room >= 0, room <= app.clock.now().getTime() - from]).toEqual([true, true])
    // A larger plan, and a smaller one.
    await app.look('update subscription set membership_size = 7 where tenant_id = $1', [church.tenantId])
    expect((await sizeOf(church)).since).toBeNull()
    await app.look('update subscription set membership_size = 6 where tenant_id = $1', [church.tenantId])
    expect((await sizeOf(church)).since).not.toBeNull()
  })

  test('follows the clock of the server, which a demo may move', async () => {
    const church = await app.buildChurch({ membershipSize: 5, people: people(4) })
    app.clock.advance(5 * 86_400_000)
    await add(church)
    expect(Number((await sizeOf(church)).since)).toBeGreaterThan(Date.now() + 4 * 86_400_000)
    expect(await session(church)).toMatchObject({ gate: 'open', grace: { daysLeft: 14 } })
    app.clock.advance(-5 * 86_400_000)
  })

  test('is true after any changes in any order, also at the same moment', async () => {
    const church = await app.buildChurch({ membershipSize: 8, people: people(6) })
    const desk = importDesk(app, church)
    const undoable: string[] = []
    let seed = 42
    const chance = (most: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % most
    const one = async (step: number): Promise<void> => {
      const what = chance(5)
      if (what === 0) await add(church, `Step ${step}`)
      if (what === 1) {
        const { body } = await archive(church, [church.personIds[chance(6)] ?? ''])
        if (body.changeId) undoable.push(body.changeId)
      }
      if (what === 2) await undo(church, undoable.pop() ?? church.tenantId)
      if (what === 3)
        await app.look('update subscription set membership_size = $2 where tenant_id = $1', [
          church.tenantId,
          4 + chance(8),
        ])
      if (what === 4)
        await app.call(changes.restorePeople, { body: { people: { matching: { archived: 'yes' } } } }, as(church))
    }
    const file = await desk.check(await desk.upload(fileOf(4)))
    const [imported] = await Promise.all([
      desk.apply(file).then(() => desk.undo(file)),
      ...Array.from({ length: 12 }, (_, step) => one(step)),
    ])
    expect(imported.state).toBe('undone')
    await sizeOf(church)
    for (let step = 100; step < 130; step++) {
      await one(step)
      await sizeOf(church)
    }
  })

  test('an undo while another file is imported leaves exactly those of the other', async () => {
    const church = await app.buildChurch({ membershipSize: 3 })
    const desk = importDesk(app, church)
    const [first, second] = [await desk.upload(fileOf(6, 'Ada')), await desk.upload(fileOf(9, 'Bola'))]
    await desk.check(first)
    await desk.check(second)
    await desk.apply(first)
    await Promise.all([desk.undo(first), desk.apply(second)])
    const { people: left, since } = await sizeOf(church)
    expect([left, since === null]).toEqual([10, false])
  })
})

describe('behind the gate of a church over its capacity', () => {
  test('room is made and mistakes are undone, and nobody comes in', async () => {
    const church = await app.buildChurch({ membershipSize: 4 })
    const desk = importDesk(app, church)
    const file = await desk.check(await desk.upload(fileOf(5)))
    await desk.apply(file)
    await app.look(`update church_size set over_since = now() - interval '16 days' where tenant_id = $1`, [
      church.tenantId,
    ])
    expect((await session(church)).gate).toBe('over_capacity')
    expect((await app.call(listFamilies, { query: {} }, as(church))).body.code).toBe('member_capacity_exceeded')
    expect((await add(church)).body.code).toBe('member_capacity_exceeded')
    const { items } = (await app.call(imports.listImports, { query: {} }, desk.as)).body
    expect(items[0]?.uploadedBy).toBe('Ada Admin')
    const listed = (
      await app.call(changes.archivePeople, { body: { people: { matching: { search: 'guest' } } } }, as(church))
    ).body
    expect([listed.people, (await session(church)).gate]).toEqual([5, 'open'])
    const [latest] = (await app.call(changes.listChanges, {}, as(church))).body
    expect(latest).toMatchObject({ id: listed.changeId, kind: 'archive', people: 5, by: 'Ada Admin', name: null })
    await undo(church, latest?.id ?? '')
    expect((await session(church)).gate).toBe('over_capacity')
    // Who was archived and came back is somebody who was changed: the import leaves them alone.
    expect((await desk.undo(file)).kept).toBe(5)
    expect((await session(church)).gate).toBe('over_capacity')
  })

  test('an import is undone whole', async () => {
    const church = await app.buildChurch({ membershipSize: 4 })
    const desk = importDesk(app, church)
    const file = await desk.apply(await desk.check(await desk.upload(fileOf(5))))
    await app.look(`update church_size set over_since = now() - interval '16 days' where tenant_id = $1`, [
      church.tenantId,
    ])
    expect((await desk.undo(file)).kept).toBe(0)
    expect(await session(church)).toMatchObject({ gate: 'open', grace: null, church: { people: 1 } })
  })

  test('archived people are erased', async () => {
    const church = await app.buildChurch({ membershipSize: 2, people: people(4), isPastGrace: true })
    const ids = church.personIds.slice(0, 2)
    await archive(church, ids)
    const { body } = await app.call(changes.erasePeople, { body: { people: { ids } } }, as(church))
    expect([body.people, (await session(church)).gate]).toEqual([2, 'over_capacity'])
    expect((await archive(church, church.personIds.slice(2, 3))).body.people).toBe(1)
    expect((await session(church)).gate).toBe('open')
  })
})
