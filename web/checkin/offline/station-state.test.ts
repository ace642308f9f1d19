import { expect, test } from 'vitest'
import type { PackFamily, StationPack } from '#contract/checkin/offline.ts'
import { localDesk } from './local-desk.ts'
import { holdingOf, openQueue, refusedOf, type Queue } from './queue.ts'
import { actOf, pendingOf } from './station-state.ts'

const NURSERY = '00000000-0000-4000-8000-0000000000c1'
const TEENS = '00000000-0000-4000-8000-0000000000c2'
const room = { ageFrom: null, ageUntil: null, placesLeft: 1, capacity: 1, taken: 0, checkedIn: 0 }
const child = (personId: string, firstName: string) => ({
  personId,
  firstName,
  lastName: 'Ọkáfọ̀r',
  ageMonths: 30,
  pictureUrl: null,
  care: [{ kind: 'allergy' as const, name: 'Peanuts', instruction: '' }],
  mayNotLeaveWith: [],
  classId: null,
  suggestedClassId: NURSERY,
  cameLastTime: true,
  state: 'none' as const,
})
const family: PackFamily = {
  codes: [],
  phones: ['+2348031234567'],
  family: {
    familyId: 'family',
    name: 'Ọkáfọ̀r',
    registrationId: null,
    broughtBy: null,
    children: [child('ada', 'Ada'), child('ben', 'Ben')],
  },
  collectors: [
    {
      personId: 'mother',
      name: 'Ngọzi',
      role: 2,
      phone: null,
      pictureUrl: null,
      note: '',
      verdicts: ['allowed', 'not_authorised'],
    },
  ],
}
const pack: StationPack = {
  stationId: 'station',
  stationName: 'Front door',
  pin: '123456',
  lastsSeconds: 3600,
  sealingKey: { kty: 'EC', crv: 'P-256', x: '', y: '' },
  event: {
    id: 'event',
    name: 'Service',
    startsAt: '',
    endsAt: '',
    timeZone: 'Africa/Lagos',
    churchName: 'Grace Chapel',
  },
  classes: [
    { ...room, id: NURSERY, name: 'Nursery' },
    { ...room, id: TEENS, name: 'Teens', capacity: null, placesLeft: null },
  ],
  leases: [
    { classId: NURSERY, places: 1 },
    { classId: TEENS, places: null },
  ],
  codes: ['K7M4QX', 'H9CDFG'],
  families: [family],
  applied: 0,
  renewal: 1,
}

/** A device; `again` is the same after a reload. */
async function open() {
  const [kept, open] = [new Map<string, string>(), new Map<string, unknown>()]
  let keeps = true
  const shelf = {
    get: async <Value>(id: string) => (kept.has(id) ? (JSON.parse(kept.get(id) ?? '') as Value) : undefined),
    beside: async <Value>(id: string) => open.get(id) as Value | undefined,
    put: async (id: string, value: unknown, beside?: unknown) =>
      keeps && open.set(id, beside).size > 0 && kept.set(id, JSON.stringify(value)).size > 0,
  }
  const start = (): Queue =>
    openQueue({
      stationId: 'station',
      by: () => null,
      shelf,
      sign: async () => 'signed',
      seal: async ({ body }) => `sealed ${body}`,
      now: () => new Date(0),
      inTurn: (work) => work(),
    })
  const queue = start()
  await queue.adopt(pack, '')
  const desk = localDesk(queue, { eventId: 'event', now: () => new Date(0) })
  return { queue, desk, again: start, fill: () => (keeps = false) }
}
const coming = (personId: string, classId = NURSERY) => ({
  familyId: 'family',
  children: [{ personId, classId }],
  press: null,
})
const nothing = { notDone: [], verdicts: null, labels: null }
const form = (phone: string | null) => ({
  isNew: false,
  parent: { firstName: 'Yemi', lastName: 'Cole', phone, role: 1 as const },
  children: [{ firstName: 'Kemi', lastName: 'Cole', years: 3, classId: TEENS, allergy: '' }],
})

test('a family comes in by name, gets a code and a label, and all of it is there after a reload', async () => {
  const { desk, again } = await open()
  expect(await desk.find({ search: 'okaf ad' })).toMatchObject([{ familyId: 'family' }])
  expect(await desk.find({ search: '0803 123 4567' })).toHaveLength(1)
  const labels = await desk.checkIn(coming('ada'))
  expect(labels).toMatchObject({ code: 'K7M4QX', children: [{ className: 'Nursery', allergies: ['Peanuts'] }] })
  const state = await again().state()
  expect([state?.placesLeft.get(NURSERY), state?.freeCodes]).toEqual([0, ['H9CDFG']])
  expect(pendingOf((await again().read()).acts)).toMatchObject([{ number: 1, signature: 'signed' }])
  expect(await localDesk(again(), { eventId: 'event', now: () => new Date(0) }).find({ code: 'k7m 4qx' })).toHaveLength(
    1,
  )
})

