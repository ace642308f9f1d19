import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploadContactFile } from '#contract/messaging/contact-files.ts'
import * as calls from '#contract/messaging/drafts.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { addGroup } from '#contract/people/groups.ts'
import { addColleague } from '#server/test-kit/add-colleague.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'
import { forgetContacts } from '../contacts/index.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const DAY_MS = 86_400_000
const as = (church: Church) => ({ token: church.admin.token })
const text = (message: string) => ({ senderId: 'GRACECHAPEL', message })

type Save = { id?: string; version?: number; message?: string; destination?: object }
const save = (church: Pick<Church, 'admin'>, { id = randomUUID(), version = 0, ...write }: Save = {}) =>
  app.call(
    calls.saveDraft,
    {
      params: { id },
      body: {
        channel: 'sms',
        version,
        content: text(write.message ?? 'Welcome home'),
        destination: write.destination ?? { allContacts: true },
      },
    },
    { token: church.admin.token },
  )
const read = (church: Church, id: string) => app.call(calls.readDraft, { params: { id } }, as(church))
const list = (church: Church, query: object = {}) => app.call(calls.listDrafts, { query }, as(church))
const messagesOf = async (church: Church, query: object = {}) =>
  (await list(church, query)).body.items.map(({ content }) => content.message)
const send = (church: Church, id: string, version: number, headers = {}) =>
  app.call(calls.sendDraft, { params: { id }, body: { version } }, { ...as(church), headers })

