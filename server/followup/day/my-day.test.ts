import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAbsence, readMyDay, setDeputy } from '#contract/followup/day.ts'
import { changeOwner, convertToMember, updateLeadStatus } from '#contract/followup/existing-clients.ts'
import { addNewcomer, logContact, markVisit, removeNewcomer, snoozeNewcomer } from '#contract/followup/people.ts'
import { changeFollowupSettings } from '#contract/followup/settings.ts'
import { createTask, editTask } from '#contract/followup/tasks.ts'
import { optOut } from '../../people/index.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let efua: Colleague
let tunde: Colleague
const goTo = (instant: string) => app.clock.advance(Date.parse(instant) - app.clock.now().getTime())
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
// Wednesday, ten past ten in Lagos.
beforeEach(async () => {
  goTo('2031-05-14T09:10:00Z')
  church = await app.buildChurch()
  efua = await addColleague(app, church, { firstName: 'Efua', lastName: 'Mensah' })
  tunde = await addColleague(app, church, { firstName: 'Tunde', lastName: 'Bello' })
})
afterAll(() => app.stop())

/** Entered so long after the visit that no first-contact clock runs. */
const LONG_AGO = '2031-01-05'
const TODAY = '2031-05-14'
const as = () => ({ token: church.admin.token })
const add = async (firstName: string, owner: Colleague | null = efua, more: object = {}) => {
  const body = { ...guest, firstName, joinedOn: LONG_AGO, ownerId: owner?.accountId ?? null, ...more }
  return (await app.call(addNewcomer, { body }, as())).body.id
}
const task = async (contacts: string, dueDate: string, more: object = {}) =>
  (await app.call(createTask, { body: { instructions: 'Call', contacts, dueDate, ...more } }, as())).body.returnObject
    .id
const day = async (who: { token: string } = efua, whose: 'mine' | 'pool' | 'all' = 'mine') =>
  (await app.call(readMyDay, { query: { whose } }, who)).body
const cards = async (who: { token: string } = efua, whose: 'mine' | 'pool' | 'all' = 'mine') =>
  (await day(who, whose)).cards.map(({ firstName, reason }) => `${firstName} ${reason}`)
const contact = { channel: 'call', outcome: 'no_answer', text: '', snoozeUntil: null } as const
const log = (id: string, more: object = {}, who: { token: string } = efua) =>
  app.call(logContact, { params: { id }, body: { ...contact, ...more } }, who)

describe('a task', () => {
  test('is due until its time and late from then on, until the end of the church’s day', async () => {
    await task(await add('Late'), '2031-05-14T10:00')
    await task(await add('Soon'), '2031-05-14T10:30')
    await task(await add('Tonight'), '2031-05-14T23:59')
    await task(await add('Tomorrow'), '2031-05-15T00:00')
    expect(await cards()).toEqual(['Late overdue', 'Soon due', 'Tonight due'])
    expect((await day()).next).toMatchObject({ name: 'Soon Bello' })
    goTo('2031-05-14T23:10:00Z')
    expect(await cards()).toEqual(['Late overdue', 'Soon overdue', 'Tonight overdue', 'Tomorrow overdue'])
    expect((await day()).next).toBeNull()
  })

  test('stands on the day of whoever does it, and else of whoever looks after the person', async () => {
    await task(await add('Mine'), '2031-05-14T12:00')
    await task(await add('Given', efua), '2031-05-14T12:00', { personID: tunde.accountId })
    await task(await add('Nobody', null), '2031-05-14T12:00')
    expect([await cards(efua), await cards(tunde)]).toEqual([['Mine due'], ['Given due']])
    expect(await cards(efua, 'pool')).toEqual(['Nobody due'])
    expect((await cards(efua, 'all')).toSorted()).toEqual(['Given due', 'Mine due', 'Nobody due'])
  })

  test('that is done is no task of the day, and open ones of everybody are counted', async () => {
    const id = await task(await add('Done'), '2031-05-14T10:00')
    await task(await add('Open', tunde), '2031-06-14')
    expect((await day()).openTasks).toBe(2)
    await app.call(editTask, { params: { id }, body: { status: 2 } }, as())
    expect(await day()).toMatchObject({ cards: [], openTasks: 1, next: null })
  })

  test('of high priority comes before one of low priority that is due sooner, and after what is late', async () => {
    await task(await add('Low'), '2031-05-14T11:00', { priority: 1 })
    await task(await add('High'), '2031-05-14T12:00', { priority: 0 })
    await task(await add('Late'), '2031-05-14T09:00', { priority: 1 })
    expect(await cards()).toEqual(['Late overdue', 'High due', 'Low due'])
  })
})

