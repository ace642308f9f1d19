import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activityLogs, addNote, removeActivity, updateLifeCycle } from '#contract/followup/existing-clients.ts'
import { outcomes } from '#contract/followup/look-ups.ts'
import { addNewcomer, editLogLine, logContact, readNewcomer, snoozeNewcomer } from '#contract/followup/people.ts'
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
  goTo('2031-05-14T09:10:00Z')
  church = await app.buildChurch()
  efua = await addColleague(app, church, { firstName: 'Efua', lastName: 'Mensah' })
  tunde = await addColleague(app, church, { firstName: 'Tunde', lastName: 'Bello' })
})
afterAll(() => app.stop())

const TODAY = '2031-05-14'
const add = async (joinedOn = TODAY) => (await app.call(addNewcomer, { body: { ...guest, joinedOn } }, efua)).body.id
const read = async (id: string, who = efua) => (await app.call(readNewcomer, { params: { id } }, who)).body
type Contact = Parameters<typeof app.call<typeof logContact>>[1]['body']
const log = async (id: string, contact: Partial<Contact> = {}, who = efua) => {
  app.clock.advance(1_000)
  const body: Contact = { channel: 'call', outcome: 'reached', text: '', snoozeUntil: null, ...contact }
  return (await app.call(logContact, { params: { id }, body }, who)).body.id ?? ''
}
const note = async (id: string, isPrivate: boolean, who = efua) => {
  app.clock.advance(1_000)
  return (await app.call(addNote, { params: { id }, body: { note: 'Mother died', isPrivate } }, who)).body.id
}
const mend = (id: string, body: { text: string; isPrivate?: boolean }, who = efua) =>
  app.call(editLogLine, { params: { id }, body }, who)
const takeBack = (id: string, who = efua) => app.call(removeActivity, { params: { id } }, who)

describe('the first-contact clock', () => {
  test('is stopped by nobody whom a call did not reach, and by no contact without an outcome', async () => {
    const id = await add()
    for (const outcome of [...outcomes.filter((each) => each !== 'reached'), null]) await log(id, { outcome })
    expect(await read(id)).toMatchObject({ stageId: 1, contactedAfterHours: null, waitingHours: 0 })
    expect(await app.look('select activities from newcomer where person_id = $1', [id])).toEqual([{ activities: 6 }])
    await log(id)
    expect(await read(id)).toMatchObject({ stageId: 2, contactedAfterHours: 0, waitingHours: null })
  })

  test.each([
    ['2031-05-14', 0],
    // From noon of that day in Lagos, 11:00 in UTC, to ten past nine.
    ['2031-05-13', 22],
    ['2031-05-07', 166],
    ['2031-05-06', null],
  ])(
    'of a first visit on %s they have waited for %s hours when they are entered on 14 May',
    async (joinedOn, hours) => {
      expect((await read(await add(joinedOn))).waitingHours).toBe(hours)
    },
  )

  test('counts until the first person reached them; when that was a mistake, until the next one did', async () => {
    const id = await add()
    const from = app.clock.now().getTime()
    const hoursLater = (hours: number) => goTo(new Date(from + hours * 3_600_000 + 60_000).toISOString())
    hoursLater(2)
    const first = await log(id)
    hoursLater(5)
    await log(id, {}, tunde)
    const contacted = () => app.look('select contacted_by from newcomer where person_id = $1', [id])
    expect((await read(id)).contactedAfterHours).toBe(2)
    expect(await contacted()).toEqual([{ contacted_by: efua.accountId }])
    await takeBack(first)
    expect(await read(id)).toMatchObject({ contactedAfterHours: 5, stageId: 2 })
    expect(await contacted()).toEqual([{ contacted_by: tunde.accountId }])
  })
})

