import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addGroup } from '#contract/people/groups.ts'
import * as calls from '#contract/people/persons.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let church: Church
let id: string
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch({
    people: [{ firstName: 'Ngọzi', lastName: 'Eze', phone: '+2348031234567', email: 'home@mail.example' }],
  })
  id = church.personIds[0] ?? ''
})

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const as = () => ({ token: church.admin.token })
const read = async () => (await app.call(calls.readPerson, { params: { id } }, as())).body
type Edit = Partial<calls.PersonInput> & { groupIds?: string[]; groupsBefore?: string[]; version?: number }

async function edit(change: Edit, personId = id) {
  const { groups, ...person } = await read()
  const body = { ...person, groupsBefore: groups.map((group) => group.id), ...change }
  return app.call(calls.editPerson, { params: { id: personId }, body }, as())
}
const found = async (search: string) =>
  (await app.call(calls.listPeople, { query: { search } }, as())).body.items.map(({ firstName }) => firstName)
const noted = () =>
  app.look(`select act, details from audit_entry where tenant_id = $1 and subject_id = $2 order by id`, [
    church.tenantId,
    id,
  ])
const makeGroup = async (name: string) =>
  (await app.call(addGroup, { body: { name, category: 'Departments', description: '' } }, as())).body.id
const archive = () => app.look('update person set archived_at = now() where id = $1', [id])

test('is found by the new words only, and stands where the new name belongs', async () => {
  const { status, body } = await edit({ firstName: 'Zoé', phone: '0803 999 9990' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ firstName: 'Zoé', phone: '+2348039999990', version: 2 })
  expect([await found('zoe'), await found('ngo'), await found('08031234567')]).toEqual([['Zoé'], [], []])
  expect(await found('home@')).toEqual(['Zoé'])
  expect(await app.look('select distinct sort_name from person_term where person_id = $1', [id])).toEqual([
    { sort_name: 'zoe eze' },
  ])
  expect(await noted()).toEqual([{ act: 'person.changed', details: { fields: ['firstName', 'phone'] } }])
})

test('changes nothing and notes nothing when nothing is different', async () => {
  expect((await edit({ phone: '08031234567' })).body.version).toBe(1)
  expect(await noted()).toEqual([])
})

test('of two edits at once one is told', async () => {
  const replies = await Promise.all([
    edit({ kind: 'first_timer', version: 1 }),
    edit({ kind: 'new_convert', version: 1 }),
  ])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(replies.find(({ status }) => status === 409)?.body.code).toBe('changed_meanwhile')
  expect((await read()).version).toBe(2)
})

test('groups are replaced when they are given and left alone when not', async () => {
  const [choir, ushers, alpha] = [await makeGroup('Choir'), await makeGroup('Ushers'), await makeGroup('Alpha')]
  const names = ({ groups }: calls.PersonDetail) => groups.map(({ name }) => name)
  expect(names((await edit({ groupIds: [choir, ushers] })).body)).toEqual(['Choir', 'Ushers'])
  expect(names((await edit({ groupIds: [ushers, alpha, alpha] })).body)).toEqual(['Alpha', 'Ushers'])
  expect(names((await edit({ lastName: 'Obi' })).body)).toEqual(['Alpha', 'Ushers'])
  expect((await edit({ groupIds: [UNKNOWN] })).body.code).toBe('not_found')
  expect(names((await edit({ groupIds: [] })).body)).toEqual([])
  // Somebody else has put the person into the choir and out of the ushers since.
  expect(names((await edit({ groupIds: [choir, alpha] })).body)).toEqual(['Alpha', 'Choir'])
  const late = await edit({ groupsBefore: [ushers, alpha], groupIds: [ushers] })
  expect(names(late.body)).toEqual(['Choir'])
  const { version } = await read()
  const untold = { ...late.body, groupsBefore: undefined, groupIds: [], version }
  expect((await app.call(calls.editPerson, { params: { id }, body: untold }, as())).body.code).toBe('invalid_input')
  expect((await noted()).map(({ details }) => details)).toContainEqual({ fields: ['groups'] })
})

test('a person of another church is as unknown as nobody', async () => {
  const other = await app.buildChurch({ people: [{}] })
  for (const personId of [UNKNOWN, other.personIds[0] ?? '']) {
    const params = { id: personId }
    const replies = [
      await app.call(calls.readPerson, { params }, as()),
      await edit({}, personId),
      await app.call(calls.removePersonPicture, { params }, as()),
      await app.call(calls.setOptOut, { params, body: { optedOut: true } }, as()),
    ]
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [404, 'not_found']))
  }
})

test('an archived person is read and not changed', async () => {
  await archive()
  expect((await read()).archivedAt).not.toBeNull()
  const params = { id }
  const replies = [
    await edit({ firstName: 'Zoé' }),
    await app.call(calls.removePersonPicture, { params }, as()),
    await app.call(calls.setOptOut, { params, body: { optedOut: true } }, as()),
  ]
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [409, 'archived']))
})

test('the picture is set, replaced and removed, and the one before is gone', async () => {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer()
  const upload = (bytes: Uint8Array<ArrayBuffer>, personId = id) =>
    app.call(
      calls.uploadPersonPicture,
      { params: { id: personId }, file: new File([bytes], 'me.png', { type: 'image/png' }) },
      as(),
    )
  const pictures = () => app.look('select id from picture where tenant_id = $1', [church.tenantId])
  const first = await upload(new Uint8Array(png))
  const second = await upload(new Uint8Array(png))
  expect(second.body.pictureUrl).not.toBe(first.body.pictureUrl)
  expect(await pictures()).toEqual([{ id: second.body.pictureUrl?.split('/').at(-1) }])
  expect((await upload(new Uint8Array([1, 2, 3]))).body.code).toBe('unsupported_image')
  expect((await upload(new Uint8Array(png), UNKNOWN)).body.code).toBe('not_found')
  const removed = await app.call(calls.removePersonPicture, { params: { id } }, as())
  expect(removed.body.pictureUrl).toBeNull()
  expect(await pictures()).toEqual([])
  expect((await noted()).map(({ details }) => details)).toEqual([1, 2, 3].map(() => ({ fields: ['picture'] })))
})

test('the desk notes a refusal for the number, and takes it back', async () => {
  const set = (optedOut: boolean) => app.call(calls.setOptOut, { params: { id }, body: { optedOut } }, as())
  const refusals = () => app.look('select address, source from opt_out where tenant_id = $1', [church.tenantId])
  expect((await set(true)).body.smsOptedOut).toBe(true)
  expect((await set(true)).body.smsOptedOut).toBe(true)
  expect(await refusals()).toEqual([{ address: '+2348031234567', source: 'desk' }])
  expect((await set(false)).body.smsOptedOut).toBe(false)
  expect(await refusals()).toEqual([])
  expect((await noted()).map(({ details }) => details)).toEqual([
    { channel: 'sms', optedOut: true },
    { channel: 'sms', optedOut: false },
  ])
  await edit({ phone: null })
  expect(Object.keys((await set(true)).body.fields ?? {})).toEqual(['phone'])
})

test('people are named by their ids, unknown ones and others’ left out', async () => {
  const other = await app.buildChurch({ people: [{}] })
  const ids = [id, UNKNOWN, other.personIds[0] ?? '']
  const named = await app.call(calls.namePeople, { body: { ids } }, as())
  expect(named.body).toEqual([{ id, name: 'Ngọzi Eze', phone: '+2348031234567' }])
  await archive()
  expect((await app.call(calls.namePeople, { body: { ids } }, as())).body).toEqual([])
})
