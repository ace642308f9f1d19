import { expect, test } from 'vitest'
import { ApiError } from '../../platform/http/index.ts'
import { checkEvent } from './check-event.ts'

const at = new Date('2027-01-15T09:00:00Z')
const toddlers = { id: null, groupId: null, name: 'Toddlers', ageFrom: 12, ageUntil: 36, capacity: 10, ratio: null }
/** A service of two hours, by the clocks of Lagos: an hour ahead of UTC. */
const service = {
  name: 'Service',
  place: 'Hall',
  startsAt: '2027-01-17T09:00',
  endsAt: '2027-01-17T11:00',
  opensAt: null as string | null,
  closesAt: null as string | null,
  classes: [toddlers],
}
const check = (changes: object) => checkEvent({ ...service, ...changes }, { timeZone: 'Africa/Lagos', at })

/** The fields that a refusal names; none: the event is taken. */
function faultsOf(changes: object): string[] {
  try {
    check(changes)
    return []
  } catch (error) {
    if (error instanceof ApiError) return Object.keys(error.fields ?? {})
    throw error
  }
}

test('an event is kept with its instants and its day in the church’s zone', () => {
  const late = check({ startsAt: '2027-01-17T00:30', endsAt: '2027-01-17T03:00' })
  expect([late.day, late.startsAt.toISOString()]).toEqual(['2027-01-17', '2027-01-16T23:30:00.000Z'])
})

test.each([
  ['ends when it begins', { endsAt: '2027-01-17T09:00' }, ['endsAt']],
  ['ends a minute after it begins', { endsAt: '2027-01-17T09:01' }, []],
  ['ended at this minute', { startsAt: '2027-01-15T09:00', endsAt: '2027-01-15T10:00' }, ['endsAt']],
  ['ends in a minute', { startsAt: '2027-01-15T09:00', endsAt: '2027-01-15T10:01' }, []],
  ['takes 31 days', { endsAt: '2027-02-17T09:00' }, []],
  ['takes a minute more than 31 days', { endsAt: '2027-02-17T09:01' }, ['endsAt']],
  ['opens its registration when it ends', { opensAt: '2027-01-17T11:00' }, ['opensAt']],
  ['opens its registration in the last minute', { opensAt: '2027-01-17T10:59' }, []],
  ['closes its registration when it ends', { closesAt: '2027-01-17T11:00' }, []],
  ['closes its registration after it ends', { closesAt: '2027-01-17T11:01' }, ['closesAt']],
  [
    'closes its registration when that opens',
    { opensAt: '2027-01-16T09:00', closesAt: '2027-01-16T09:00' },
    ['closesAt'],
  ],
  ['begins at a time that does not exist', { startsAt: '2027-01-32T09:00' }, ['startsAt']],
  ['has no name', { name: ' ' }, ['name']],
  ['has two classes of one name', { classes: [toddlers, { ...toddlers, name: 'TODDLERS' }] }, ['classes.1.name']],
  ['has a class of one age', { classes: [{ ...toddlers, ageUntil: 12 }] }, []],
  ['has a class that ends before it begins', { classes: [{ ...toddlers, ageUntil: 11 }] }, ['classes.0.ageUntil']],
])('an event that %s', (_what, changes, faults) => {
  expect(faultsOf(changes)).toEqual(faults)
})