describe('a draft', () => {
  test('is kept whole, told of in words, and found again by search, newest first', async () => {
    const church = await app.buildChurch({ people: [{ phone: '+2348031234567' }] })
    const destination = { personIds: church.personIds, phoneNumbers: '08031230000, 08031230001' }
    const first = await save(church, { message: 'Choir at 5 PM', destination })
    expect(first.body).toMatchObject({ state: 'draft', version: 1, createdBy: 'Ada Admin', goesAt: null })
    app.clock.advance(1_000)
    const second = await save(church, { message: 'Ushers at 100%' })
    expect((await read(church, first.body.id)).body).toEqual({ ...first.body, destination })
    expect(first.body.chosen).toMatchObject({ allContacts: false, groups: [], persons: 1, numbers: 2, file: null })
    expect(await messagesOf(church)).toEqual(['Ushers at 100%', 'Choir at 5 PM'])
    expect(await messagesOf(church, { search: '100%' })).toEqual(['Ushers at 100%'])
    expect(await messagesOf(church, { search: 'choir' })).toEqual(['Choir at 5 PM'])
    const page = (await list(church, { limit: 1 })).body
    expect(page).toMatchObject({ total: 2, items: [{ id: second.body.id }] })
    expect(await messagesOf(church, { limit: 1, cursor: page.nextCursor })).toEqual(['Choir at 5 PM'])
  })

  test('that two tabs write is never written over: the later one is told who, when and what', async () => {
    const church = await app.buildChurch()
    const colleague = await addColleague(app, church, { roles: ['Communicator'], firstName: 'Bola', lastName: 'Ade' })
    const { id } = (await save(church, { message: 'One' })).body
    const other = await save({ admin: { ...church.admin, token: colleague.token } }, { id, version: 1, message: 'Two' })
    expect(other.body).toMatchObject({ version: 2, createdBy: 'Ada Admin', changedBy: 'Bola Ade' })
    const mine = await save(church, { id, version: 1, message: 'Three' })
    expect([mine.status, mine.body.code]).toEqual([409, 'changed_meanwhile'])
    const { changedAt } = other.body
    const there = { version: '2', state: 'draft', changedBy: 'Bola Ade', changedAt, message: 'Two' }
    expect(mine.body.fields).toEqual(there)
    expect((await read(church, id)).body.content.message).toBe('Two')
    expect((await save(church, { id, version: 2, message: 'Three' })).body.version).toBe(3)
  })

  test('saved twice by one request is one draft, of one version', async () => {
    const church = await app.buildChurch()
    const id = randomUUID()
    const replies = await Promise.all([1, 2, 3, 4].map(() => save(church, { id })))
    expect(replies.map(({ status, body }) => `${status} ${body.version}`)).toEqual(Array(4).fill('200 1'))
    const later = await Promise.all([1, 2, 3].map(() => save(church, { id, version: 1, message: 'Later' })))
    expect(later.map(({ status, body }) => `${status} ${body.version}`)).toEqual(Array(3).fill('200 2'))
    expect((await list(church)).body.total).toBe(1)
  })

  test('of which two tabs save something else at once is of the one, and the other is told', async () => {
    const church = await app.buildChurch()
    const id = randomUUID()
    const replies = await Promise.all(['One', 'Two', 'Three'].map((message) => save(church, { id, message })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test('is another church’s to nobody: unknown, and its id free', async () => {
    const [own, other] = [await app.buildChurch(), await app.buildChurch()]
    const { id } = (await save(other, { message: 'Theirs' })).body
    expect((await read(own, id)).status).toBe(404)
    expect((await save(own, { id, version: 1 })).status).toBe(404)
    expect((await send(own, id, 1)).status).toBe(404)
    expect((await app.call(calls.deleteDrafts, { body: { ids: [id] } }, as(own))).body).toEqual({ deleted: 0 })
    expect((await save(own, { id, message: 'Ours' })).status).toBe(200)
    expect((await read(other, id)).body.content.message).toBe('Theirs')
    const group = { name: 'Ikeja', category: 'Cell', description: '' }
    const groupIds = [(await app.call(addGroup, { body: group }, as(other))).body.id]
    expect((await save(other, { destination: { groupIds } })).body.chosen.groups).toEqual(['Ikeja'])
    expect((await save(own, { destination: { groupIds } })).body.chosen.groups).toEqual([])
  })

  test('keeps a text that is too long to be sent, and says so when it is sent', async () => {
    const church = await app.buildChurch({ units: 100 })
    const long = await save(church, { message: 'a'.repeat(10_000), destination: { phoneNumbers: '08031234567' } })
    expect(long.status).toBe(200)
    expect((await send(church, long.body.id, 1)).body.code).toBe('invalid_input')
    expect((await save(church, { message: 'a'.repeat(10_001) })).body.code).toBe('invalid_input')
  })

  test('finds no room beside 500 others, until one is deleted; nor beside too many numbers', async () => {
    const church = await app.buildChurch()
    await app.look(
      `insert into draft (tenant_id, id, campaign_id, channel, state, content, destination, chosen, bytes, created_by,
         created_at, changed_by, changed_at)
       select a.tenant_id, gen_random_uuid(), gen_random_uuid(), 'sms', 'draft', '{"message":"","senderId":""}', '{}', '{}', 1000,
         a.id, now(), a.id, now() from account a, generate_series(1, 499) where a.tenant_id = $1`,
      [church.tenantId],
    )
    const replies = await Promise.all(['One', 'Two', 'Three'].map((message) => save(church, { message })))
    expect(replies.map(({ body }) => body.code ?? 'kept').toSorted()).toEqual([
      'kept',
      'too_many_drafts',
      'too_many_drafts',
    ])
    const kept = replies.find(({ status }) => status === 200)?.body.id ?? ''
    expect((await save(church, { id: kept, version: 1, message: 'Still mine' })).status).toBe(200)
    await app.call(calls.deleteDrafts, { body: { ids: [kept] } }, as(church))
    expect((await save(church)).status).toBe(200)
    await app.look('update draft set bytes = 19999900 / 500 where tenant_id = $1', [church.tenantId])
    await app.look('delete from draft where id in (select id from draft where tenant_id = $1 limit 1)', [
      church.tenantId,
    ])
    const numbers = Array.from({ length: 4_000 }, (_, at) => `0803${String(1_000_000 + at)}`).join(',')
    expect((await save(church, { destination: { phoneNumbers: numbers } })).body.code).toBe('too_many_drafts')
  })

  test('keeps its contact file from being forgotten, and lets it go when it is deleted', async () => {
    const church = await app.buildChurch()
    const file = new File(['Name,Phone\nAda,08031234567\n'], 'guests.csv', { type: 'text/csv' })
    const { id: contactFileId } = (await app.call(uploadContactFile, { file }, as(church))).body
    await app.call(uploadContactFile, { file }, as(church))
    const unknown = await save(church, { destination: { contactFileId: randomUUID() } })
    expect(unknown.body.fields).toEqual({ 'destination.contactFileId': expect.any(String) })
    const { body } = await save(church, { destination: { contactFileId } })
    expect(body.chosen.file).toBe('guests.csv')
    const old = 'update contact_file set uploaded_at = $2 where tenant_id = $1'
    await app.look(old, [church.tenantId, new Date(app.clock.now().getTime() - 31 * DAY_MS)])
    const files = async () =>
      (await app.look('select id from contact_file where tenant_id = $1', [church.tenantId])).map(({ id }) => id)
    await forgetContacts(app.server.context)
    expect(await files()).toEqual([contactFileId])
    await app.call(calls.deleteDrafts, { body: { ids: [body.id] } }, as(church))
    await forgetContacts(app.server.context)
    expect(await files()).toEqual([])
  })
})

describe('sent now', () => {
  test('it goes once, however often and from how many tabs it is asked', async () => {
    const church = await app.buildChurch({ units: 10 })
    const { id } = (await save(church, { destination: { phoneNumbers: '08031234567' } })).body
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => send(church, id, 1)))
    expect(replies.map(({ body }) => body.code ?? body.status).toSorted()).toEqual([
      ...Array(4).fill('already_sent'),
      true,
    ])
    const campaigns = await app.look('select id, units_held::int from campaign where tenant_id = $1', [church.tenantId])
    expect(campaigns).toEqual([{ id: (await read(church, id)).body.campaignId, units_held: 1 }])
    expect((await read(church, id)).body).toMatchObject({ state: 'sent', destination: {} })
    const late = await save(church, { id, version: 1, message: 'Too late' })
    expect(late.body).toMatchObject({ code: 'changed_meanwhile', fields: { state: 'sent' } })
    expect(await messagesOf(church, { list: 'schedules' })).toEqual([])
  })

  test('with the same key it answers the same; a refusal is read by a person and leaves the draft', async () => {
    const church = await app.buildChurch({ units: 0 })
    const { id } = (await save(church, { destination: { phoneNumbers: '08031234567' } })).body
    expect((await send(church, id, 1)).body).toMatchObject({ status: false, code: 'not_enough_units' })
    expect((await send(church, id, 2)).body.code).toBe('changed_meanwhile')
    expect((await read(church, id)).body).toMatchObject({ state: 'draft', version: 1 })
    await app.look(`update unit_account set balance = 5 where tenant_id = $1 and account = 'available'`, [
      church.tenantId,
    ])
    const headers = { 'idempotency-key': 'one press' }
    const [first, again] = [await send(church, id, 1, headers), await send(church, id, 1, headers)]
    expect(first.body).toMatchObject({ status: true, unitsUsed: 1 })
    expect(again.body).toEqual(first.body)
  })

  test('a sent message is duplicated into one draft, whatever the times it is asked', async () => {
    const church = await app.buildChurch({ units: 10 })
    const body = { subject: church.sender, message: 'Dear #name#', toOthers: '08031234567' }
    const campaignId = (await app.call(sendSms, { body }, as(church))).body.sentMessageDTO?.id ?? ''
    const id = randomUUID()
    const asked = { body: { id, campaignId } }
    const [first, again] = [
      await app.call(calls.duplicateSent, asked, as(church)),
      await app.call(calls.duplicateSent, asked, as(church)),
    ]
    expect(first.body).toMatchObject({
      state: 'draft',
      content: { senderId: church.sender, message: 'Dear #name#' },
      destination: { phoneNumbers: '08031234567' },
      goesAt: null,
    })
    expect(again.body).toEqual(first.body)
    const other = await app.buildChurch()
    expect((await app.call(calls.duplicateSent, asked, as(other))).status).toBe(404)
  })
})

describe('a template', () => {
  const template = (
    church: Church,
    title: string,
    more: { id?: string; version?: number; isBirthday?: boolean } = {},
  ) => {
    const { id = randomUUID(), version = 0, isBirthday = false } = more
    const body = { channel: 'sms' as const, content: text(`${title} text`), title, version, isBirthday }
    return app.call(calls.saveTemplate, { params: { id }, body }, as(church))
  }

  test('has a name of its own in the church, and is changed by the version one has', async () => {
    const church = await app.buildChurch()
    const { id } = (await template(church, 'Welcome')).body
    const others = await Promise.all(['WELCOME', 'Choir', 'choir'].map((title) => template(church, title)))
    expect(others.map(({ body }) => body.code ?? 'kept').toSorted()).toEqual(['kept', 'name_taken', 'name_taken'])
    expect((await template(church, 'First visit', { id, version: 1 })).body).toMatchObject({ version: 2 })
    expect((await template(church, 'Guests', { id, version: 1 })).body.code).toBe('changed_meanwhile')
    expect((await list(church, { list: 'templates' })).body.total).toBe(2)
    expect(await messagesOf(church, { list: 'drafts' })).toEqual([])
    expect((await send(church, id, 2)).status).toBe(404)
  })

  test('is the birthday message when it is marked last, and the one before stays a template', async () => {
    const church = await app.buildChurch()
    const marked = await Promise.all(['A', 'B', 'C'].map((title) => template(church, title, { isBirthday: true })))
    expect(marked.map(({ status }) => status)).toEqual([200, 200, 200])
    const { items } = (await list(church, { list: 'templates' })).body
    expect(items.filter(({ isBirthday }) => isBirthday)).toHaveLength(1)
    expect(items).toHaveLength(3)
  })
})

test('existing clients keep, list, read and delete drafts and the birthday message', async () => {
  const church = await app.buildChurch()
  const post = (body: string, isDefaultBirthDayMessage: boolean) =>
    app.call(calls.postSmsDraft, { body: { body, isDefaultBirthDayMessage } }, as(church))
  const draft = (await post('Come on Sunday', false)).body
  app.clock.advance(1_000)
  const old = (await post('Happy birthday', true)).body
  app.clock.advance(1_000)
  const birthday = (await post('Happy birthday, #name#', true)).body
  expect(birthday).toMatchObject({ body: 'Happy birthday, #name#', isDefaultBirthDayMessage: true })
  const listed = (await app.call(calls.getSmsDrafts, {}, as(church))).body
  expect(listed.map(({ id, body }) => [id, body])).toEqual([
    [birthday.id, 'Happy birthday, #name#'],
    [old.id, 'Happy birthday'],
    [draft.id, 'Come on Sunday'],
  ])
  expect((await app.call(calls.getSmsDraftById, { query: { id: draft.id } }, as(church))).body).toEqual(listed[2])
  const standard = (id: string) => app.call(calls.getDefaultMessage, { params: { id } }, as(church))
  expect((await standard(birthday.id)).body.returnObject.message).toBe('Happy birthday, #name#')
  expect((await standard(draft.id)).status).toBe(404)
  const remove = (ids: string) => app.call(calls.deleteSmsDraft, { query: { SMSDraftIdList: ids } }, as(church))
  expect((await remove(`${draft.id},${old.id}`)).body.deleted).toBe(true)
  expect((await remove(draft.id)).body.deleted).toBe(false)
  expect((await remove('x')).body.code).toBe('invalid_input')
  expect((await app.call(calls.getSmsDrafts, {}, as(church))).body).toHaveLength(1)
})