test('a card is out of the way as long as a contact said, and back at once when somebody does something', async () => {
  const id = await add()
  const until = '2031-05-16T08:00:00.000Z'
  await log(id, { outcome: 'call_later', snoozeUntil: until })
  expect((await read(id)).snoozedUntil).toBe(until)
  await log(id, { outcome: 'no_answer' })
  expect((await read(id)).snoozedUntil).toBeNull()
  await app.call(snoozeNewcomer, { params: { id }, body: { until: '2031-05-14T08:00:00Z' } }, efua)
  expect((await read(id)).snoozedUntil).toBeNull()
})

test('a person is told of the whole log in the order in which it happened', async () => {
  const id = await add()
  await log(id, { channel: 'whatsapp', outcome: 'left_message', text: 'Hello' })
  await note(id, false)
  const lines = (await read(id, tunde)).log.map(({ kind, channel, outcome, text, byName, isMine }) => {
    return [kind, channel, outcome, text, byName, isMine]
  })
  expect(lines).toEqual([
    ['entered', null, null, '', null, false],
    ['contact', 'whatsapp', 'left_message', 'Hello', 'Efua Mensah', false],
    ['note', null, null, 'Mother died', 'Efua Mensah', false],
  ])
})

describe('a private note', () => {
  test('is read by who wrote it and by nobody else, an owner of the church included', async () => {
    const id = await add()
    const own = await note(id, true)
    const admin = { token: church.admin.token }
    const notesFor = async (who: { token: string }) => {
      const { body } = await app.call(readNewcomer, { params: { id } }, who)
      const { body: logs } = await app.call(activityLogs, { query: { firsttimerID: id } }, who)
      return [...body.log.filter(({ kind }) => kind === 'note'), ...logs.returnObject.filter(({ type }) => type === 96)]
    }
    expect((await notesFor(efua)).map((line) => line.id)).toEqual([own, own])
    expect([await notesFor(tunde), await notesFor(admin)]).toEqual([[], []])
  })

  test('is not there for anybody else who wants to change it or take it back', async () => {
    const id = await note(await add(), true)
    expect((await mend(id, { text: 'Read it' }, tunde)).body.code).toBe('not_found')
    expect((await takeBack(id, tunde)).body.code).toBe('not_found')
  })

  test('stays private when its words are mended, until its writer shows it', async () => {
    const person = await add()
    const id = await note(person, true)
    await mend(id, { text: 'Father died' })
    expect((await read(person, tunde)).log.map(({ kind }) => kind)).toEqual(['entered'])
    await mend(id, { text: 'Father died', isPrivate: false })
    expect((await read(person, tunde)).log.at(-1)).toMatchObject({ text: 'Father died', isEdited: true })
  })
})

test('notes and contacts are mended and taken back by who wrote them only', async () => {
  const person = await add()
  const lines = [await note(person, false), await log(person)]
  for (const id of lines) {
    expect((await mend(id, { text: 'Changed' }, tunde)).body.code).toBe('not_allowed')
    expect((await takeBack(id, tunde)).body.code).toBe('not_allowed')
    expect((await mend(id, { text: 'Mended' })).status).toBe(200)
  }
  const told = (await read(person)).log.filter(({ id }) => lines.includes(id))
  expect(told.map(({ text, isEdited }) => [text, isEdited])).toEqual([
    ['Mended', true],
    ['Mended', true],
  ])
  for (const id of lines) expect((await takeBack(id)).status).toBe(200)
  expect((await takeBack(lines[0] ?? '')).body.code).toBe('not_found')
  expect(await app.look('select activities from newcomer where person_id = $1', [person])).toEqual([{ activities: 0 }])
})

test('what the product wrote is neither mended nor taken back', async () => {
  const person = await add()
  await app.call(updateLifeCycle, { params: { id: person }, body: { stageID: 4 } }, efua)
  for (const { id } of (await read(person)).log) {
    expect((await mend(id, { text: 'Changed' })).body.code).toBe('not_found')
    expect((await takeBack(id)).body.code).toBe('not_found')
  }
})
