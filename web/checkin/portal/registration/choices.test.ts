import { expect, test } from 'vitest'
import type { ClassChoice, Registrable } from '#contract/checkin/registration.ts'
import { fits, full, offered, placesAfter, placesOf, pushedOut, tally, tick, withDefaults } from './choices.ts'

const classOf = (id: string, placesLeft: number | null, more: Partial<ClassChoice> = {}): ClassChoice => ({
  id,
  name: id,
  ageFrom: null,
  ageUntil: null,
  placesLeft,
  ...more,
})
const child = (personId: string, more: Partial<Registrable> = {}): Registrable => ({
  personId,
  firstName: personId,
  lastName: '',
  role: 3,
  ageMonths: null,
  pictureUrl: null,
  classId: null,
  suggestedClassId: null,
  cameLastTime: false,
  waiting: null,
  state: 'none',
  ...more,
})
const came = (personId: string, suggestedClassId: string | null) =>
  child(personId, { suggestedClassId, cameLastTime: true })

const classes = [classOf('babies', 1), classOf('juniors', 5), classOf('all', null)]
const places = placesOf(classes)

test('choosing takes a place and gives one back to the class before', () => {
  const people = [child('ada', { classId: 'juniors', state: 'registered' }), child('ben')]
  const choices = { ada: { isComing: true, classId: 'babies' }, ben: { isComing: true, classId: 'juniors' } }
  expect([...placesAfter(places, people, choices)]).toEqual([
    ['babies', 0],
    ['juniors', 5],
    ['all', null],
  ])
})

test('who stays in the class takes nothing more, and who is not ticked nothing at all', () => {
  const people = [child('ada', { classId: 'babies', state: 'registered' }), child('ben')]
  const choices = { ada: { isComing: true, classId: 'babies' }, ben: { isComing: false, classId: 'juniors' } }
  expect(placesAfter(places, people, choices).get('babies')).toBe(1)
  expect(placesAfter(places, people, choices).get('juniors')).toBe(5)
})

test('who came last time is ticked with the class that fits; of two for one place the first has it', () => {
  expect(
    withDefaults(
      [came('ada', 'babies'), came('ben', 'babies'), child('cat', { suggestedClassId: 'all' })],
      { classes, places },
      {},
    ),
  ).toEqual({
    ada: { isComing: true, classId: 'babies' },
    ben: { isComing: true, classId: null },
    cat: { isComing: false, classId: null },
  })
})

test('what was chosen stays, whatever would be suggested', () => {
  const chosen = { ada: { isComing: false, classId: null } }
  expect(withDefaults([came('ada', 'babies')], { classes, places }, chosen)).toEqual(chosen)
})

test('who waits is not ticked', () => {
  const waiting = { classId: 'babies', place: 2 }
  expect(withDefaults([{ ...came('ada', 'babies'), waiting }], { classes, places }, {})['ada']?.isComing).toBe(false)
})

test('a tick brings the class that fits, and unticking gives its place back', () => {
  const people = [child('ada', { suggestedClassId: 'babies' }), child('ben', { suggestedClassId: 'babies' })]
  const [ada, ben] = people as [Registrable, Registrable]
  const first = tick(ada, true, { people, classes, places, choices: {} })
  expect(first['ada']).toEqual({ isComing: true, classId: 'babies' })
  expect(tick(ben, true, { people, classes, places, choices: first })['ben']).toEqual({ isComing: true, classId: null })
  const none = tick(ada, false, { people, classes, places, choices: first })
  expect(tick(ben, true, { people, classes, places, choices: none })['ben']?.classId).toBe('babies')
})

test('a class without places is hidden from others, not from who has it', () => {
  const left = new Map([
    ['babies', 0],
    ['juniors', 5],
    ['all', null],
  ])
  expect(offered(classes, left, [null]).map(({ id }) => id)).toEqual(['juniors', 'all'])
  expect(offered(classes, left, ['babies']).map(({ id }) => id)).toEqual(['babies', 'juniors', 'all'])
})

test('one may wait for a full class of the own age', () => {
  const some = [classOf('babies', 0, { ageUntil: 24 }), classOf('juniors', 0, { ageFrom: 25 }), classOf('all', 3)]
  expect(full(some, placesOf(some), child('ada', { ageMonths: 20 })).map(({ id }) => id)).toEqual(['babies'])
  expect(full(some, placesOf(some), child('ada')).map(({ id }) => id)).toEqual(['babies', 'juniors'])
})

test('one may wait for a class whose last place a brother has, who does not wait for it himself', () => {
  const people = [child('ada'), child('ben')]
  const inBabies = { isComing: true, classId: 'babies' }
  const left = placesAfter(places, people, { ada: inBabies, ben: inBabies })
  expect(full(classes, left, child('ada'), 'babies')).toEqual([])
  expect(full(classes, left, child('ben')).map(({ id }) => id)).toEqual(['babies'])
})

test('a class is meant for its ages, both included, and for whoever has no known age', () => {
  const one = classOf('toddlers', 5, { ageFrom: 24, ageUntil: 71 })
  const ages = [23, 24, 71, 72, null]
  expect(ages.map((ageMonths) => fits(one, child('ada', { ageMonths })))).toEqual([false, true, true, false, true])
})

test('when others were faster the last of the list have no place', () => {
  const people = [child('ada'), child('ben'), child('cat', { classId: 'babies', state: 'registered' })]
  const inBabies = { isComing: true, classId: 'babies' }
  expect([...pushedOut(places, people, { ada: inBabies, ben: inBabies, cat: inBabies })]).toEqual(['ben'])
})

test('only who is new or moves is registered; who has no class is counted', () => {
  const people = [child('ada', { classId: 'all', state: 'registered' }), child('ben'), child('cat')]
  const choices = {
    ada: { isComing: true, classId: 'all' },
    ben: { isComing: true, classId: 'juniors' },
    cat: { isComing: true, classId: null },
  }
  expect(tally(people, choices)).toEqual({
    coming: 3,
    withoutClass: 1,
    toRegister: [{ personId: 'ben', classId: 'juniors' }],
  })
})

test('who fits a full class and one with room gets the one with room', () => {
  const ages = { ageFrom: 36, ageUntil: 72 }
  const rooms = [classOf('bees', 1, ages), classOf('ants', 5, ages), classOf('anybody', null)]
  const given = { classes: rooms, places: placesOf(rooms) }
  const small = (personId: string) => ({ ...came(personId, 'bees'), ageMonths: 48 })
  const chosen = withDefaults([small('ada'), small('ben')], given, {})
  expect([chosen['ada']?.classId, chosen['ben']?.classId]).toEqual(['bees', 'ants'])
  const full = { classes: rooms, places: new Map([...given.places, ['ants', 0] as const]) }
  expect(withDefaults([small('ada'), small('ben')], full, {})['ben']?.classId).toBeNull()
})
