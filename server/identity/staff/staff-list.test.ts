import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSession } from '#contract/identity/session.ts'
import {
  changeRoles,
  exportStaff,
  givenRoles,
  listStaff,
  removeStaff,
  switchOffSecondFactor,
  type GivenRole,
} from '#contract/identity/staff.ts'
import type { Role } from '#server/identity/index.ts'
import { login } from '#contract/identity/session.ts'
import { addColleague } from '#server/test-kit/add-colleague.ts'
import { PASSWORD, type Church } from '#server/test-kit/build-church.ts'
import { addressOf } from '#server/test-kit/call.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const list = (church: Church, query: Parameters<typeof app.call<typeof listStaff>>[1]['query'] = {}) =>
  app.call(listStaff, { query }, { token: church.admin.token })
const idOf = async (church: Church, email: string): Promise<string> =>
  (await list(church, { search: email })).body.items[0]?.id ?? ''
const statusOf = async (token: string): Promise<number> => (await app.call(readSession, {}, { token })).status

describe('the list', () => {
  test('comes by name, page by page, and knows who asks', async () => {
    const church = await app.buildChurch()
    for (const firstName of ['Ẹniọlá', 'Bola', 'Chidi', 'Dayo']) await addColleague(app, church, { firstName })
    const names: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await list(church, { limit: 2, ...(cursor ? { cursor } : {}) })
      expect(body.total).toBe(5)
      names.push(...body.items.map(({ firstName, isYou }) => `${firstName}${isYou ? '*' : ''}`))
      cursor = body.nextCursor ?? undefined
    } while (cursor)
    expect(names).toEqual(['Ada*', 'Bola', 'Chidi', 'Dayo', 'Ẹniọlá'])
  })

  test('is searched by words of the name without marks and by address, and narrowed by role', async () => {
    const church = await app.buildChurch()
    const { email } = await addColleague(app, church, {
      firstName: 'Adébáyọ̀',
      lastName: 'Ọkọ́ya',
      roles: ['FollowUp', 'Reports'],
    })
    await addColleague(app, church, { firstName: 'Chidi', roles: ['Communicator'] })
    const emailsOf = async (query: Parameters<typeof list>[1]) =>
      (await list(church, query)).body.items.map((row) => row.email)
    expect(await emailsOf({ search: 'okoya ADEB' })).toEqual([email])
    expect(await emailsOf({ search: email.toUpperCase() })).toEqual([email])
    expect(await emailsOf({ role: 'Reports' })).toEqual([email])
    expect(await emailsOf({ search: 'okoya', role: 'Communicator' })).toEqual([])
    for (const search of ['%', '_', "'", '\\', '🌸']) expect((await list(church, { search })).status).toBe(200)
    expect((await list(church, { cursor: 'nonsense' })).body.code).toBe('invalid_cursor')
  })

  test('shows nobody of another church', async () => {
    const [own, other] = [await app.buildChurch(), await app.buildChurch()]
    expect((await list(own)).body.items.map(({ email }) => email)).toEqual([own.admin.email])
    expect((await list(own, { search: other.admin.email })).body.total).toBe(0)
  })

  test('is taken away as a file, and the log says so', async () => {
    const church = await app.buildChurch()
    await addColleague(app, church, { firstName: 'Bola', lastName: 'Ade', roles: ['FollowUp', 'Reports'] })
    const reply = await fetch(app.url + addressOf(exportStaff, { query: { format: 'csv', columns: 'name,roles' } }), {
      headers: { authorization: `Bearer ${church.admin.token}` },
    })
    const lines = (await reply.text()).replace('\ufeff', '').split(/\r?\n/).filter(Boolean)
    expect(lines).toEqual(['Name,Roles', 'Ada Admin,Admin', 'Bola Ade,"FollowUp, Reports"'])
    const [entry] = await app.look(`select details from audit_entry where tenant_id = $1 and act = 'list.exported'`, [
      church.tenantId,
    ])
    expect(entry?.['details']).toEqual({ list: 'staff', format: 'csv', rows: 2 })
  })
})