describe('the list of a day', () => {
  test('has everybody once by the most pressing reason: late, due, returned, untouched', async () => {
    const [untouched, returned] = [await add('Untouched'), await add('Returned')]
    await app.look(`update newcomer set touched_at = '2031-04-01', hand_on_at = '2031-06-01' where person_id = $1`, [
      untouched,
    ])
    app.clock.advance(1_000)
    await app.call(markVisit, { params: { id: returned }, body: { day: TODAY } }, as())
    const fresh = await add('Fresh', efua, { joinedOn: TODAY })
    await task(fresh, '2031-05-14T12:00')
    const late = await add('Late', efua, { joinedOn: TODAY })
    await task(late, '2031-05-14T12:00')
    await task(late, '2031-05-14T09:00')
    expect(await cards()).toEqual(['Late overdue', 'Fresh due', 'Returned returned', 'Untouched untouched'])
  })

  test('is left by whoever is out of the way, paused, a member or archived', async () => {
    const ids = await Promise.all(['Snoozed', 'Paused', 'Member', 'Archived', 'Here'].map((name) => add(name)))
    for (const id of ids) await task(id, '2031-05-14T10:00')
    const [snoozed = '', paused = '', member = '', archived = ''] = ids
    await app.call(snoozeNewcomer, { params: { id: snoozed }, body: { until: '2031-05-14T11:00:00Z' } }, as())
    await app.call(updateLeadStatus, { params: { id: paused }, query: { status: 1 } }, as())
    await app.call(convertToMember, { query: { personId: member } }, as())
    await app.call(removeNewcomer, { params: { id: archived } }, as())
    expect(await cards()).toEqual(['Here overdue'])
    expect((await day()).snoozed).toBe(1)
    goTo('2031-05-14T11:10:00Z')
    expect((await cards()).toSorted()).toEqual(['Here overdue', 'Snoozed overdue'])
    expect((await day()).snoozed).toBe(0)
  })

  test('tells of a return only until somebody does something about it, and only that day', async () => {
    const id = await add('Returned')
    app.clock.advance(1_000)
    await app.call(markVisit, { params: { id }, body: { day: TODAY } }, as())
    await app.call(markVisit, { params: { id: await add('Before') }, body: { day: '2031-05-13' } }, as())
    expect(await cards()).toEqual(['Returned returned'])
    app.clock.advance(1_000)
    await log(id)
    expect(await cards()).toEqual([])
  })

  test('shows a card as untouched when three quarters of the working hours are over', async () => {
    // 36 of 48 hours, eight on each of five days a week: they are over on the Wednesday after.
    const hours = { untouchedHours: 48, workDays: [1, 2, 3, 4, 5], workFrom: 540, workUntil: 1020 }
    await app.call(changeFollowupSettings, { body: { hours } }, as())
    const id = await add('Untouched')
    goTo('2031-05-20T16:10:00Z')
    // The sessions of a week ago are over.
    const ngozi = await addColleague(app, church, { firstName: 'Ngozi' })
    expect(await cards(ngozi, 'all')).toEqual([])
    goTo('2031-05-21T16:10:00Z')
    expect(await cards(ngozi, 'all')).toEqual(['Untouched untouched'])
    await log(id, {}, ngozi)
    expect(await cards(ngozi, 'all')).toEqual([])
  })
})

describe('whoever waits for a first contact', () => {
  test('stands on the day of the owner, and on everybody’s while they belong to nobody', async () => {
    await add('Owned', tunde, { joinedOn: TODAY })
    await add('Pool', null, { joinedOn: TODAY })
    expect([await cards(efua), (await cards(tunde)).toSorted()]).toEqual([['Pool due'], ['Owned due', 'Pool due']])
    expect(await cards(efua, 'pool')).toEqual(['Pool due'])
  })

  test('is late after three days, and waits no longer once they are reached', async () => {
    const id = await add('Hauwa', efua, { joinedOn: '2031-05-11' })
    goTo('2031-05-14T10:50:00Z')
    expect(await cards()).toEqual(['Hauwa due'])
    goTo('2031-05-14T11:01:00Z')
    expect((await day()).cards).toMatchObject([{ reason: 'overdue', waitingHours: 72 }])
    await log(id)
    expect(await cards()).toEqual(['Hauwa overdue'])
    await log(id, { outcome: 'reached' })
    expect(await cards()).toEqual([])
  })

  test('is counted by how long they have waited: under 24 hours, to 36, to 72 and longer, the whole church', async () => {
    // From noon in Lagos of each day: 22, 46 and 70, 94 hours.
    for (const joinedOn of ['2031-05-13', '2031-05-12', '2031-05-11', '2031-05-10'])
      await add(`Since ${joinedOn}`, tunde, { joinedOn })
    const bands = async () => (await day()).firstContact.bands.map(({ people }) => people)
    expect(await bands()).toEqual([1, 0, 2, 1])
    goTo('2031-05-14T11:30:00Z')
    expect(await bands()).toEqual([0, 1, 1, 2])
    expect((await day()).firstContact).toMatchObject({ guests: 4, reached: 0, median: null, ninth: null })
  })

  test('is named, three of a band, those who have waited longest', async () => {
    for (const firstName of ['First', 'Second', 'Third', 'Fourth']) {
      app.clock.advance(1_000)
      await add(firstName, tunde, { joinedOn: TODAY })
    }
    const [band] = (await day()).firstContact.bands
    expect([band?.people, band?.names.map(({ firstName }) => firstName)]).toEqual([4, ['First', 'Second', 'Third']])
  })
})

