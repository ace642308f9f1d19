import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readNewConvert as readConvertCall } from '#contract/followup/existing-person.ts'
import { editFirstTimer, readFirstTimer, updateNewConvert } from '#contract/followup/existing-person.ts'
import { deleteOnePerson, deletePeople } from '#contract/followup/first-timer-lists.ts'
import { addNewcomer, listNewcomers, readNewcomer, removeNewcomer } from '#contract/followup/people.ts'
import { changeFollowupSettings } from '#contract/followup/settings.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import { buildEvent } from '../../test-kit/build-event.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let efua: Colleague
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
beforeEach(async () => {
  church = await app.buildChurch({ people: [{ firstName: 'Musa', phone: '+2348035550201' }] })
  efua = await addColleague(app, church, { firstName: 'Efua', lastName: 'Mensah' })
})
afterAll(() => app.stop())

const enter = async (more: object = {}) => (await app.call(addNewcomer, { body: { ...guest, ...more } }, efua)).body
const add = async (more: object = {}) => (await enter(more)).id
type Edit = Parameters<typeof app.call<typeof editFirstTimer>>[1]['body']
const edit = (personId: string, more: Edit = {}) =>
  app.call(editFirstTimer, { body: { personId, firstName: 'Hauwa', lastName: 'Bello', ...more } }, efua)
const readShape = async (id: string) => (await app.call(readFirstTimer, { params: { id } }, efua)).body
const listed = async () => (await app.call(listNewcomers, { query: {} }, efua)).body.items.map(({ id }) => id)

describe('a number that is known', () => {
  test('of a member makes nobody a newcomer', async () => {
    expect(await enter({ phone: '0803 555 0201' })).toEqual({ id: church.personIds[0], known: true })
    expect(await listed()).toEqual([])
  })

  test('of somebody who is archived is no known number', async () => {
    const id = await add({ phone: '08035550202' })
    await app.call(removeNewcomer, { params: { id } }, efua)
    expect(await enter({ phone: '08035550202' })).toMatchObject({ known: false })
  })

  test('of several people is that of who is followed up', async () => {
    const id = await add()
    expect((await edit(id, { phoneNumber: '08035550201' })).status).toBe(200)
    expect(await enter({ phone: '08035550201' })).toEqual({ id, known: true })
  })

  test('is refused by its field when it is none', async () => {
    const { status, body } = await app.call(addNewcomer, { body: { ...guest, phone: '123' } }, efua)
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['phone']])
    const refused = await edit(await add(), { phoneNumber: '123' })
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['phone']])
  })
})

