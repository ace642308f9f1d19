import { afterAll, beforeAll, expect, test } from 'vitest'
import { addNewcomer } from '#contract/followup/people.ts'
import { createTask } from '#contract/followup/tasks.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import { mailsTo } from '../../test-kit/inbox.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { until } from '../../test-kit/until.ts'
import { watchFollowup } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

// The clocks of New York are put forward on 14 March 2027 at two and back on 7 November at two.
const changes = [
  { change: 'forward', due: '2027-03-14', before: '2027-03-13T21:59:00Z', at: '2027-03-13T22:01:00Z' },
  { change: 'back', due: '2027-11-07', before: '2027-11-06T20:59:00Z', at: '2027-11-06T21:01:00Z' },
]

test.each(changes)(
  'a day before is the same time on the church’s clocks, also when these are put $change that night: told then, once',
  async ({ due, before, at }) => {
    const goTo = (instant: string) => app.clock.advance(Date.parse(instant) - app.clock.now().getTime())
    goTo(before)
    const church = await app.buildChurch({
      isoCode: 'US',
      currency: 'USD',
      timeZone: 'America/New_York',
      expiresOn: '2030-01-01',
    })
    const colleague = await addColleague(app, church)
    const as = { token: colleague.token }
    const body = { ...guest, joinedOn: '2027-01-03', ownerId: colleague.accountId }
    const { body: added } = await app.call(addNewcomer, { body }, as)
    const task = { instructions: 'Bring the book', contacts: added.id, dueDate: due, reminder: 1440 }
    expect((await app.call(createTask, { body: task }, as)).status).toBe(200)
    await watchFollowup(app.server.context)
    const claimed = () =>
      app.look('select remind_at from followup_task where tenant_id = $1 and reminded_at is not null', [
        church.tenantId,
      ])
    expect(await claimed()).toEqual([])
    goTo(at)
    await Promise.all([1, 2].map(() => watchFollowup(app.server.context)))
    expect(await claimed()).toHaveLength(1)
    await until(async () => (await mailsTo(app.sandboxUrl, colleague.email)).length > 0, 20)
    await watchFollowup(app.server.context)
    const mails = await mailsTo(app.sandboxUrl, colleague.email)
    expect(mails.map(({ text }) => text.includes('at 17:00'))).toEqual([true])
  },
)
