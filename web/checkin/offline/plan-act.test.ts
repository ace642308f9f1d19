import { expect, test } from 'vitest'
import { planCheckIn, planCheckOut, planRefusal, planReprint, planWalkIn } from './plan-act.ts'
import { StationRefusal } from './station-refusal.ts'
import type { StationState } from './station-state.ts'

type Child = { personId: string; classId: string | null; state: 'none' | 'checked_in' | 'checked_out' }
type Made = {
  children?: Child[]
  codes?: string[]
  freeCodes?: string[]
  placesLeft?: [string, number | null][]
  taken?: number
}

const child = (personId: string, part: Partial<Child> = {}): Child => ({
  personId,
  classId: null,
  state: 'none',
  ...part,
})

/** A day with one family and two classes, as far as acts are planned by it. */
function dayWith({ children = [child('ada'), child('ben')], codes = [], taken = 0, ...part }: Made = {}): StationState {
  const family = {
    codes,
    phones: [],
    family: { familyId: 'family', name: 'Eze', registrationId: 'registration', broughtBy: null, children },
    collectors: [{ personId: 'mother', verdicts: ['allowed', 'not_authorised'] }],
  }
  return {
    pack: { event: { id: 'event' }, classes: [{ id: 'nursery', name: 'Nursery', capacity: 10, taken }] },
    families: new Map([['family', family]]),
    placesLeft: new Map(
      part.placesLeft ?? [
        ['nursery', 1],
        ['teens', null],
      ],
    ),
    freeCodes: part.freeCodes ?? ['K7M4QX'],
    cameAt: new Map(),
  } as unknown as StationState
}
const coming = (...children: [string, string][]) => ({
  familyId: 'family',
  press: null,
  children: children.map(([personId, classId]) => ({ personId, classId })),
})
const refusalOf = (act: () => unknown): [string, Record<string, string>] => {
  try {
    act()
  } catch (refusal) {
    if (refusal instanceof StationRefusal) return [refusal.code, refusal.fields]
    throw refusal
  }
  throw new Error('was not refused')
}

test('a child takes one of the places that the station may give away, where a class has so many only', () => {
  expect(planCheckIn(dayWith(), coming(['ada', 'nursery'], ['ben', 'teens']))).toMatchObject({
    code: 'K7M4QX',
    children: [
      { personId: 'ada', leased: true },
      { personId: 'ben', leased: false },
    ],
  })
})

test('two children for the last place: neither comes in, and the class is named', () => {
  const both = coming(['ada', 'nursery'], ['ben', 'nursery'])
  expect(refusalOf(() => planCheckIn(dayWith(), both))).toEqual(['no_places', { nursery: 'Nursery' }])
  expect(refusalOf(() => planCheckIn(dayWith({ taken: 10 }), both))).toEqual(['class_full', { nursery: 'Nursery' }])
})

test('who is registered has a place already, and who is in does not come in again', () => {
  const children = [child('ada', { classId: 'nursery' }), child('ben', { state: 'checked_in' })]
  const day = dayWith({ children, placesLeft: [['nursery', 0]] })
  expect(planCheckIn(day, coming(['ada', 'nursery'], ['ben', 'nursery']))?.children).toEqual([
    { personId: 'ada', classId: 'nursery', leased: false },
  ])
  expect(planCheckIn(day, coming(['ben', 'nursery']))).toBeNull()
})

test('a family keeps its code; without one it gets the next free one, and without any it cannot come in', () => {
  expect(planCheckIn(dayWith({ codes: ['H9CDFG'] }), coming(['ada', 'teens']))?.code).toBe('H9CDFG')
  expect(refusalOf(() => planCheckIn(dayWith({ freeCodes: [] }), coming(['ada', 'teens'])))[0]).toBe('no_codes')
  expect(refusalOf(() => planReprint(dayWith(), 'registration'))[0]).toBe('not_found')
})

test('a class that is gone, and a child of another family, are refused', () => {
  expect(refusalOf(() => planCheckIn(dayWith(), coming(['ada', 'choir'])))[0]).toBe('class_removed')
  expect(refusalOf(() => planCheckIn(dayWith(), coming(['eve', 'teens'])))[0]).toBe('not_found')
})

test('a child goes home only with whom its own verdict allows', () => {
  const day = dayWith({ codes: ['K7M4QX'] })
  const going = { code: 'k7m-4qx', childIds: ['ada'], collectorId: 'mother', press: null }
  expect(planCheckOut(day, going)).toMatchObject({ kind: 'check_out', code: 'K7M4QX', childIds: ['ada'] })
  const both = { ...going, childIds: ['ada', 'ben'] }
  expect(refusalOf(() => planCheckOut(day, both))).toEqual(['not_released', { ben: 'not_authorised' }])
  const stranger = { ...going, collectorId: 'stranger' }
  expect(refusalOf(() => planCheckOut(day, stranger))).toEqual(['not_released', { ada: 'no_grant' }])
  expect(refusalOf(() => planCheckOut(day, { ...going, code: 'H9CDFG' }))[0]).toBe('wrong_code')
})

test('only a refused release is written down, and only where a child was named', () => {
  const going = { code: 'x'.repeat(99), childIds: ['ada'], collectorId: 'stranger', press: null }
  const refusal = new StationRefusal('not_released', { ada: 'no_grant' })
  expect(planRefusal(dayWith(), going, refusal)).toMatchObject({
    reason: 'not_released',
    verdicts: { ada: 'no_grant' },
  })
  expect(planRefusal(dayWith(), going, new StationRefusal('wrong_code'))?.code).toHaveLength(40)
  expect(planRefusal(dayWith(), { ...going, childIds: [] }, refusal)).toBeNull()
  expect(planRefusal(dayWith(), going, new StationRefusal('not_found'))).toBeNull()
})

test('a new family takes the places of its children together', () => {
  const parent = { firstName: 'Yemi', lastName: 'Cole', phone: null, role: 1 as const }
  const one = { firstName: 'Kemi', lastName: 'Cole', years: 3, classId: 'nursery', allergy: '' }
  const day = dayWith()
  expect(planWalkIn(day, { parent, children: [one] }, null)).toMatchObject({ kind: 'walk_in', code: 'K7M4QX' })
  expect(refusalOf(() => planWalkIn(day, { parent, children: [one, one] }, null))[0]).toBe('no_places')
})