test('the hours until half and nine of ten were reached count those who still wait as without end', async () => {
  const ids: string[] = []
  for (let place = 0; place < 10; place++) ids.push(await add(`Guest ${place}`, efua, { joinedOn: TODAY }))
  goTo('2031-05-14T11:30:00Z')
  for (const id of ids.slice(0, 5)) await log(id, { outcome: 'reached' })
  const speed = async () => {
    const { guests, reached, median, ninth } = (await day()).firstContact
    return { guests, reached, median: median && Math.floor(median), ninth: ninth && Math.floor(ninth) }
  }
  expect(await speed()).toEqual({ guests: 10, reached: 5, median: 2, ninth: null })
  goTo('2031-05-14T13:30:00Z')
  for (const id of ids.slice(5, 9)) await log(id, { outcome: 'reached' })
  expect(await speed()).toEqual({ guests: 10, reached: 9, median: 2, ninth: 4 })
})

test('a deputy has the people and tasks of the owner on their day as long as the owner is away, the last day included', async () => {
  await app.call(setDeputy, { params: { id: efua.accountId }, body: { deputyId: tunde.accountId } }, as())
  await task(await add('Hauwa'), '2031-05-14T10:00')
  expect(await cards(tunde)).toEqual([])
  const body = { fromDay: '2031-05-12', untilDay: TODAY, deputyId: null }
  await app.call(addAbsence, { params: { id: efua.accountId }, body }, as())
  expect([await cards(tunde), await cards(efua)]).toEqual([['Hauwa overdue'], ['Hauwa overdue']])
  goTo('2031-05-14T22:50:00Z')
  expect(await cards(tunde)).toEqual(['Hauwa overdue'])
  goTo('2031-05-14T23:10:00Z')
  expect(await cards(tunde)).toEqual([])
})

test('what was done today counts each person once, by whom it was done, on the church’s day', async () => {
  const [one, other] = [await add('One'), await add('Other')]
  goTo('2031-05-14T22:30:00Z')
  for (const id of [one, one, other]) await log(id)
  await log(one, {}, tunde)
  expect([(await day(efua)).doneToday, (await day(tunde)).doneToday]).toEqual([2, 1])
  goTo('2031-05-14T23:10:00Z')
  expect((await day(efua)).doneToday).toBe(0)
})

test('a card says who looks after the person, who would take over, the last contact and what they refused', async () => {
  const id = await add('Hauwa', efua, { phone: '08035550181', email: 'hauwa@guests.example' })
  await app.call(setDeputy, { params: { id: efua.accountId }, body: { deputyId: tunde.accountId } }, as())
  await task(id, '2031-05-14T09:30', { type: 87 })
  await log(id, { channel: 'whatsapp', outcome: 'left_message' })
  const refusal = { channel: 'sms', address: '+2348035550181', source: 'desk', at: app.clock.now() } as const
  await app.server.context.database.withTenant(church.tenantId, (tx) => optOut(tx, church.tenantId, refusal))
  const [card] = (await day()).cards
  expect(card).toMatchObject({
    task: { instructions: 'Call', dueAt: '2031-05-14T08:30:00.000Z', type: 87 },
    ownerName: 'Efua Mensah',
    deputyName: 'Tunde Bello',
    last: { byName: 'Efua', channel: 'whatsapp', outcome: 'left_message' },
    waitingHours: null,
    untouchedHours: 0,
    smsRefused: true,
    emailRefused: false,
  })
  await app.call(changeOwner, { params: { id }, body: { ownerID: tunde.accountId } }, as())
  expect([await cards(efua), await cards(tunde)]).toEqual([[], ['Hauwa overdue']])
})
