import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCampaigns } from '#contract/messaging/sent-sms.ts'
import { listPeople, readPerson } from '#contract/people/persons.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

/** Whoever called before is remembered; every request still goes by what the database says at that moment. */
let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const list = (church: Church) => app.call(listPeople, { query: { limit: 5 } }, { token: church.admin.token })

/** A church whose administrator has just been answered, and is remembered. */
async function remembered(): Promise<Church> {
  const church = await app.buildChurch({ people: [{ firstName: 'Ngọzi', lastName: 'Eze' }] })
  for (let nth = 0; nth < 3; nth += 1) expect((await list(church)).status).toBe(200)
  return church
}

const told = async (church: Church): Promise<[number, string | undefined, boolean]> => {
  const { status, body } = await list(church)
  return [status, body.code, 'items' in body]
}

test('a session that ended, wherever it ended, answers nothing more', async () => {
  const church = await remembered()
  await app.look('delete from session where tenant_id = $1', [church.tenantId])
  expect(await told(church)).toEqual([401, 'not_signed_in', false])
  expect(await told(church)).toEqual([401, 'not_signed_in', false])
})

test('a role that was taken away, and one that was given back, show at the next request', async () => {
  const church = await remembered()
  const roles = (names: string[]) =>
    app.look('update account set roles = $2 where tenant_id = $1', [church.tenantId, names])
  await roles([])
  expect(await told(church)).toEqual([403, 'not_allowed', false])
  await roles(['Admin'])
  expect(await told(church)).toEqual([200, undefined, true])
})

test('a subscription that ended closes the gate at the next request', async () => {
  const church = await remembered()
  const sent = () => app.call(listCampaigns, { query: {} }, { token: church.admin.token })
  expect((await sent()).status).toBe(200)
  await app.look(`update subscription set expires_on = '2020-01-01' where tenant_id = $1`, [church.tenantId])
  expect((await sent()).body.code).toBe('subscription_expired')
})

test('what was asked wrongly is told to whoever is signed in, and to nobody else', async () => {
  const church = await remembered()
  const ask = () =>
    app.call(readPerson, { params: { id: '00000000-0000-4000-8000-000000000000' } }, { token: church.admin.token })
  expect((await ask()).status).toBe(404)
  await app.look('delete from session where tenant_id = $1', [church.tenantId])
  expect((await ask()).status).toBe(401)
})

test('two churches asked in turns on the same connections see their own people only', async () => {
  const churches = [await remembered(), await remembered()]
  const totals = await Promise.all(
    Array.from({ length: 40 }, async (_, nth) => {
      const church = churches[nth % 2]
      if (!church) throw new Error('There are two')
      const { body } = await list(church)
      return body.items.filter(({ id }) => church.personIds.includes(id)).length
    }),
  )
  expect(new Set(totals)).toEqual(new Set([1]))
})