describe('roles', () => {
  test('that are changed show at the next request', async () => {
    const church = await app.buildChurch()
    const colleague = await addColleague(app, church)
    expect((await app.call(listStaff, { query: {} }, { token: colleague.token })).status).toBe(403)
    const body = { roles: ['Admin' as const, 'Admin' as const] }
    const changed = await app.call(
      changeRoles,
      { params: { id: colleague.accountId }, body },
      { token: church.admin.token },
    )
    expect(changed.body.roles).toEqual(['Admin'])
    expect((await app.call(listStaff, { query: {} }, { token: colleague.token })).status).toBe(200)
  })

  test('that can be given take the place of those before; every other one stays', async () => {
    const church = await app.buildChurch()
    const roles: Role[] = ['BasicUser', 'GroupLeader', 'Teacher']
    const { accountId: id, token } = await addColleague(app, church, { roles })
    const change = async (wanted: GivenRole[]) =>
      (await app.call(changeRoles, { params: { id }, body: { roles: wanted } }, { token: church.admin.token })).body
        .roles
    expect(await change(['CheckInLead', 'Teacher'])).toEqual(['CheckInLead', 'Teacher', 'GroupLeader'])
    expect(await change([...givenRoles])).toEqual([...givenRoles, 'GroupLeader'])
    expect(await change(['Reports'])).toEqual(['Reports', 'GroupLeader'])
    expect((await app.call(readSession, {}, { token })).body.person.roles).toEqual(['Reports', 'GroupLeader'])
  })

  test.each([[[]], [['Pope']], [['BasicUser']], [Array.from({ length: 9 }, () => 'Admin')]])(
    'are not %j',
    async (roles) => {
      const church = await app.buildChurch()
      const id = await idOf(church, church.admin.email)
      const call = app.call(changeRoles, { params: { id }, body: { roles } as never }, { token: church.admin.token })
      expect((await call).body.code).toBe('invalid_input')
    },
  )

  test('cannot leave a church without an owner', async () => {
    const church = await app.buildChurch()
    const id = await idOf(church, church.admin.email)
    const options = { token: church.admin.token }
    expect((await app.call(changeRoles, { params: { id }, body: { roles: ['Reports'] } }, options)).body.code).toBe(
      'last_owner',
    )
    expect((await app.call(removeStaff, { params: { id } }, options)).body.code).toBe('last_owner')
  })

  test('of two owners who take them from each other at the same moment: one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const church = await app.buildChurch()
      const other = await addColleague(app, church, { roles: ['Admin'] })
      const id = await idOf(church, church.admin.email)
      const replies = await Promise.all([
        app.call(
          changeRoles,
          { params: { id: other.accountId }, body: { roles: ['Reports'] } },
          { token: church.admin.token },
        ),
        app.call(removeStaff, { params: { id } }, { token: other.token }),
      ])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      const owners = await app.look(
        `select 1 from account where tenant_id = $1 and removed_at is null and 'Admin' = any(roles)`,
        [church.tenantId],
      )
      expect(owners).toHaveLength(1)
    }
  })
})

describe('whoever is removed', () => {
  test('is signed out at once, cannot sign in, and frees the address', async () => {
    const church = await app.buildChurch()
    const colleague = await addColleague(app, church)
    const remove = () => app.call(removeStaff, { params: { id: colleague.accountId } }, { token: church.admin.token })
    expect((await remove()).body).toEqual({ removed: true })
    expect(await statusOf(colleague.token)).toBe(401)
    expect((await app.call(login, { body: { userName: colleague.email, password: PASSWORD } })).status).toBe(401)
    expect((await remove()).body.code).toBe('not_found')
    expect((await list(church, { search: colleague.email })).body.total).toBe(0)
    const [row] = await app.look('select * from account where id = $1', [colleague.accountId])
    expect(JSON.stringify(row)).not.toContain(colleague.email)
  })

  test('stays among the people and, in what was done, its author, until the person is erased', async () => {
    const church = await app.buildChurch()
    const colleague = await addColleague(app, church, { roles: ['Admin'] })
    const id = await idOf(church, church.admin.email)
    await app.call(changeRoles, { params: { id }, body: { roles: ['Admin', 'Reports'] } }, { token: colleague.token })
    await app.call(removeStaff, { params: { id: colleague.accountId } }, { token: church.admin.token })
    const author = () =>
      app.look(
        `select p.first_name from audit_entry e join account a on a.id = e.actor_id left join person p on p.id = a.person_id
         where e.act = 'staff.roles_changed' and e.tenant_id = $1`,
        [church.tenantId],
      )
    expect(await author()).toEqual([{ first_name: 'Bola' }])
    await app.look('delete from person where id = $1', [colleague.personId])
    expect(await author()).toEqual([{ first_name: null }])
  })
})

test('an owner switches somebody’s second factor off, who is signed out by it; not the own one', async () => {
  const church = await app.buildChurch()
  const colleague = await addColleague(app, church)
  await app.look(`update account set totp_secret = 'sealed', totp_since = now() where id = $1`, [colleague.accountId])
  const off = (id: string) => app.call(switchOffSecondFactor, { params: { id } }, { token: church.admin.token })
  expect((await off(colleague.accountId)).body.hasSecondFactor).toBe(false)
  expect(await statusOf(colleague.token)).toBe(401)
  expect((await off(await idOf(church, church.admin.email))).body.code).toBe('invalid_input')
})

test('a foreign id is as an unknown one', async () => {
  const [own, other] = [await app.buildChurch(), await app.buildChurch()]
  const foreign = await addColleague(app, other)
  const options = { token: own.admin.token }
  const ask = async (id: string) => {
    const replies = await Promise.all([
      app.call(changeRoles, { params: { id }, body: { roles: ['Admin'] } }, options),
      app.call(removeStaff, { params: { id } }, options),
      app.call(switchOffSecondFactor, { params: { id } }, options),
    ])
    return replies.map(({ status, body }) => ({ status, body }))
  }
  const [asked, unknown] = [await ask(foreign.accountId), await ask(UNKNOWN)]
  expect(asked).toEqual(unknown)
  expect(asked.map(({ body }) => body.code)).toEqual(['not_found', 'not_found', 'not_found'])
  expect(await statusOf(foreign.token)).toBe(200)
})
