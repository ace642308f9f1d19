import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAudit } from '#contract/identity/audit.ts'
import { deleteSenderId, requestSenderId, retrieveTenantSenderIds } from '#contract/messaging/sender-ids.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const as = (church: Church) => ({ token: church.admin.token })
const request = (church: Church, mask: string) => app.call(requestSenderId, { body: { mask } }, as(church))
const list = async (church: Church) =>
  (await app.call(retrieveTenantSenderIds, {}, as(church))).body.returnObject.map(({ mask, status }) => [mask, status])
const remove = (church: Church, id: string) => app.call(deleteSenderId, { query: { id } }, as(church))
const decide = (id: string, status: number, reason: string | null = null) =>
  app.look('update sender_id set status = $2, refused_reason = $3 where id = $1', [id, status, reason])
const actsOf = async (church: Church) =>
  (await app.call(listAudit, { query: {} }, as(church))).body.items
    .filter(({ act }) => act.startsWith('sender.'))
    .map(({ act, details }) => [act, details['mask']])

describe('a request', () => {
  test('waits for the operator, stands in the list and in the log, and cannot be sent from before it is approved', async () => {
    const church = await app.buildChurch({ sender: null, units: 10 })
    const { body } = await request(church, ' Imole ')
    expect(body).toEqual({ status: 0, id: expect.any(String), mask: 'Imole' })
    expect(await list(church)).toEqual([['Imole', 0]])
    expect(await actsOf(church)).toEqual([['sender.requested', 'Imole']])
    const send = { subject: 'Imole', message: 'Welcome', toOthers: '08031234567' }
    const refused = await app.call(sendSms, { body: send }, as(church))
    expect(refused.body).toMatchObject({ status: false, code: 'sender_not_approved', unitsUsed: 0 })
    await decide(body.id, 2)
    expect((await app.call(sendSms, { body: send }, as(church))).body.status).toBe(true)
  })

  test('of one that is there answers how it stands, in whatever spelling, and asks nobody again', async () => {
    const church = await app.buildChurch({ sender: null })
    const { id } = (await request(church, 'Imole')).body
    for (const status of [1, 2, 3]) {
      await decide(id, status, status === 3 ? 'Too general.' : null)
      expect((await request(church, 'IMOLE')).body).toEqual({ status, id, mask: 'Imole' })
    }
    expect(await list(church)).toEqual([['Imole', 3]])
    expect(await actsOf(church)).toHaveLength(1)
    const [refused] = (await app.call(retrieveTenantSenderIds, {}, as(church))).body.returnObject
    expect(refused?.refusedReason).toBe('Too general.')
  })

  test.each(['ab', 'TWELVELETTER', 'GRACE 1', 'GRACE-1', 'ÌMỌ́LẸ̀', '', 'A\u0000BC'])(
    'of %j is none: 3 to 11 letters and digits',
    async (mask) => {
      const church = await app.buildChurch({ sender: null })
      const { body } = await request(church, mask)
      expect(body).toMatchObject({ code: 'invalid_input' })
      expect(await list(church)).toEqual([])
    },
  )

  test('may be of the same name in two churches', async () => {
    const [one, other] = [await app.buildChurch({ sender: null }), await app.buildChurch({ sender: null })]
    const [first, second] = [(await request(one, 'IMOLE')).body, (await request(other, 'IMOLE')).body]
    expect([first.status, second.status]).toEqual([0, 0])
    expect(first.id).not.toBe(second.id)
  })
})

describe('at the same moment', () => {
  test('one name in many spellings is one sender ID', async () => {
    const church = await app.buildChurch({ sender: null })
    const spellings = ['imole', 'Imole', 'IMOLE', 'iMOLE', 'imolE']
    const replies = await Promise.all(spellings.map((mask) => request(church, mask)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(await list(church)).toHaveLength(1)
  })

  test('no more than three wait for the operator, until one is decided or deleted', async () => {
    const church = await app.buildChurch({ sender: null })
    const names = ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE']
    const replies = await Promise.all(names.map((mask) => request(church, mask)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 409, 409])
    expect(await list(church)).toHaveLength(3)
    const made = replies.filter(({ status }) => status === 200).map(({ body }) => body.id)
    expect((await request(church, 'SIXTH')).body.code).toBe('senders_waiting')
    await decide(made[0] ?? '', 3, 'Too general.')
    expect((await request(church, 'SIXTH')).status).toBe(200)
    expect((await remove(church, made[1] ?? '')).body).toBe(true)
    expect((await request(church, 'SEVENTH')).status).toBe(200)
  })

  test('a church that asks and deletes without end is stopped for the day, and no other church with it', async () => {
    const church = await app.buildChurch({ sender: null })
    const other = await app.buildChurch({ sender: null })
    for (let asked = 0; asked < 20; asked += 1) {
      const { body } = await request(church, `NAME${asked}`)
      await remove(church, body.id)
    }
    expect((await request(church, 'ONEMORE')).body.code).toBe('too_many_tries')
    expect((await request(other, 'ONEMORE')).status).toBe(200)
  })
})

test('a deleted sender ID is gone, the log says so, and it can be asked for again', async () => {
  const church = await app.buildChurch()
  const [sender] = (await app.call(retrieveTenantSenderIds, {}, as(church))).body.returnObject
  const id = sender?.id ?? ''
  expect((await remove(church, id)).body).toBe(true)
  expect((await remove(church, id)).body).toMatchObject({ code: 'not_found' })
  expect(await list(church)).toEqual([])
  expect(await actsOf(church)).toEqual([['sender.deleted', 'GRACECHAPEL']])
  expect((await request(church, 'GRACECHAPEL')).body.status).toBe(0)
})
