import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSession } from '#contract/identity/session.ts'
import { acceptInvitation, readInvitation } from '#contract/identity/invitation.ts'
import {
  changeRoles,
  inviteStaff,
  listInvites,
  listStaff,
  removeStaff,
  resendInvite,
  withdrawInvite,
} from '#contract/identity/staff.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { newestMail } from '../../test-kit/inbox.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

const PASSWORD = 'a harmattan morning'
const DAY = 24 * 60 * 60_000
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

type Invite = Parameters<typeof app.call<typeof inviteStaff>>[1]['body']
const inviteOf = (given: Partial<Invite> = {}): Invite => ({
  firstName: 'Bola',
  lastName: 'Ade',
  email: `bola-${randomUUID()}@church.example`,
  roles: ['FollowUp'],
  ...given,
})
const invite = (church: Church, body: Invite) => app.call(inviteStaff, { body }, { token: church.admin.token })
const look = (token: string) => app.call(readInvitation, { body: { token } })
const accept = (token: string, password = PASSWORD) =>
  app.call(acceptInvitation, { body: { token, firstName: 'Bọ́lá', lastName: 'Adé', password } })
const tokenIn = (text: string): string => /\/invitation#token=([\w-]{43})\b/.exec(text)?.[1] ?? ''

/** Invites somebody and takes the token out of the mail. */
async function send(
  church: Church,
  given: Partial<Invite> = {},
): Promise<{ id: string; email: string; token: string }> {
  const body = inviteOf(given)
  const { body: row } = await invite(church, body)
  return { id: row.id, email: body.email, token: tokenIn((await newestMail(app.sandboxUrl, body.email)).text) }
}

describe('the link of the mail', () => {
  test('says what it is for, and lets in with the roles given', async () => {
    const church = await app.buildChurch()
    const { email, token } = await send(church, { roles: ['FollowUp', 'Reports'] })
    expect((await look(token)).body).toEqual({
      churchName: 'Grace Chapel',
      firstName: 'Bola',
      lastName: 'Ade',
      email,
      roles: ['FollowUp', 'Reports'],
    })
    const reply = await accept(token)
    expect(reply.body).toEqual({ joined: true })
    const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const session = await app.call(readSession, {}, { headers: { cookie } })
    expect(session.body.person).toEqual({ firstName: 'Bọ́lá', lastName: 'Adé', email, roles: ['FollowUp', 'Reports'] })
    expect(session.body.church.people).toBe(2)
    expect((await app.call(listInvites, {}, { token: church.admin.token })).body).toEqual([])
    const acts = await app.look('select act from audit_entry where tenant_id = $1', [church.tenantId])
    expect(acts).toEqual(expect.arrayContaining([{ act: 'staff.invited' }, { act: 'staff.joined' }]))
  })

  test('is dead once who invited is no owner any more', async () => {
    const church = await app.buildChurch()
    const { token, accountId } = await addColleague(app, church, { roles: ['Admin'] })
    const sent = await send({ ...church, admin: { ...church.admin, token } })
    await app.call(
      changeRoles,
      { params: { id: accountId }, body: { roles: ['Reports'] } },
      { token: church.admin.token },
    )
    expect((await look(sent.token)).body.code).toBe('invalid_token')
    expect((await accept(sent.token)).body.code).toBe('invalid_token')
    // And what was written while the role was taken away is none either.
    await send(church)
    await app.look(`update staff_invite set invited_by = $1 where tenant_id = $2`, [accountId, church.tenantId])
    const [last] = await app.look('select email from staff_invite where tenant_id = $1', [church.tenantId])
    const mail = await newestMail(app.sandboxUrl, String(last?.['email']))
    expect((await accept(tokenIn(mail.text))).body.code).toBe('invalid_token')
  })

  test.each([
    { firstName: 'https://win.example' },
    { lastName: 'www.win.example' },
    { email: 'a,b@church.example' },
    { email: 'a(b)@church.example' },
    { email: 'team:a@church.example;' },
    { email: 'a@[127.0.0.1].x' },
  ])('goes to one address and carries no other: %o', async (given) => {
    expect((await invite(await app.buildChurch(), inviteOf(given))).body.code).toBe('invalid_input')
  })

  test('comes in a mail that shows no name with a web address in it, however it got there', async () => {
    const church = await app.buildChurch()
    await app.look(`update church set name = 'Win at https://win.example' where tenant_id = $1`, [church.tenantId])
    const { email } = await send(church)
    const { text, html } = await newestMail(app.sandboxUrl, email)
    expect([text, html].filter((part) => part.includes('win.example'))).toEqual([])
    expect(text).toContain('the staff of a church')
  })

  test('works once, also for five at the same moment', async () => {
    const church = await app.buildChurch()
    const { token } = await send(church)
    const replies = await Promise.all(Array.from({ length: 5 }, () => accept(token)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400])
    expect((await look(token)).body.code).toBe('invalid_token')
    const people = await app.look('select 1 from person where tenant_id = $1', [church.tenantId])
    expect(people).toHaveLength(2)
  })

  test('survives a weak password', async () => {
    const { email, token } = await send(await app.buildChurch())
    for (const weak of ['password123', email, 'Grace Chapel'])
      expect((await accept(token, weak)).body.code).toBe('weak_password')
    expect((await accept(token)).status).toBe(200)
  })

  test('gives the account to the person who was meant', async () => {
    const church = await app.buildChurch({ people: [{ firstName: 'Chidi', lastName: 'Obi' }] })
    const [personId = ''] = church.personIds
    const { token } = await send(church, { personId })
    expect((await accept(token)).status).toBe(200)
    const { body } = await app.call(listStaff, { query: { search: 'chidi' } }, { token: church.admin.token })
    expect(body.items.map((row) => row.personId)).toEqual([personId])
  })

  test('is dead after seven days, after another one, after it was withdrawn, and when who sent it was removed', async () => {
    const church = await app.buildChurch()
    const options = { token: church.admin.token }
    const colleague = await addColleague(app, church, { roles: ['Admin'] })
    const [resent, withdrawn, orphaned] = [
      await send(church),
      await send(church),
      await send({ ...church, admin: { ...church.admin, token: colleague.token } }),
    ]
    await app.call(resendInvite, { params: { id: resent.id } }, options)
    const newer = tokenIn((await newestMail(app.sandboxUrl, resent.email, 2)).text)
    await app.call(withdrawInvite, { params: { id: withdrawn.id } }, options)
    await app.call(removeStaff, { params: { id: colleague.accountId } }, options)
    for (const { token } of [resent, withdrawn, orphaned]) expect((await accept(token)).body.code).toBe('invalid_token')
    app.clock.advance(7 * DAY)
    expect((await accept(newer)).body.code).toBe('invalid_token')
    const again = await app.call(resendInvite, { params: { id: resent.id } }, options)
    expect(again.status).toBe(200)
  })

  test.each(['x', 'a'.repeat(43), '../../etc/passwd'])('is refused when made up: %s', async (token) => {
    expect((await look(token)).body.code).toBe('invalid_token')
    expect((await accept(token)).body.code).toBe('invalid_token')
  })

  test('stands behind the #, and neither in a job nor in the database', async () => {
    const { token } = await send(await app.buildChurch())
    const [row] = await app.look(
      `select (select json_agg(i) from staff_invite i)::text || (select coalesce(json_agg(j.data), '[]') from pgboss.job j)::text as all`,
    )
    expect(String(row?.['all'])).not.toContain(token)
  })
})

