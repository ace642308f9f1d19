import { afterAll, beforeAll, expect, test } from 'vitest'
import { GRACE_DAYS } from '#contract/identity/session.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { mailsTo } from '../../test-kit/inbox.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { sendCapacityMail, watchCapacity } from './capacity.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const DAY_MS = 86_400_000
const full = () => app.buildChurch({ membershipSize: 2, people: [{}, {}] })

/** The watch so many days from now, as many times at once. */
const watchIn = (days: number, times = 1) =>
  Promise.all(
    Array.from({ length: times }, () =>
      watchCapacity({
        ...app.server.context,
        clock: { now: () => new Date(app.clock.now().getTime() + days * DAY_MS) },
      }),
    ),
  )
const jobsOf = ({ tenantId }: Church) =>
  app.look(`select data from pgboss.job where name = 'billing.capacity-mail' and data ->> 'tenantId' = $1`, [tenantId])
const told = async (church: Church) => (await jobsOf(church)).length

/** The mail that the jobs of this moment send, so many days from now. */
async function mailIn(church: Church, days: number): Promise<string> {
  const [job] = await jobsOf(church)
  const before = (await mailsTo(app.sandboxUrl, church.admin.email)).length
  const clock = { now: () => new Date(app.clock.now().getTime() + days * DAY_MS) }
  await sendCapacityMail({ ...app.server.context, clock }, job?.['data'] as Parameters<typeof sendCapacityMail>[1])
  const mails = await mailsTo(app.sandboxUrl, church.admin.email)
  if (mails.length === before) return ''
  return `${mails[0]?.subject}\n${mails[0]?.text}`
}

test('owner and finance are told when it begins, 7 and 2 days before the gate and on the last day: once each', async () => {
  const church = await full()
  await addColleague(app, church, { roles: ['FinancialAccount'] })
  await addColleague(app, church, { roles: ['Communicator'] })
  const counts: number[] = []
  for (const day of [0, 1, 6, 7, 11, 12, 13, 14, 15, 40]) {
    await watchIn(day, 3)
    counts.push((await told(church)) / 2)
  }
  expect(counts).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 4])
})

test('what was missed because nobody watched is told once, not one after the other', async () => {
  const church = await full()
  await watchIn(13)
  expect(await told(church)).toBe(1)
})

test('a church that is within its plan, or expired, is told nothing; one that is over again is told anew', async () => {
  const [church, expired] = [
    await full(),
    await app.buildChurch({ membershipSize: 1, people: [{}], expiresOn: '2020-01-01' }),
  ]
  await watchIn(0)
  expect([await told(church), await told(expired)]).toEqual([1, 0])
  await app.look(`update person set archived_at = now() where id = $1`, [church.personIds[0]])
  await watchIn(8)
  expect([await told(church), await mailIn(church, 0)]).toEqual([1, ''])
  // Some days later; the same hour over again is no news.
  await app.look(
    `update church_size set full_before = full_before - interval '73 hours', room_since = room_since - interval '73 hours'
     where tenant_id = $1`,
    [church.tenantId],
  )
  await app.look(`update person set archived_at = null where id = $1`, [church.personIds[0]])
  await watchIn(0)
  expect(await told(church)).toBe(2)
})

test('says how it stands when it is sent: the numbers, the day, the ways out', async () => {
  const church = await full()
  await watchIn(0)
  const first = await mailIn(church, 0)
  expect(first).toContain(`Over your plan’s limit: ${GRACE_DAYS} days left`)
  expect(first).toContain('Grace Chapel has 3 people, and the plan allows 2.')
  expect(first).toContain(`${app.server.context.config.publicUrl}/tenant/subscription`)
  expect(await mailIn(church, 13)).toContain('1 day left')
  expect(await mailIn(church, 14)).toContain('Last day over your plan’s limit')
  const shut = await mailIn(church, 15)
  expect(shut).toContain('Most screens are closed')
  expect(shut).toContain('/subexpired')
})

test('is not sent to who no longer keeps the church’s money', async () => {
  const church = await full()
  await watchIn(0)
  await app.look(`update account set roles = '{Communicator}' where tenant_id = $1`, [church.tenantId])
  expect(await mailIn(church, 0)).toBe('')
})