test('gives no place away that it does not hold, and the same again takes no second one', async () => {
  const { desk, queue } = await open()
  await desk.checkIn(coming('ada'))
  await desk.checkIn(coming('ada'))
  await expect(desk.checkIn(coming('ben'))).rejects.toMatchObject({
    code: 'no_places',
    fields: { [NURSERY]: 'Nursery' },
  })
  await desk.checkIn(coming('ben', TEENS))
  expect((await queue.read()).acts).toHaveLength(2)
})

test('lets go by the code and by what the pack says of the collector', async () => {
  const { desk } = await open()
  await desk.checkIn(coming('ada'))
  await desk.checkIn(coming('ben', TEENS))
  const [found] = await desk.look({ code: 'K7M4QX' })
  expect(found).toMatchObject({ codeShown: true, collectors: [{ verdicts: ['allowed', 'not_authorised'] }] })
  const leaving = (childIds: string[], code = 'K7M4QX') =>
    desk.checkOut({ code, childIds, collectorId: 'mother', press: null })
  await expect(leaving(['ada', 'ben'])).rejects.toMatchObject({
    code: 'not_released',
    fields: { ben: 'not_authorised' },
  })
  await expect(leaving(['ada'], 'H9CDFG')).rejects.toMatchObject({ code: 'wrong_code' })
  expect(await leaving(['ada'])).toEqual(['ada'])
})

test('a phone that is known answers its family first, and a new family is found by its code', async () => {
  const { desk } = await open()
  expect(await desk.walkIn(form('08031234567'), null)).toMatchObject({ known: [{ familyId: 'family' }], labels: null })
  const { labels } = await desk.walkIn(form(null), 'press')
  expect(await desk.find({ code: labels?.code ?? '' })).toMatchObject([{ name: 'Cole' }])
})

test('what cannot be kept is not done', async () => {
  const { desk, fill, queue } = await open()
  fill()
  await expect(desk.checkIn(coming('ada'))).rejects.toMatchObject({ code: 'not_kept' })
  expect((await queue.read()).acts).toEqual([])
})

test('a refused act is shown until it is settled, and a new pack forgets what it knows', async () => {
  const { desk, queue } = await open()
  await desk.checkIn(coming('ada'))
  const outcome = { outcome: 'refused' as const, registrationId: null, reason: 'class_full', notDone: ['ada'] }
  await queue.settle([{ ...outcome, number: 1, verdicts: null, labels: null }])
  expect((await queue.state())?.families.get('family')?.family.children[0]?.state).toBe('none')
  await queue.adopt({ ...pack, applied: 1, renewal: 2, codes: [] }, '')
  expect(refusedOf((await queue.read()).acts)).toHaveLength(1)
  await queue.dismiss(1)
  expect((await queue.read()).acts).toEqual([])
  await queue.adopt(pack, '')
  expect((await queue.read()).pack?.renewal).toBe(2)
})

test('a refusal is an act of its own, kept like the others; where it cannot be kept it says so', async () => {
  const { desk, queue, fill } = await open()
  await desk.checkIn(coming('ben', TEENS))
  const refuse = (code: string) => desk.checkOut({ code, childIds: ['ben'], collectorId: 'mother', press: 'press' })
  await expect(refuse('K7M4QX')).rejects.toMatchObject({ code: 'not_released', isWritten: true })
  await expect(refuse('H9CDFG')).rejects.toMatchObject({ code: 'wrong_code', isWritten: true })
  const [, refused, wrong] = pendingOf((await queue.read()).acts).map(actOf)
  expect(refused).toMatchObject({ kind: 'refuse', reason: 'not_released', verdicts: { ben: 'not_authorised' } })
  expect(wrong).toMatchObject({ kind: 'refuse', reason: 'wrong_code', verdicts: {}, press: 'press' })
  fill()
  await expect(refuse('K7M4QX')).rejects.toMatchObject({ code: 'not_released', isWritten: false })
})

test('what is given back is not counted on any more, also after a reload, until a newer pack gives it anew', async () => {
  const { desk, queue, again } = await open()
  await queue.giveBack()
  await again().giveBack()
  expect(pendingOf((await queue.read()).acts)).toHaveLength(1)
  const state = await again().state()
  expect([state?.placesLeft.get(NURSERY), state?.placesLeft.get(TEENS), state?.freeCodes]).toEqual([0, null, []])
  await expect(desk.checkIn(coming('ada'))).rejects.toMatchObject({ code: 'no_places' })
  await queue.settle([{ number: 1, outcome: 'done', registrationId: null, reason: null, ...nothing }])
  expect(holdingOf(await queue.read())).toMatchObject({ applied: 1, leases: [{ places: 0 }] })
  await queue.adopt({ ...pack, applied: 0, renewal: 2 }, '')
  expect((await queue.state())?.freeCodes).toEqual([])
  await queue.adopt({ ...pack, applied: 1, renewal: 3 }, '')
  expect((await queue.state())?.placesLeft.get(NURSERY)).toBe(1)
})
