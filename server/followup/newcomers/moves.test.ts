import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addNote,
  changeOwner,
  convertToMember,
  updateLeadStatus,
  updateLifeCycle,
} from '#contract/followup/existing-clients.ts'
import { addNewcomer, listNewcomers, logContact, readNewcomer, snoozeNewcomer } from '#contract/followup/people.ts'
import { archivePeople, undoChange } from '#contract/people/changes.ts'
import { addColleague, type Colleague } from '../../test-kit/add-colleague.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { guest } from '../../test-kit/rich-followup.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let efua: Colleague
let tunde: Colleague
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  app.clock.advance(Date.parse('2031-05-14T09:10:00Z') - app.clock.now().getTime())
  church = await app.buildChurch()
  efua = await addColleague(app, church, { firstName: 'Efua', lastName: 'Mensah' })
  tunde = await addColleague(app, church, { firstName: 'Tunde', lastName: 'Bello' })
})
afterAll(() => app.stop())

const TODAY = '2031-05-14'
const add = async (more: object = {}) => {
  app.clock.advance(1_000)
  return (await app.call(addNewcomer, { body: { ...guest, joinedOn: TODAY, ...more } }, efua)).body.id
}
const read = async (id: string) => (await app.call(readNewcomer, { params: { id } }, efua)).body
const linesOf = async (id: string) =>
  (await read(id)).log.map(({ kind, byName, before, after }) => [kind, byName, before, after])
const stored = async (id: string) =>
  (await app.look('select furthest_id as furthest, hand_on_at as due from newcomer where person_id = $1', [id]))[0]
const moveTo = (id: string, stageID: number | string) => {
  app.clock.advance(1_000)
  return app.call(updateLifeCycle, { params: { id }, body: { stageID } }, efua)
}
const giveTo = (id: string, ownerID: string | null, text = '') => {
  app.clock.advance(1_000)
  return app.call(changeOwner, { params: { id }, body: { ownerID, text } }, efua)
}
const setStatus = (id: string, status: number) => {
  app.clock.advance(1_000)
  return app.call(updateLeadStatus, { params: { id }, query: { status } }, efua)
}

describe('stages', () => {
  test('a newcomer is put at any stage of their path, forwards and back, and the furthest stays', async () => {
    const id = await add()
    for (const stageID of [4, '2']) expect((await moveTo(id, stageID)).status).toBe(200)
    expect(await read(id)).toMatchObject({ stageId: 2, leadStatus: 0, person: { kind: 'first_timer' } })
    expect(await stored(id)).toMatchObject({ furthest: 4 })
    expect((await linesOf(id)).slice(1)).toEqual([
      ['stage', 'Efua Mensah', 'First visit', 'Connected'],
      ['stage', 'Efua Mensah', 'Connected', 'Contacted'],
    ])
  })

  test('the path says which stages are behind, and since when somebody stood at each', async () => {
    const id = await add()
    await moveTo(id, 3)
    const at = (await read(id)).log.at(-1)?.at
    expect((await read(id)).path.map((stage) => [stage.id, stage.since, stage.isPassed])).toEqual([
      [1, TODAY, true],
      [2, null, true],
      [3, at, false],
      [4, null, false],
      [5, null, false],
    ])
  })

  test('a stage of the other path or of no church is refused, and the one they stand at is no move', async () => {
    const id = await add()
    const convert = await add({ kind: 'new_convert' })
    for (const stageID of [8, 999]) expect((await moveTo(id, stageID)).body.code).toBe('not_found')
    expect((await moveTo(convert, 2)).body.code).toBe('not_found')
    expect((await moveTo(id, 1)).status).toBe(200)
    expect(await linesOf(id)).toHaveLength(1)
    expect((await moveTo(convert, 8)).status).toBe(200)
  })

  test('being reached never brings anybody back on their path', async () => {
    const id = await add()
    await moveTo(id, 4)
    const body = { channel: 'call', outcome: 'reached', text: '', snoozeUntil: null } as const
    await app.call(logContact, { params: { id }, body }, efua)
    expect(await read(id)).toMatchObject({ stageId: 4, contactedAfterHours: 0 })
  })

  test('a new convert who is reached is contacted on the path of new converts', async () => {
    const id = await add({ kind: 'new_convert' })
    const body = { channel: 'visit', outcome: 'reached', text: '', snoozeUntil: null } as const
    await app.call(logContact, { params: { id }, body }, efua)
    expect((await read(id)).stageId).toBe(7)
  })
})

