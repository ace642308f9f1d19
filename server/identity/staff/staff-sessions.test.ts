import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listSessions } from '#contract/identity/account.ts'
import { login, readSession } from '#contract/identity/session.ts'
import { endStaffSession, endStaffSessions, listStaffSessions } from '#contract/identity/staff.ts'
import { addColleague, type Colleague } from '#server/test-kit/add-colleague.ts'
import { PASSWORD, type Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let church: Church
let desk: Colleague
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch()
  desk = await addColleague(app, church, { roles: ['CheckIn'], firstName: 'Uche' })
})

const signInAgain = async (userName: string) =>
  (await app.call(login, { body: { userName, password: PASSWORD } })).body.token
const statusOf = async (token: string) => (await app.call(readSession, {}, { token })).status
const owner = () => ({ token: church.admin.token })
const sessionsOf = (id: string, token = church.admin.token) =>
  app.call(listStaffSessions, { params: { id } }, { token })
const logged = () =>
  app.look(
    `select act, subject_id, details from audit_entry where tenant_id = $1 and act = 'staff.sessions_ended' order by id`,
    [church.tenantId],
  )

test('an owner sees where a colleague is signed in and ends one session; the log says so', async () => {
  const second = await signInAgain(desk.email)
  const { body: rows } = await sessionsOf(desk.accountId)
  expect(rows.map(({ isCurrent }) => isCurrent)).toEqual([false, false])
  const own = (await app.call(listSessions, {}, { token: second })).body.find(({ isCurrent }) => isCurrent)
  const params = { id: desk.accountId, sessionId: own?.id ?? '' }
  expect((await app.call(endStaffSession, { params }, owner())).status).toBe(200)
  expect([await statusOf(second), await statusOf(desk.token)]).toEqual([401, 200])
  expect((await app.call(endStaffSession, { params }, owner())).body.code).toBe('not_found')
  expect(await logged()).toEqual([{ act: 'staff.sessions_ended', subject_id: desk.personId, details: { sessions: 1 } }])
})

test('ends all of a colleague’s, and of oneself all but the one that asks', async () => {
  const second = await signInAgain(desk.email)
  const ending = (id: string) => app.call(endStaffSessions, { params: { id } }, owner())
  expect((await ending(desk.accountId)).body).toEqual({ ended: 2 })
  expect((await ending(desk.accountId)).body).toEqual({ ended: 0 })
  expect([await statusOf(second), await statusOf(desk.token), await statusOf(church.admin.token)]).toEqual([
    401, 401, 200,
  ])
  const other = await signInAgain(church.admin.email)
  const [row] = await app.look('select id from account where tenant_id = $1 and email = $2', [
    church.tenantId,
    church.admin.email,
  ])
  expect((await ending(String(row?.['id']))).body).toEqual({ ended: 1 })
  expect([await statusOf(other), await statusOf(church.admin.token)]).toEqual([401, 200])
  expect(await logged()).toHaveLength(2)
})

test('only owners, only of their own church, and no session by the way of another account', async () => {
  const others = await app.buildChurch()
  const lead = await addColleague(app, church, { roles: ['CheckInLead'] })
  const { body: rows } = await sessionsOf(desk.accountId)
  const sessionId = rows[0]?.id ?? ''
  expect((await sessionsOf(desk.accountId, lead.token)).body.code).toBe('not_allowed')
  expect((await sessionsOf(desk.accountId, others.admin.token)).body.code).toBe('not_found')
  const elsewhere = { params: { id: lead.accountId, sessionId } }
  expect((await app.call(endStaffSession, elsewhere, owner())).body.code).toBe('not_found')
  const foreign = { params: { id: desk.accountId, sessionId } }
  expect((await app.call(endStaffSession, foreign, { token: others.admin.token })).body.code).toBe('not_found')
  expect(await statusOf(desk.token)).toBe(200)
})
