import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as emails from '#contract/messaging/kept-emails.ts'
import * as push from '#contract/messaging/push-schedules.ts'
import * as schedules from '#contract/messaging/schedules.ts'
import { mailsTo } from '#server/test-kit/inbox.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { wallTime } from '../../platform/runtime/index.ts'
import { sendScheduled } from './send-scheduled.ts'
import { mailOfFailed } from './tell-of-failed.ts'

const HOUR_MS = 3_600_000

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const as = ({ admin }: Church) => ({ token: admin.token })
const later = () => wallTime('Africa/Lagos', new Date(app.clock.now().getTime() + 2 * HOUR_MS)).slice(0, 16)

/** One of each channel that goes in two hours; answers their ids. */
async function scheduleEach(church: Church): Promise<string[]> {
  const [sms, email, pushed] = [randomUUID(), randomUUID(), randomUUID()]
  const when = { localTime: later(), version: 0 }
  const content = { senderId: church.sender, message: 'Service is at nine' }
  const replies = [
    await app.call(
      schedules.scheduleDraft,
      { params: { id: sms }, body: { channel: 'sms', content, destination: { phoneNumbers: '08031234567' }, ...when } },
      as(church),
    ),
    await app.call(
      emails.scheduleEmail,
      {
        params: { id: email },
        body: {
          content: { subject: 'Harvest', blocks: [{ type: 'heading', text: 'Come' }] },
          destination: { emailAddresses: 'ada@one.example' },
          ...when,
        },
      },
      as(church),
    ),
    await app.call(
      push.schedulePush,
      {
        params: { id: pushed },
        body: { title: 'Sunday', message: 'At nine', category: 'news', destination: { allContacts: true }, ...when },
      },
      as(church),
    ),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  return [sms, email, pushed]
}

async function itsTimeComes({ tenantId }: Church, ids: string[]): Promise<void> {
  app.clock.advance(2 * HOUR_MS)
  const signal = new AbortController().signal
  for (const draftId of ids) await sendScheduled(app.server.context, { tenantId, draftId }, signal)
}
const became = async (ids: string[]) =>
  Promise.all(ids.map(async (id) => (await app.look('select state, reason from draft where id = $1', [id]))[0]))

const expire = (church: Church) =>
  app.look(`update subscription set expires_on = '2020-01-01' where tenant_id = $1`, [church.tenantId])
/** As if there had been too many people for longer than the days of grace. */
const fill = async (church: Church) => {
  await app.look('update subscription set membership_size = 1 where tenant_id = $1', [church.tenantId])
  await app.look(`update church_size set over_since = now() - interval '30 days' where tenant_id = $1`, [
    church.tenantId,
  ])
}

test.each([
  ['the subscription is over', expire],
  ['there are too many people', fill],
])(
  'of what was scheduled only an SMS goes while %s; the others say why, and are sent when it is settled',
  async (_why, shut) => {
    const church = await app.buildChurch({ units: 10, people: [{ firstName: 'Ada', phone: '+2348031234567' }] })
    const ids = await scheduleEach(church)
    await shut(church)
    await itsTimeComes(church, ids)
    expect(await became(ids)).toEqual([
      { state: 'sent', reason: null },
      { state: 'failed', reason: 'gate_shut' },
      { state: 'failed', reason: 'gate_shut' },
    ])
    const [job] = await app.look(
      `select data from pgboss.job where name = 'messaging.tell-of-failed-schedule' and data ->> 'draftId' = $1`,
      [ids[1]],
    )
    await mailOfFailed(app.server.context, job?.['data'] as Parameters<typeof mailOfFailed>[1])
    const [mail] = await mailsTo(app.sandboxUrl, church.admin.email)
    expect([mail?.subject, mail?.text]).toEqual([
      'Your scheduled email was not sent',
      expect.stringContaining('The subscription had expired, or the church had more people than its plan allows.'),
    ])
    const open = `update subscription set expires_on = '2099-01-01', membership_size = 100 where tenant_id = $1`
    await app.look(open, [church.tenantId])
    const sent = { params: { id: ids[1] ?? '' }, body: { version: 2, quotedUnits: 0 } }
    expect((await app.call(emails.sendKeptEmail, sent, as(church))).body).toMatchObject({ recipients: 1 })
  },
)
