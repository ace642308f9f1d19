import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archivePeople, changePeopleKind, restorePeople, undoChange, UNDO_DAYS } from '#contract/people/changes.ts'
import { editPerson, readPerson } from '#contract/people/persons.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

const DAY = 24 * 60 * 60 * 1000

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const kinds = ['member', 'first_timer', 'new_convert'] as const
const build = () => app.buildChurch({ people: kinds.map((kind) => ({ firstName: 'Bísí', lastName: kind, kind })) })
const as = ({ admin }: Church) => ({ token: admin.token })
const undo = (church: Church, id: string | null) => app.call(undoChange, { params: { id: String(id) } }, as(church))
const convert = (church: Church) =>
  app.call(changePeopleKind, { body: { people: { ids: church.personIds }, kind: 'member' } }, as(church))
const archive = (church: Church) => app.call(archivePeople, { body: { people: { ids: church.personIds } } }, as(church))
const read = async (church: Church, id: string | undefined) =>
  (await app.call(readPerson, { params: { id: String(id) } }, as(church))).body
const kindsOf = async ({ tenantId, personIds }: Church) => {
  const rows = await app.look('select id, kind from person where tenant_id = $1', [tenantId])
  return personIds.map((id) => rows.find((row) => row['id'] === id)?.['kind'])
}

async function edit(church: Church, id: string | undefined, lastName: string): Promise<void> {
  const { groups: _, ...person } = await read(church, id)
  const reply = await app.call(editPerson, { params: { id: String(id) }, body: { ...person, lastName } }, as(church))
  expect(reply.status).toBe(200)
}

describe('undoing', () => {
  test('gives everybody back what they were, and counts only whom it changed', async () => {
    const church = await build()
    const { body } = await convert(church)
    expect(body.people).toBe(2)
    expect(await kindsOf(church)).toEqual(['member', 'member', 'member'])
    expect((await undo(church, body.changeId)).body).toEqual({ people: 2, kept: 0 })
    expect(await kindsOf(church)).toEqual(kinds)
    const told = await app.look(`select details from audit_entry where tenant_id = $1 and act = 'people.undone'`, [
      church.tenantId,
    ])
    expect(told).toEqual([{ details: { undone: 'change_kind', kind: 'member', people: 2, kept: 0 } }])
  })

  test('leaves whom somebody has changed since', async () => {
    const church = await build()
    const { body } = await convert(church)
    await edit(church, church.personIds[1], 'Okafor')
    expect((await undo(church, body.changeId)).body).toEqual({ people: 1, kept: 1 })
    expect(await kindsOf(church)).toEqual(['member', 'member', 'new_convert'])
  })

  test('works once, also when two ask at the same moment', async () => {
    const church = await build()
    const { body } = await archive(church)
    const replies = await Promise.all(Array.from({ length: 5 }, () => undo(church, body.changeId)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    expect((await undo(church, body.changeId)).body.code).toBe('not_undoable')
  })

  test('a later change of the same people goes first', async () => {
    const church = await build()
    const first = await convert(church)
    const second = await archive(church)
    expect((await undo(church, first.body.changeId)).body).toEqual({ people: 0, kept: 2 })
    expect((await undo(church, second.body.changeId)).body).toEqual({ people: 3, kept: 0 })
  })

  test('archived people who were brought back can be archived again as they were, but not staff', async () => {
    const church = await build()
    await archive(church)
    const before = (await read(church, church.personIds[0])).archivedAt
    const ids = church.personIds
    const { body } = await app.call(restorePeople, { body: { people: { ids } } }, as(church))
    await app.look(
      `insert into account (tenant_id, person_id, email, email_key, password_hash, roles)
       values ($1, $2, 'new@church.example', 'new@church.example', 'x', '{Reports}')`,
      [church.tenantId, ids[1]],
    )
    expect((await undo(church, body.changeId)).body).toEqual({ people: 2, kept: 1 })
    expect((await read(church, ids[0])).archivedAt).toBe(before)
    expect((await read(church, ids[1])).archivedAt).toBeNull()
  })

  test('an unknown change is not found', async () => {
    const church = await build()
    expect((await undo(church, '0199f3c0-6c00-7000-8000-000000000001')).body.code).toBe('not_found')
    expect((await undo(church, 'x')).body.code).toBe('invalid_input')
  })

  test('is over after some days', async () => {
    const church = await build()
    const { body } = await archive(church)
    app.clock.advance(UNDO_DAYS * DAY - 60_000)
    expect((await undo(church, body.changeId)).body).toEqual({ people: 3, kept: 0 })
    const again = await archive(church)
    app.clock.advance(UNDO_DAYS * DAY + 60_000)
    expect((await undo(church, again.body.changeId)).body.code).toBe('not_undoable')
  })
})
