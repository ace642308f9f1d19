import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archivePeople, erasePeople, mergePeople } from '#contract/people/changes.ts'
import { insertPicture } from '../../identity/index.ts'
import { optOut } from '../index.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const build = (count: number) =>
  app.buildChurch({
    people: Array.from({ length: count }, (_, index) => ({
      phone: `+23480244733${index + 10}`,
      lastName: `Eze ${index}`,
    })),
  })
const as = ({ admin }: Church) => ({ token: admin.token })
const erase = (church: Church, ids: string[]) => app.call(erasePeople, { body: { people: { ids } } }, as(church))
const archive = (church: Church, ids: string[]) => app.call(archivePeople, { body: { people: { ids } } }, as(church))
const countOf = async (table: string, { tenantId }: Church) =>
  (await app.look(`select count(*)::integer as rows from ${table} where tenant_id = $1`, [tenantId]))[0]?.['rows']

describe('erasing', () => {
  test('takes archived people only, with all that names them, and keeps the count', async () => {
    const church = await build(3)
    const { tenantId, personIds } = church
    const [first, second] = personIds.map(String)
    await app.server.context.database.withTenant(tenantId, async (tx) => {
      await optOut(tx, tenantId, { channel: 'sms', address: '+2348024473310', source: 'desk', at: new Date() })
      const [account] = await app.look('select id from account where tenant_id = $1', [tenantId])
      const picture = { bytes: Buffer.from('a picture'), addedBy: String(account?.['id']), at: new Date() }
      const pictureId = await insertPicture(tx, tenantId, picture)
      await app.look('select 1')
      return pictureId
    })
    await app.look('update person set picture_id = (select id from picture where tenant_id = $1) where id = $2', [
      tenantId,
      first,
    ])
    await archive(church, [String(first), String(second)])
    expect((await erase(church, personIds)).body).toEqual({ people: 2 })
    expect((await erase(church, personIds)).body).toEqual({ people: 0 })
    expect(await countOf('person', church)).toBe(2)
    expect(await countOf('picture', church)).toBe(0)
    expect(await countOf('people_change_row', church)).toBe(0)
    // The refusal is the number's, and outlives the person.
    expect(await countOf('opt_out', church)).toBe(1)
    const words = await app.look('select 1 from person_term where tenant_id = $1 and person_id = any ($2)', [
      tenantId,
      [first, second],
    ])
    expect(words).toEqual([])
    const told = await app.look(
      `select subject_id, details from audit_entry where tenant_id = $1 and act = 'people.erased'`,
      [tenantId],
    )
    expect(told).toEqual([{ subject_id: null, details: { people: 2 } }])
  })

  test('takes who was merged into them too: they are the same human being', async () => {
    const church = await build(3)
    const [keepId = '', other = '', third = ''] = church.personIds
    await app.call(mergePeople, { body: { keepId, mergeIds: [other] } }, as(church))
    expect((await erase(church, [keepId, third])).body).toEqual({ people: 0 })
    await archive(church, [keepId])
    expect((await erase(church, [keepId])).body).toEqual({ people: 2 })
    expect(await countOf('person', church)).toBe(2)
  })

  test('reaches nobody of another church', async () => {
    const [church, other] = [await build(1), await build(1)]
    await archive(other, other.personIds)
    expect((await erase(church, other.personIds)).body).toEqual({ people: 0 })
    expect(await countOf('person', other)).toBe(2)
  })

  test('lets go of a former sign-in and of an invitation', async () => {
    const church = await build(1)
    const [id] = church.personIds
    await app.look(
      `insert into account (tenant_id, person_id, email, email_key, password_hash, roles, removed_at)
       values ($1, $2, '', '', '', '{}', now())`,
      [church.tenantId, id],
    )
    await archive(church, church.personIds)
    expect((await erase(church, church.personIds)).body).toEqual({ people: 1 })
    expect(
      await app.look('select person_id from account where tenant_id = $1 and removed_at is not null', [
        church.tenantId,
      ]),
    ).toEqual([{ person_id: null }])
  })

  test('takes nobody when one of them has joined the staff since', async () => {
    const church = await build(2)
    await archive(church, church.personIds)
    await app.look(
      `insert into account (tenant_id, person_id, email, email_key, password_hash, roles)
       values ($1, $2, 'ngozi@church.example', 'ngozi@church.example', '', '{}')`,
      [church.tenantId, church.personIds[0]],
    )
    expect((await erase(church, church.personIds)).body.code).toBe('has_account')
    expect(await countOf('person', church)).toBe(3)
  })

  test('of everybody archived, in one press', async () => {
    const church = await app.buildChurch({ people: Array.from({ length: 2_000 }, () => ({})) })
    const some = { matching: { search: 'ngozi' }, except: church.personIds.slice(0, 500) }
    await app.call(archivePeople, { body: { people: some } }, as(church))
    const archived = { matching: { archived: 'yes' as const }, except: church.personIds.slice(500, 600) }
    const press = (expected?: number) =>
      app.call(erasePeople, { body: { people: archived, ...(expected === undefined ? {} : { expected }) } }, as(church))
    expect((await press()).body.code).toBe('invalid_input')
    expect((await press(1_399)).body.code).toBe('changed_meanwhile')
    expect((await press(1_400)).body).toEqual({ people: 1_400 })
    expect(await countOf('person', church)).toBe(601)
  })
})