describe('owners', () => {
  test('a card goes to a colleague and back to the pool, and each move is in the log with its words', async () => {
    const id = await add()
    await giveTo(id, efua.accountId)
    await giveTo(id, tunde.accountId, 'She speaks Hausa')
    await giveTo(id, null)
    const owners = (await read(id)).log.filter(({ kind }) => kind === 'owner')
    expect(owners.map(({ before, after, text }) => [before, after, text])).toEqual([
      [null, 'Efua Mensah', ''],
      ['Efua Mensah', 'Tunde Bello', 'She speaks Hausa'],
      ['Tunde Bello', null, ''],
    ])
    expect(await read(id)).toMatchObject({ owner: null })
    expect(await stored(id)).toMatchObject({ due: null })
  })

  test('whoever has the card already is given nothing, and the log says nothing', async () => {
    const id = await add({ ownerId: efua.accountId })
    const { since } = (await read(id)).owner ?? {}
    expect((await giveTo(id, efua.accountId)).status).toBe(200)
    expect((await read(id)).owner).toMatchObject({ since, isMine: true })
    expect((await read(id)).log.filter(({ kind }) => kind === 'owner')).toHaveLength(1)
  })

  test('nobody is given to a colleague who does not follow up, when they are entered or later', async () => {
    const id = await add()
    const { accountId } = await addColleague(app, church, { roles: ['Reports', 'CheckIn'] })
    expect((await giveTo(id, accountId)).body.code).toBe('not_on_team')
    const entered = await app.call(addNewcomer, { body: { ...guest, firstName: 'Nobody', ownerId: accountId } }, efua)
    expect(entered.body.code).toBe('not_on_team')
    const { body } = await app.call(listNewcomers, { query: { search: 'nobody' } }, efua)
    expect(body.total).toBe(0)
  })

  test('a card that was put out of the way is back when it goes to somebody else', async () => {
    const id = await add({ ownerId: efua.accountId })
    await app.call(snoozeNewcomer, { params: { id }, body: { until: '2031-05-20T08:00:00Z' } }, efua)
    expect((await read(id)).snoozedUntil).toBe('2031-05-20T08:00:00.000Z')
    await giveTo(id, tunde.accountId)
    expect((await read(id)).snoozedUntil).toBeNull()
  })
})

describe('lead status', () => {
  test('whoever is paused waits for nobody, and waits again from the moment on which they are active', async () => {
    const id = await add({ ownerId: efua.accountId })
    expect((await stored(id))?.['due']).not.toBeNull()
    await setStatus(id, 1)
    expect(await stored(id)).toMatchObject({ due: null })
    await app.call(addNote, { params: { id }, body: { note: 'Travels' } }, efua)
    expect(await stored(id)).toMatchObject({ due: null })
    await setStatus(id, 0)
    expect((await stored(id))?.['due']).not.toBeNull()
    expect((await linesOf(id)).filter(([kind]) => kind === 'lead_status')).toEqual([
      ['lead_status', 'Efua Mensah', '0', '1'],
      ['lead_status', 'Efua Mensah', '1', '0'],
    ])
  })

  test('the same status again is no change', async () => {
    const id = await add()
    expect((await setStatus(id, 0)).status).toBe(200)
    expect(await linesOf(id)).toHaveLength(1)
  })
})

describe('members', () => {
  const convert = (personId: string) => app.call(convertToMember, { query: { personId } }, efua)

  test('a member waits for nobody, leaves the list of newcomers, and stays readable with their history', async () => {
    const id = await add({ ownerId: efua.accountId, firstName: 'Rahila' })
    await moveTo(id, 2)
    await convert(id)
    expect(await stored(id)).toMatchObject({ due: null, furthest: 5 })
    const { body } = await app.call(listNewcomers, { query: { search: 'rahila' } }, efua)
    expect(body.total).toBe(0)
    expect((await linesOf(id)).at(-1)).toEqual(['member', null, 'Contacted', 'Member'])
    expect((await read(id)).log.map(({ kind }) => kind)).toEqual(['entered', 'owner', 'stage', 'member'])
  })

  test('whoever is a member already is converted once', async () => {
    const id = await add()
    expect([(await convert(id)).status, (await convert(id)).status]).toEqual([200, 200])
    expect((await linesOf(id)).filter(([kind]) => kind === 'member')).toHaveLength(1)
  })

  test('a member whom nobody ever followed up is not found', async () => {
    expect((await convert(efua.personId)).body.code).toBe('not_found')
  })
})

test('nothing is done about an archived newcomer, until they are brought back', async () => {
  const id = await add({ ownerId: efua.accountId })
  const as = { token: church.admin.token }
  const { body: archived } = await app.call(archivePeople, { body: { people: { ids: [id] } } }, as)
  expect(await stored(id)).toMatchObject({ due: null })
  const params = { id }
  const refusals = await Promise.all([
    moveTo(id, 2),
    giveTo(id, null),
    setStatus(id, 1),
    app.call(convertToMember, { query: { personId: id } }, efua),
    app.call(addNote, { params, body: { note: 'Gone' } }, efua),
    app.call(snoozeNewcomer, { params, body: { until: null } }, efua),
  ])
  expect(refusals.map(({ body }) => body.code)).toEqual(Array(6).fill('archived'))
  await app.call(undoChange, { params: { id: archived.changeId ?? '' } }, as)
  expect((await moveTo(id, 2)).status).toBe(200)
})
