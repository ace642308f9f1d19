import { expect, test } from 'vitest'
import type { StationChild, StationClass } from './desk.ts'
import { chosenOf, classesFor, classOfYears, firstTicks, isToCome } from './ticks.ts'

const child = (personId: string, part: Partial<StationChild>): StationChild => ({
  personId,
  firstName: personId,
  lastName: '',
  ageMonths: null,
  pictureUrl: null,
  care: [],
  mayNotLeaveWith: [],
  classId: null,
  suggestedClassId: 'primary',
  cameLastTime: false,
  state: 'none',
  ...part,
})
const room = (id: string, ageFrom: number | null, ageUntil: number | null): StationClass => ({
  id,
  name: id,
  ageFrom,
  ageUntil,
  placesLeft: 5,
  capacity: 5,
  taken: 0,
  checkedIn: 0,
})
const tickedOf = (children: StationChild[]) => chosenOf(firstTicks(children)).children.map(({ personId }) => personId)

test('those who are registered or came the last time are ticked', () => {
  const family = [
    child('ada', { state: 'registered', classId: 'toddlers' }),
    child('ben', { cameLastTime: true }),
    child('chi', {}),
  ]
  expect(tickedOf(family)).toEqual(['ada', 'ben'])
  expect(firstTicks(family)['ada']?.classId).toBe('toddlers')
})

test('of a family that never came, everybody for whom there is a class is ticked', () => {
  expect(tickedOf([child('ada', {}), child('ben', { suggestedClassId: null })])).toEqual(['ada'])
})

test('who is in class or has gone home is not ticked, and nobody else because of it', () => {
  expect(tickedOf([child('ada', { state: 'checked_in' }), child('ben', {})])).toEqual([])
})

test('who went home may be ticked again, and is not from the start', () => {
  const gone = child('ada', { state: 'checked_out', cameLastTime: true })
  expect([isToCome(gone), isToCome(child('ben', { state: 'checked_in' }))]).toEqual([true, false])
  expect(tickedOf([gone])).toEqual([])
})

test('who is ticked without a class is named', () => {
  const ticks = { ada: { isTicked: true, classId: null }, ben: { isTicked: true, classId: 'primary' } }
  expect(chosenOf(ticks)).toEqual({ children: [{ personId: 'ben', classId: 'primary' }], without: ['ada'] })
})

test('a class fits from its first month to its last', () => {
  const classes = [room('nursery', 0, 23), room('toddlers', 24, 71), room('all', null, null)]
  const fitting = (months: number | null) => classesFor(months, classes).fitting.map(({ id }) => id)
  expect(fitting(23)).toEqual(['nursery', 'all'])
  expect(fitting(24)).toEqual(['toddlers', 'all'])
  expect(fitting(72)).toEqual(['all'])
  expect(fitting(null)).toEqual(['nursery', 'toddlers', 'all'])
  expect(classesFor(72, classes).others.map(({ id }) => id)).toEqual(['nursery', 'toddlers'])
})

test('an age that only one class fits chooses it', () => {
  const classes = [room('nursery', 0, 23), room('toddlers', 24, 71)]
  expect(classOfYears(3, classes)).toBe('toddlers')
  expect(classOfYears(9, classes)).toBeNull()
  expect(classOfYears(null, classes)).toBeNull()
})