describe('an edit', () => {
  const known = { birthday: 5, birthMonth: 3, birthYear: 1990, genderId: 2, maritalStatusId: 2 }

  test('writes what was sent, leaves what was not, and takes away what was sent empty', async () => {
    const id = await add({ email: 'hauwa@guests.example', phone: '08035550203', address: '1 Broad Street' })
    await edit(id, { ...known, interestedInJoining: 1, wantsToBeVisited: 2, communicationMeans: 3 })
    const before = await readShape(id)
    expect(before).toMatchObject({ ...known, email: 'hauwa@guests.example', phoneNumber: '+2348035550203' })
    expect(before).toMatchObject({ interestedInJoining: 1, wantsToBeVisited: 2, communicationMeans: 3 })
    await edit(id)
    expect(await readShape(id)).toEqual(before)
    await edit(id, {
      email: '',
      phoneNumber: null,
      address: '',
      genderId: null,
      maritalStatusId: 0,
      birthday: 'Day',
      birthMonth: 0,
    })
    expect(await readShape(id)).toMatchObject({
      email: null,
      phoneNumber: null,
      address: null,
      genderId: null,
      maritalStatusId: null,
      birthday: null,
      birthMonth: null,
      birthYear: null,
    })
    await edit(id, { interestedInJoining: null, communicationMeans: null })
    expect(await readShape(id)).toMatchObject({
      interestedInJoining: null,
      wantsToBeVisited: 2,
      communicationMeans: null,
    })
  })

  test.each(['interestedInJoining', 'wantsToBeVisited', 'communicationMeans'] as const)(
    'with an answer of %s that is none of the four is refused as a whole',
    async (field) => {
      const id = await add({ address: '1 Broad Street' })
      const { status, body } = await edit(id, { address: 'Elsewhere', [field]: 4 })
      expect([status, body.code]).toEqual([400, 'invalid_input'])
      expect(await readShape(id)).toMatchObject({ address: '1 Broad Street', [field]: null })
    },
  )

  test('keeps a source that was retired since, and takes no other retired or unknown one', async () => {
    const [own, other] = [await add({ sourceId: 4 }), await add({ sourceId: 1 })]
    const sources = [{ id: 1, name: 'Website' }]
    await app.call(changeFollowupSettings, { body: { sources } }, { token: church.admin.token })
    expect((await edit(own, { howDidYouAboutUsId: 4 })).status).toBe(200)
    expect((await edit(other, { howDidYouAboutUsId: 4 })).body.code).toBe('retired')
    expect((await edit(other, { howDidYouAboutUsId: 99 })).body.code).toBe('not_found')
    expect((await edit(own, { howDidYouAboutUsId: null })).status).toBe(200)
    expect((await edit(own, { howDidYouAboutUsId: 4 })).body.code).toBe('retired')
  })

  test('names an event of the church, or none', async () => {
    const id = await add()
    const event = await buildEvent(app, church)
    expect((await edit(id, { activityID: id })).body.code).toBe('not_found')
    await edit(id, { activityID: event.id })
    await edit(id)
    expect((await readShape(id)).activityID).toBe(event.id)
    await edit(id, { activityID: '' })
    expect((await readShape(id)).activityID).toBeNull()
  })

  test('is something that was done about them, so that the owner has the whole time again', async () => {
    const id = await add({ ownerId: efua.accountId })
    const touched = async () =>
      (await app.look('select touched_at from newcomer where person_id = $1', [id]))[0]?.['touched_at'] as Date
    const before = await touched()
    app.clock.advance(60_000)
    await edit(id)
    expect((await touched()).getTime()).toBeGreaterThanOrEqual(before.getTime() + 60_000)
  })

  test('of a new convert names them by the other id as well, and is read in a shape of its own', async () => {
    const id = await add({ kind: 'new_convert', ownerId: efua.accountId })
    const body = { firstTimerId: id, firstName: 'Musa', lastName: 'Eze', address: '2 Broad Street', ...known }
    expect((await app.call(updateNewConvert, { body }, efua)).body).toEqual({ response: 'Saved', id })
    expect((await app.call(readConvertCall, { params: { id } }, efua)).body).toMatchObject({
      firstName: 'Musa',
      homeAddress: '2 Broad Street',
      genderID: 2,
      maritalStatusID: 2,
      newConvertCycleStageID: 6,
      dayOfBirth: 5,
      monthOfBirth: 3,
      yearOfBirth: 1990,
      followupPersonName: 'Efua Mensah',
    })
    expect((await app.call(updateNewConvert, { body: { firstName: 'Musa' } }, efua)).body.code).toBe('not_found')
  })

  test('changes nobody who is archived, and no member whom nobody follows up', async () => {
    const id = await add()
    await app.call(removeNewcomer, { params: { id } }, efua)
    expect((await edit(id)).body.code).toBe('archived')
    const body = { personId: church.personIds[0] ?? '', firstName: 'Musa', lastName: 'Eze' }
    const reply = await app.call(editFirstTimer, { body }, { token: church.admin.token })
    expect(reply.body.code).toBe('not_found')
  })
})

describe('archiving', () => {
  test('of several people archives nobody when a member is among them and the caller may only follow up', async () => {
    const ids = [await add(), church.personIds[0] ?? '']
    const refused = await app.call(deletePeople, { body: ids }, efua)
    expect(refused.body.code).toBe('not_allowed')
    expect(await listed()).toEqual([ids[0]])
    const { body } = await app.call(deletePeople, { body: ids }, { token: church.admin.token })
    expect(body.deleted).toBe(2)
    expect(await listed()).toEqual([])
  })

  test('of somebody who is archived already finds nobody', async () => {
    const id = await add()
    const remove = () => app.call(deleteOnePerson, { params: { id } }, efua)
    expect([(await remove()).status, (await remove()).body.code]).toEqual([200, 'not_found'])
    const again = await app.call(removeNewcomer, { params: { id } }, efua)
    expect(again.body.code).toBe('not_found')
    expect((await app.call(readNewcomer, { params: { id } }, efua)).status).toBe(200)
  })
})
