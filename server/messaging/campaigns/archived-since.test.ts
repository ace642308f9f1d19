import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getCurrentSignedInUser } from '#contract/identity/session.ts'
import * as emails from '#contract/messaging/emails.ts'
import * as push from '#contract/messaging/push.ts'
import { resendSms } from '#contract/messaging/resends.ts'
import { listRecipients, readCampaign } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { archivePeople, erasePeople, mergePeople, restorePeople } from '#contract/people/changes.ts'
import { audit, faultsOf, IN_MOTION } from '../../test-kit/audit-store.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildFamily } from '../../test-kit/build-family.ts'
import { buildDevice, buildStaffDevice } from '../../test-kit/push-device.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { all, toldGateway, type ToldGateway } from '../../test-kit/told-gateway.ts'
import { emailWriting } from '../email/index.ts'
import { deliverCampaign } from './deliver-campaign.ts'

// The worker is driven by hand: what happens between taking on and handing over happens then.
let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch({
    units: 100,
    people: [
      { firstName: 'Ada', phone: '+2348031000001', email: 'ada@one.example' },
      { firstName: 'Bayo', phone: '+2348031000002', email: 'bayo@one.example' },
    ],
  })
})

const as = () => ({ token: church.admin.token })
const archive = (ids: string[]) => app.call(archivePeople, { body: { people: { ids } } }, as())
const erase = (ids: string[]) => app.call(erasePeople, { body: { people: { ids } } }, as())
/** People are archived later than a message was taken on. */
const later = async (ids: string[]) => {
  app.clock.advance(60_000)
  await archive(ids)
}
const ada = () => church.personIds[0] ?? ''
const bayo = () => church.personIds[1] ?? ''
const units = async () => (await app.call(getCurrentSignedInUser, {}, as())).body.smsBalance
const faults = async () =>
  faultsOf(await audit(app.look)).filter((fault) => !IN_MOTION.some((name) => fault.endsWith(name)))

const work = (campaignId: string, gateway: ToldGateway): Promise<unknown> => {
  const { context } = app.server
  const delivering = { tenantId: church.tenantId, campaignId, writings: { email: emailWriting(context) } }
  return deliverCampaign(context, () => gateway, delivering, new AbortController().signal)
}
/** Hands a campaign over; answers what was said to whom. */
async function handOver(id: string): Promise<string[]> {
  const gateway = toldGateway(all('accepted'))
  await work(id, gateway)
  return gateway.messages.map(({ permit, text }) => `${permit.address} ${text}`).toSorted()
}

async function send(to: { personIds?: string[]; numbers?: string }): Promise<string> {
  const body = {
    subject: church.sender,
    message: 'Dear #name#',
    toOthers: to.numbers ?? '',
    ToContacts: (to.personIds ?? []).join(','),
  }
  return (await app.call(sendSms, { body }, as())).body.sentMessageDTO?.id ?? ''
}
const toBoth = () => send({ personIds: [ada(), bayo()] })
const reasons = async (id: string) =>
  (await app.call(listRecipients, { params: { id }, query: {} }, as())).body.items.map(
    ({ phone, state, reason }) => `${phone} ${state} ${reason}`,
  )

