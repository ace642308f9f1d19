import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAbsence, readTeam, removeAbsence, setDeputy } from '#contract/followup/day.ts'
import { changeOwner, convertToMember, updateLeadStatus } from '#contract/followup/existing-clients.ts'
import { addNewcomer } from '#contract/followup/people.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let efua: Colleague
let tunde: Colleague
let reader: Colleague
const goTo = (instant: string) => app.clock.advance(Date.parse(instant) - app.clock.now().getTime())
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  goTo('2031-05-14T09:10:00Z')
  church = await app.buildChurch()
  efua = await addColleague(app, church, { firstName: 'Efua', lastName: 'Mensah' })
  tunde = await addColleague(app, church, { firstName: 'Tunde', lastName: 'Bello', roles: ['CanAccessFirstTimers'] })
  reader = await addColleague(app, church, { firstName: 'Ruth', roles: ['Reports', 'CheckInLead'] })
})
afterAll(() => app.stop())

const YESTERDAY = '2031-05-13'
const TODAY = '2031-05-14'
const TOMORROW = '2031-05-15'
const as = () => ({ token: church.admin.token })
const team = async () => (await app.call(readTeam, {}, as())).body
const memberOf = async ({ accountId }: Colleague) => (await team()).members.find(({ id }) => id === accountId)
const sayAway = (
  who: Colleague,
  days: { fromDay: string; untilDay: string; deputyId?: string },
  by: { token: string },
) => app.call(addAbsence, { params: { id: who.accountId }, body: { deputyId: null, ...days } }, by)
const name = (who: Colleague, deputyId: string | null, by: { token: string } = as()) =>
  app.call(setDeputy, { params: { id: who.accountId }, body: { deputyId } }, by)

test('the team is everybody who may follow people up, and nobody else', async () => {
  const { members } = await team()
  expect(members.map(({ firstName }) => firstName)).toEqual(['Ada', 'Efua', 'Tunde'])
  expect(members.map(({ isMe }) => isMe)).toEqual([true, false, false])
  const { body } = await app.call(readTeam, {}, efua)
  expect(body.members.filter(({ isMe }) => isMe).map(({ id }) => id)).toEqual([efua.accountId])
})

test('a member says when they are away themselves; only an owner of the church says and takes back that of others', async () => {
  const days = { fromDay: TOMORROW, untilDay: TOMORROW }
  expect((await sayAway(tunde, days, efua)).body.code).toBe('not_allowed')
  expect((await memberOf(tunde))?.absences).toEqual([])
  expect((await sayAway(tunde, days, tunde)).status).toBe(200)
  const id = (await memberOf(tunde))?.absences[0]?.id ?? ''
  expect((await app.call(removeAbsence, { params: { id } }, efua)).body.code).toBe('not_allowed')
  expect((await memberOf(tunde))?.absences).toEqual([{ id, ...days, deputyId: null }])
  expect((await app.call(removeAbsence, { params: { id } }, as())).status).toBe(200)
  expect((await app.call(removeAbsence, { params: { id } }, as())).body.code).toBe('not_found')
  expect((await sayAway(tunde, days, as())).status).toBe(200)
  const own = (await memberOf(tunde))?.absences[0]?.id ?? ''
  expect((await app.call(removeAbsence, { params: { id: own } }, tunde)).status).toBe(200)
})

test('an absence ends on a day that is not before its first and not over yet', async () => {
  const refused = async (fromDay: string, untilDay: string) => {
    const { status, body } = await sayAway(efua, { fromDay, untilDay }, efua)
    return [status, Object.keys(body.fields ?? {})]
  }
  expect(await refused('2031-05-20', '2031-05-19')).toEqual([400, ['untilDay']])
  expect(await refused('2031-05-01', YESTERDAY)).toEqual([400, ['untilDay']])
  expect(await refused('2031-05-01', TODAY)).toEqual([200, []])
  for (const { id } of (await memberOf(efua))?.absences ?? []) await app.call(removeAbsence, { params: { id } }, efua)
})