describe('inviting', () => {
  test('somebody who signs in already is refused, however the address is written', async () => {
    const church = await app.buildChurch()
    expect((await invite(church, inviteOf({ email: church.admin.email.toUpperCase() }))).body.code).toBe('email_taken')
    const colleague = await addColleague(app, church)
    expect((await invite(church, inviteOf({ personId: colleague.personId }))).body.code).toBe('email_taken')
  })

  test('somebody who joined meanwhile by another way ends in email_taken', async () => {
    const church = await app.buildChurch()
    const { email, token } = await send(church)
    const colleague = await addColleague(app, church)
    await app.look('update account set email_key = $1 where id = $2', [email, colleague.accountId])
    expect((await accept(token)).body.code).toBe('email_taken')
  })

  test('the same address again replaces the invitation', async () => {
    const church = await app.buildChurch()
    const first = await send(church)
    const { body } = await invite(church, inviteOf({ email: first.email.toUpperCase(), roles: ['Reports'] }))
    const rows = (await app.call(listInvites, {}, { token: church.admin.token })).body
    expect(rows.map(({ id, roles }) => ({ id, roles }))).toEqual([{ id: body.id, roles: ['Reports'] }])
    expect((await accept(first.token)).body.code).toBe('invalid_token')
  })

  test('the same press twice invites once', async () => {
    const church = await app.buildChurch()
    const options = { token: church.admin.token, headers: { 'idempotency-key': randomUUID() } }
    const body = inviteOf()
    const replies = [await app.call(inviteStaff, { body }, options), await app.call(inviteStaff, { body }, options)]
    expect(replies[0]?.body).toEqual(replies[1]?.body)
    expect(
      await app.look(`select 1 from audit_entry where tenant_id = $1 and act = 'staff.invited'`, [church.tenantId]),
    ).toHaveLength(1)
  })

  test('an address is written to five times an hour at most', async () => {
    const church = await app.buildChurch()
    const body = inviteOf()
    const statuses: number[] = []
    for (let count = 0; count < 6; count += 1) statuses.push((await invite(church, body)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('a foreign person or invitation is as an unknown one', async () => {
    const [own, other] = [await app.buildChurch(), await app.buildChurch({ people: [{}] })]
    const theirs = await invite(other, inviteOf())
    const ask = async (personId: string, inviteId: string) => {
      const options = { token: own.admin.token }
      const replies = [
        await invite(own, inviteOf({ personId })),
        await app.call(resendInvite, { params: { id: inviteId } }, options),
        await app.call(withdrawInvite, { params: { id: inviteId } }, options),
      ]
      return replies.map(({ status, body }) => ({ status, body }))
    }
    const [foreign, unknown] = [await ask(other.personIds[0] ?? '', theirs.body.id), await ask(UNKNOWN, UNKNOWN)]
    expect(foreign).toEqual(unknown)
    expect(foreign.map(({ body }) => body.code)).toEqual(['not_found', 'not_found', 'not_found'])
    expect((await app.call(listInvites, {}, { token: other.admin.token })).body).toHaveLength(1)
  })
})