describe('somebody who is archived after an SMS was taken on', () => {
  test('is skipped with the reason, and the units come back', async () => {
    const id = await toBoth()
    expect(await units()).toBe(98)
    await later([ada()])
    expect(await handOver(id)).toEqual(['+2348031000002 Dear Bayo'])
    expect(await reasons(id)).toEqual(['+2348031000001 skipped archived', '+2348031000002 sent null'])
    expect((await app.call(readCampaign, { params: { id } }, as())).body).toMatchObject({
      unitsSpent: 1,
      unitsReturned: 1,
      returnedFor: { skipped: 1, cancelled: 0 },
    })
    expect([await units(), await faults()]).toEqual([99, []])
  })

  test('and is back before it leaves, gets it', async () => {
    const id = await toBoth()
    await later([ada()])
    await app.call(restorePeople, { body: { people: { ids: [ada()] } } }, as())
    expect(await handOver(id)).toHaveLength(2)
  })

  test('and shares the number: it goes, to nobody by that name', async () => {
    await app.look('update person set phone = $2 where id = $1', [bayo(), '+2348031000001'])
    const id = await send({ personIds: [ada()] })
    await later([ada()])
    expect(await handOver(id)).toEqual(['+2348031000001 Dear Friend'])
  })

  test('because they were merged gets it: they are still there', async () => {
    const id = await toBoth()
    app.clock.advance(60_000)
    await app.call(mergePeople, { body: { keepId: bayo(), mergeIds: [ada()], take: {} } }, as())
    expect(await handOver(id)).toHaveLength(2)
    const again = await toBoth()
    await later([bayo()])
    expect(await handOver(again)).toEqual([])
  })

  test('and erased, is skipped just so; whoever has the number as well gets it, not by that name', async () => {
    const id = await toBoth()
    const shared = await send({ personIds: [ada()], numbers: '08031000003' })
    await later([ada()])
    await erase([ada()])
    expect(await handOver(id)).toEqual(['+2348031000002 Dear Bayo'])
    expect(await reasons(id)).toEqual(['+2348031000001 skipped archived', '+2348031000002 sent null'])
    expect([await units(), await faults()]).toEqual([97, []])
    await app.look('update person set phone = $2 where id = $1', [bayo(), '+2348031000001'])
    expect(await handOver(shared)).toEqual(['+2348031000001 Dear Friend', '+2348031000003 Dear Friend'])
    // The number is somebody else's now.
    expect(await handOver(await send({ personIds: [bayo()] }))).toEqual(['+2348031000001 Dear Bayo'])
  })

  test('and erased, though merged with somebody before: each number they had', async () => {
    const id = await toBoth()
    await app.call(mergePeople, { body: { keepId: bayo(), mergeIds: [ada()], take: {} } }, as())
    await later([bayo()])
    await erase([bayo()])
    expect(await handOver(id)).toEqual([])
  })

  test('and erased alone, as a part of whoever was kept, gets it', async () => {
    const id = await toBoth()
    app.clock.advance(60_000)
    await app.call(mergePeople, { body: { keepId: bayo(), mergeIds: [ada()], take: {} } }, as())
    await erase([ada()])
    expect(await handOver(id)).toHaveLength(2)
  })

  test.each([false, true])('is not written to when what failed is sent again; erased: %s', async (isErased) => {
    const id = await toBoth()
    await work(id, toldGateway(all('failed')))
    await later([ada()])
    if (isErased) await erase([ada()])
    const { body } = await app.call(resendSms, { params: { id }, body: {} }, as())
    expect(await handOver(body.id)).toEqual(['+2348031000002 Dear Bayo'])
  })
})

test('a number that was typed for somebody who is archived already is written to, erased or not', async () => {
  await archive([ada()])
  app.clock.advance(60_000)
  const id = await send({ numbers: '08031000001' })
  const other = await send({ numbers: '08031000001' })
  expect(await handOver(id)).toEqual(['+2348031000001 Dear Friend'])
  await erase([ada()])
  expect(await handOver(other)).toEqual(['+2348031000001 Dear Friend'])
})

test.each([false, true])(
  'who is archived after an email was taken on is skipped with the reason; erased: %s',
  async (isErased) => {
    const { body } = await app.call(
      emails.sendEmail,
      { body: { subject: 'Hello', message: '<p>Dear #name#</p>', ToContacts: [ada(), bayo()].join(',') } },
      as(),
    )
    const id = body.sentMessageDTO?.id ?? ''
    await later([ada()])
    if (isErased) await erase([ada()])
    const gateway = toldGateway(all('accepted'))
    await work(id, gateway)
    expect(gateway.messages.map(({ permit }) => permit.address)).toEqual(['bayo@one.example'])
    const { items } = (await app.call(emails.listEmailRecipients, { params: { id }, query: {} }, as())).body
    expect(items.filter(({ state }) => state === 'skipped')).toMatchObject([{ reason: 'archived' }])
    expect((await app.call(emails.readSentEmail, { params: { id } }, as())).body.counts.skipped).toBe(1)
  },
)

test.each([false, true])(
  'who is archived after a push was taken on is skipped with the reason; erased: %s',
  async (isErased) => {
    const family = await buildFamily(app, church)
    await buildDevice(app, family.token)
    await buildStaffDevice(app, church.admin.token)
    const written = {
      title: 'Carols',
      message: 'At six.',
      category: 'events',
      destination: { allContacts: true },
    } as const
    const { body } = await app.call(push.sendPush, { body: written }, as())
    expect(body.recipients).toBe(2)
    await later([family.parentId])
    if (isErased) await erase([family.parentId])
    const gateway = toldGateway(all('accepted'))
    await work(body.id, gateway)
    expect(gateway.messages).toHaveLength(1)
    const { items } = (await app.call(push.listPushRecipients, { params: { id: body.id }, query: {} }, as())).body
    expect(items.filter(({ state }) => state === 'skipped')).toMatchObject([{ reason: 'archived' }])
  },
)