test.each([
  ['Pacific/Kiritimati', '2031-05-15'],
  ['Pacific/Pago_Pago', '2031-05-13'],
])('in %s today is %s, and an absence that ended the day before is refused', async (timeZone, today) => {
  goTo('2031-05-14T10:30:00Z')
  const there = await app.buildChurch({ timeZone })
  const by = { token: there.admin.token }
  const { body } = await app.call(readTeam, {}, by)
  const params = { id: body.members[0]?.id ?? '' }
  const until = async (untilDay: string) =>
    (await app.call(addAbsence, { params, body: { fromDay: '2031-05-01', untilDay, deputyId: null } }, by)).status
  const before = today === '2031-05-15' ? '2031-05-14' : '2031-05-12'
  expect([await until(before), await until(today)]).toEqual([400, 200])
})

test('a deputy is somebody else of the team, for an absence and for always', async () => {
  const nobody = { ...reader, accountId: randomUUID() }
  const days = { fromDay: TODAY, untilDay: TODAY }
  expect(Object.keys((await name(efua, efua.accountId)).body.fields ?? {})).toEqual(['deputyId'])
  expect((await sayAway(efua, { ...days, deputyId: efua.accountId }, efua)).status).toBe(400)
  for (const { accountId } of [reader, nobody]) {
    expect((await name(efua, accountId)).body.code).toBe('not_on_team')
    expect((await sayAway(efua, { ...days, deputyId: accountId }, efua)).body.code).toBe('not_on_team')
  }
  expect((await name(reader, efua.accountId)).body.code).toBe('not_on_team')
  expect((await name(efua, tunde.accountId, tunde)).body.code).toBe('not_allowed')
  expect(await memberOf(efua)).toMatchObject({ deputyId: null, absences: [] })
})

test('the usual deputy is one: another one takes the place, and nobody is nobody', async () => {
  const [ada] = (await team()).members
  await name(efua, tunde.accountId, efua)
  expect((await memberOf(efua))?.deputyId).toBe(tunde.accountId)
  await name(efua, ada?.id ?? null)
  expect((await memberOf(efua))?.deputyId).toBe(ada?.id)
  await name(efua, null, efua)
  expect((await memberOf(efua))?.deputyId).toBeNull()
})

test('each member has as many people as they look after: active ones, no members, nobody archived', async () => {
  const give = async (owner: Colleague | null) =>
    (await app.call(addNewcomer, { body: { ...guest, ownerId: owner?.accountId ?? null } }, as())).body.id
  const [first, second] = [await give(efua), await give(efua), await give(efua), await give(tunde)]
  await give(null)
  const counts = async () => [(await memberOf(efua))?.people, (await memberOf(tunde))?.people, (await team()).inPool]
  expect(await counts()).toEqual([3, 1, 1])
  await app.call(updateLeadStatus, { params: { id: first }, query: { status: 1 } }, as())
  await app.call(convertToMember, { query: { personId: second } }, as())
  expect(await counts()).toEqual([1, 1, 1])
  await app.call(updateLeadStatus, { params: { id: first }, query: { status: 0 } }, as())
  await app.call(changeOwner, { params: { id: first }, body: { ownerID: '' } }, as())
  expect(await counts()).toEqual([1, 1, 2])
})

// Last: the clock goes on to the next day.
test('an absence is shown and keeps people away until the end of its last day on the church’s clocks', async () => {
  await sayAway(tunde, { fromDay: '2031-05-12', untilDay: TODAY }, tunde)
  const { body } = await app.call(addNewcomer, { body: guest }, as())
  const give = () => app.call(changeOwner, { params: { id: body.id }, body: { ownerID: tunde.accountId } }, as())
  goTo('2031-05-14T22:10:00Z')
  expect((await memberOf(tunde))?.absences).toHaveLength(1)
  expect((await give()).body.code).toBe('away')
  // In Lagos it is ten past midnight.
  goTo('2031-05-14T23:10:00Z')
  expect((await memberOf(tunde))?.absences).toEqual([])
  expect((await give()).status).toBe(200)
})
