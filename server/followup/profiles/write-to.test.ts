import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { quoteWrittenSms, sendEmail, sendSms } from '#contract/followup/existing-clients.ts'
import { addNewcomer, readNewcomer, removeNewcomer } from '#contract/followup/people.ts'
import { optOut } from '../../people/index.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { mailsTo } from '../../test-kit/inbox.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { sendWrittenMail } from './write-to.ts'

let app: TestApp
let church: Church
let efua: Colleague
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  app.clock.advance(Date.parse('2031-05-14T09:10:00Z') - app.clock.now().getTime())
  church = await app.buildChurch({ units: 2 })
  efua = await addColleague(app, church, { firstName: 'Efua', lastName: 'Mensah' })
})
afterAll(() => app.stop())

const add = async (more: object = {}) =>
  (await app.call(addNewcomer, { body: { ...guest, joinedOn: '2031-05-13', ...more } }, efua)).body.id
const read = async (id: string) => (await app.call(readNewcomer, { params: { id } }, efua)).body
const mail = (id: string, subject = 'Welcome', message = 'We are glad.\n\nSee you') =>
  app.call(sendEmail, { params: { id }, body: { subject, message } }, efua)
const text = (id: string, message = 'Welcome', subject = '') =>
  app.call(sendSms, { params: { id }, body: { subject, message } }, efua)
/** They said themselves that they want no more, or the desk noted it of bulk messages. */
const refuse = (channel: 'sms' | 'email', address: string, source: 'link' | 'reply' | 'desk') =>
  app.server.context.database.withTenant(church.tenantId, (tx) =>
    optOut(tx, church.tenantId, { channel, address, source, at: app.clock.now() }),
  )
const units = async () =>
  (
    await app.call(
      quoteWrittenSms,
      { params: { id: await add({ phone: '08035550231' }) }, body: { message: '' } },
      efua,
    )
  ).body.available
/** What the job does that stands behind the newest message. */
const deliver = async (id: string) => {
  const entryId = (await read(id)).log.findLast(({ kind }) => kind === 'message')?.id ?? ''
  await sendWrittenMail(app.server.context, { tenantId: church.tenantId, entryId })
}

describe('an email', () => {
  test('stands in the log with its subject, counts as an activity, and does not stop the first-contact clock', async () => {
    const id = await add({ email: 'one@guests.example' })
    expect((await mail(id)).body).toEqual({ response: 'Sent' })
    expect((await read(id)).log.at(-1)).toMatchObject({
      kind: 'message',
      channel: 'email',
      text: 'Welcome\n\nWe are glad.\n\nSee you',
      byName: 'Efua Mensah',
    })
    expect(await read(id)).toMatchObject({ contactedAfterHours: null, stageId: 1 })
    expect(await app.look('select activities from newcomer where person_id = $1', [id])).toEqual([{ activities: 1 }])
  })

  test('goes to the address of the person, and names who wrote it and the church', async () => {
    const id = await add({ email: 'two@guests.example' })
    await mail(id, 'Welcome\tback')
    await deliver(id)
    const [sent, ...others] = await mailsTo(app.sandboxUrl, 'two@guests.example')
    expect([sent?.subject, others]).toEqual(['Welcome back', []])
    for (const part of ['We are glad.', 'See you', 'Efua Mensah, Grace Chapel']) expect(sent?.text).toContain(part)
  })

  test('is refused without an address and to whoever said by a link that they want no more, not by a note of the desk', async () => {
    expect((await mail(await add())).body.code).toBe('no_recipients')
    const id = await add({ email: 'three@guests.example' })
    await refuse('email', 'three@guests.example', 'link')
    expect((await mail(id)).body.code).toBe('stopped')
    expect((await read(id)).log.map(({ kind }) => kind)).toEqual(['entered'])
    const noted = await add({ email: 'six@guests.example' })
    await refuse('email', 'six@guests.example', 'desk')
    expect((await mail(noted)).status).toBe(200)
  })

  test('that waits does not go to whoever wants no more since, or was archived since', async () => {
    const [refusing, archived] = [
      await add({ email: 'four@guests.example' }),
      await add({ email: 'five@guests.example' }),
    ]
    for (const id of [refusing, archived]) await mail(id)
    await refuse('email', 'four@guests.example', 'link')
    await app.call(removeNewcomer, { params: { id: archived } }, efua)
    for (const id of [refusing, archived]) await deliver(id)
    expect(await mailsTo(app.sandboxUrl, 'four@guests.example')).toEqual([])
    expect(await mailsTo(app.sandboxUrl, 'five@guests.example')).toEqual([])
  })
})

describe('an SMS', () => {
  test('is refused without a number, and to whoever answered that they want no more', async () => {
    expect((await text(await add())).body).toMatchObject({ status: false, code: 'no_recipients', unitsUsed: 0 })
    const id = await add({ phone: '08035550232' })
    await refuse('sms', '+2348035550232', 'reply')
    expect((await text(id)).body.code).toBe('stopped')
    expect((await read(id)).log.map(({ kind }) => kind)).toEqual(['entered'])
    expect(await units()).toBe(2)
  })

  test('that costs more than there is takes nothing and leaves no line in the log', async () => {
    const id = await add({ phone: '08035550233' })
    const three = 'A'.repeat(320)
    expect((await text(id, three)).body).toMatchObject({ status: false, code: 'not_enough_units', unitsUsed: 0 })
    expect(await units()).toBe(2)
    expect((await read(id)).log.map(({ kind }) => kind)).toEqual(['entered'])
    expect((await text(id)).body).toMatchObject({ status: true, unitsUsed: 1 })
    expect((await read(id)).log.at(-1)).toMatchObject({ kind: 'message', channel: 'sms', text: 'Welcome' })
    expect(await units()).toBe(1)
  })

  test('leaves under the church’s own sender ID when another one was asked for, and not at all without one', async () => {
    const id = await add({ phone: '08035550235' })
    expect((await text(id, 'Welcome', 'OTHERCHURCH')).body).toMatchObject({ status: true, unitsUsed: 1 })
    const sent = await app.look('select sender from campaign where tenant_id = $1', [church.tenantId])
    expect(new Set(sent.map(({ sender }) => sender))).toEqual(new Set([church.sender]))
    const other = await app.buildChurch({ units: 2, sender: null })
    const as = { token: other.admin.token }
    const { body } = await app.call(addNewcomer, { body: { ...guest, phone: '08035550235' } }, as)
    const params = { id: body.id }
    const reply = await app.call(sendSms, { params, body: { subject: 'OTHERCHURCH', message: 'Welcome' } }, as)
    expect(reply.body).toMatchObject({ status: false, code: 'sender_not_approved' })
  })

  test('is neither quoted nor sent to somebody who is archived', async () => {
    const id = await add({ phone: '08035550234' })
    await app.call(removeNewcomer, { params: { id } }, efua)
    const quoted = await app.call(quoteWrittenSms, { params: { id }, body: { message: 'Welcome' } }, efua)
    expect([quoted.body.code, (await text(id)).body.code]).toEqual(['archived', 'archived'])
  })
})
