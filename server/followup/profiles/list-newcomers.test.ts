import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contactsToFollow, convertToMember, updateLifeCycle } from '#contract/followup/existing-clients.ts'
import { filterFirstTimers, getAllFirstTimers, getHowYouHeardAboutUs } from '#contract/followup/first-timer-lists.ts'
import { addNewcomer, listNewcomers, logContact, removeNewcomer } from '#contract/followup/people.ts'
import { changeFollowupSettings } from '#contract/followup/settings.ts'
import { addColleague } from '../../test-kit/add-colleague.ts'
import type { Church, ChurchPlan } from '../../test-kit/build-church.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
beforeEach(() => openChurch())
afterAll(() => app.stop())

async function openChurch(plan: ChurchPlan = {}): Promise<void> {
  church = await app.buildChurch(plan)
}
const as = () => ({ token: church.admin.token })
const add = async (firstName: string, more: object = {}) => {
  app.clock.advance(1_000)
  return (await app.call(addNewcomer, { body: { ...guest, firstName, ...more } }, as())).body.id
}
type Query = Parameters<typeof app.call<typeof listNewcomers>>[1]['query']
const list = async (query: Query = {}) => (await app.call(listNewcomers, { query }, as())).body
const names = async (query: Query = {}) => (await list(query)).items.map(({ firstName }) => firstName)

describe('the list of newcomers', () => {
  test('has the latest first, of both kinds, and neither members nor archived ones', async () => {
    await add('First')
    await add('Second', { kind: 'new_convert' })
    const [member, gone] = [await add('Member'), await add('Gone')]
    await app.call(convertToMember, { query: { personId: member } }, as())
    await app.call(removeNewcomer, { params: { id: gone } }, as())
    const { items, total } = await list()
    expect([total, items.map(({ firstName, memberType, stage }) => [firstName, memberType, stage])]).toEqual([
      2,
      [
        ['Second', 1, 'Decision'],
        ['First', 0, 'First visit'],
      ],
    ])
    const { body } = await app.call(contactsToFollow, {}, as())
    expect(body.people.map(({ firstName }) => firstName)).toEqual(['Second', 'First'])
  })

  test('pages of people who were entered at one instant meet without a gap', async () => {
    const people = Array.from({ length: 5 }, (_, place) => ({
      firstName: `Guest ${place}`,
      kind: 'first_timer' as const,
    }))
    await openChurch({ people })
    const found: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list({ limit: 2, cursor })
      expect(page.total).toBe(5)
      found.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(found.toSorted()).toEqual(church.personIds.toSorted())
    const { body } = await app.call(listNewcomers, { query: { cursor: 'bm9uZQ' } }, as())
    expect(body.code).toBe('invalid_cursor')
  })

  test('is narrowed to whoever an account looks after, or nobody', async () => {
    const efua = await addColleague(app, church)
    await add('Owned', { ownerId: efua.accountId })
    await add('Pool')
    expect(await names({ owner: efua.accountId })).toEqual(['Owned'])
    expect(await names({ owner: 'none' })).toEqual(['Pool'])
    expect(await list({ owner: efua.accountId, search: 'pool' })).toMatchObject({ total: 0, items: [] })
  })

  test('is searched by words that begin a name, all of which have to fit, without regard to marks', async () => {
    await add('Ngọzi', { lastName: 'Adébáyọ̀' })
    await add('Ngozi', { lastName: 'Eze' })
    const [marked, plain] = ['Ngọzi', 'Ngozi']
    expect(await names({ search: 'ngozi' })).toEqual([plain, marked])
    expect(await names({ search: 'adeba ngo' })).toEqual([marked])
    expect(await names({ search: 'ngozi bayo' })).toEqual([])
  })
})

describe('first-timers as existing clients list them', () => {
  const page = async (query: { page?: number } = {}) =>
    (await app.call(getAllFirstTimers, { query }, as())).body.response
  const filter = async (query: { firstname?: string; phone_number?: string; lifecycle?: string; page?: number }) =>
    (await app.call(filterFirstTimers, { query }, as())).body.map(({ firstName }) => firstName)

  test('are fifty a page, the latest visit first, and both 0 and 1 are the first page', async () => {
    const day = (place: number): string =>
      `2030-0${1 + Math.floor(place / 28)}-${String(1 + (place % 28)).padStart(2, '0')}`
    const people = Array.from({ length: 52 }, (_, place) => {
      return { firstName: `Guest ${place}`, kind: 'first_timer' as const, joinedOn: day(place) }
    })
    await openChurch({ people })
    const [first, same, second, third] = [
      await page({ page: 1 }),
      await page(),
      await page({ page: 2 }),
      await page({ page: 3 }),
    ]
    expect([first.data.length, second.data.length, third.data.length, third.totalItems]).toEqual([50, 2, 0, 52])
    expect(same).toEqual(first)
    expect(await page({ page: 0 })).toEqual(first)
    expect([first.data[0]?.date, second.data.at(-1)?.date]).toEqual([day(51), day(0)])
    expect(await filter({ firstname: 'guest', page: 2 })).toEqual(['Guest 1', 'Guest 0'])
  })

  test('are told with where they stand, where they stood before, and how often they were contacted', async () => {
    const id = await add('Hauwa', { sourceId: 2, interest: 3, joinedOn: '2024-03-03' })
    const reached = { channel: 'call', outcome: 'reached', text: '', snoozeUntil: null } as const
    await app.call(logContact, { params: { id }, body: reached }, as())
    app.clock.advance(1_000)
    await app.call(updateLifeCycle, { params: { id }, body: { stageID: 4 } }, as())
    await add('Convert', { kind: 'new_convert' })
    expect((await page()).data).toMatchObject([
      {
        id,
        date: '2024-03-03',
        howDidYouAboutUsName: 'Friend',
        interestedInJoining: 'On Transit',
        lifeCycle: 'Connected',
        movement: 'Contacted',
        interactions: 1,
        imageURL: null,
      },
    ])
    expect((await page()).totalItems).toBe(1)
  })

  test('are filtered by part of a name, digits of a number and the name of a stage, all together', async () => {
    const id = await add('Àdé', { lastName: 'Cole', phone: '08035550191' })
    await add('Bola', { lastName: 'Ade', phone: '08035550192' })
    await app.call(updateLifeCycle, { params: { id }, body: { stageID: 2 } }, as())
    expect((await filter({ firstname: 'ade' })).toSorted()).toEqual(['Bola', 'Àdé'])
    expect(await filter({ firstname: 'OLE' })).toEqual(['Àdé'])
    for (const number of ['0803 555 0191', '+234 803-555-0191', '5550191'])
      expect(await filter({ phone_number: number })).toEqual(['Àdé'])
    expect(await filter({ lifecycle: ' contacted ' })).toEqual(['Àdé'])
    expect(await filter({ firstname: 'ade', lifecycle: 'First visit' })).toEqual(['Bola'])
    expect(await filter({ firstname: 'ade', phone_number: '0191', lifecycle: 'First visit' })).toEqual([])
  })

  test('choose from sources that are not retired', async () => {
    const sources = [{ id: 2, name: 'A friend' }, { name: 'Radio' }]
    await app.call(changeFollowupSettings, { body: { sources } }, as())
    const { body } = await app.call(getHowYouHeardAboutUs, {}, as())
    expect(body).toEqual([
      { id: 2, name: 'A friend' },
      { id: 5, name: 'Radio' },
    ])
  })
})
