import { expect, test } from 'vitest'
import type { EventClass } from '#contract/checkin/events.ts'
import { classBodyOf, classDraftOf, classFaults, emptyClass, starterClasses, type ClassDraft } from './class-draft.ts'

const names = { nursery: 'Nursery', toddlers: 'Toddlers', primary: 'Primary', teens: 'Teens' }
const row = (ages: Pick<EventClass, 'ageFrom' | 'ageUntil'>): EventClass => ({
  id: '01990000-0000-7000-8000-000000000001',
  groupId: null,
  name: 'Toddlers',
  capacity: 40,
  taken: 3,
  checkedIn: 0,
  waiting: 0,
  ratio: null,
  ...ages,
})
const typed = (part: Partial<ClassDraft>): ClassDraft => ({ ...emptyClass(), name: 'Toddlers', ...part })

test('the usual classes leave out no age up to 17 and name none twice', () => {
  const ages = starterClasses(names).map((one) => classBodyOf(one))
  expect(ages.map(({ ageFrom, ageUntil }) => [ageFrom, ageUntil])).toEqual([
    [0, 23],
    [24, 71],
    [72, 119],
    [120, 215],
  ])
  expect(ages.map(({ capacity }) => capacity)).toEqual([200, 200, 200, 200])
})

test('years without months reach to the next birthday, months say exactly', () => {
  const until = (years: string, months: string) => classBodyOf(typed({ until: { years, months } })).ageUntil
  expect([until('5', ''), until('1', '6'), until('', '9'), until('', '')]).toEqual([71, 18, 9, null])
})

test('what is read and written again is the same', () => {
  for (const ages of [
    { ageFrom: 24, ageUntil: 71 },
    { ageFrom: 18, ageUntil: 42 },
    { ageFrom: 0, ageUntil: 11 },
    { ageFrom: null, ageUntil: null },
    { ageFrom: 216, ageUntil: null },
  ])
    expect(classBodyOf(classDraftOf(row(ages)))).toMatchObject(ages)
})

test('what makes no sense is said before the server is asked', () => {
  const faults = (part: Partial<ClassDraft>) => [...classFaults(typed(part))]
  expect(faults({})).toEqual([])
  expect(faults({ name: ' ' })).toEqual(['name'])
  expect(faults({ from: { years: '6', months: '' }, until: { years: '3', months: '' } })).toEqual(['order'])
  expect(faults({ until: { years: '3', months: '12' } })).toEqual(['until'])
  expect(faults({ capacity: '' })).toEqual(['capacity'])
  expect(faults({ capacity: '', isLimited: false })).toEqual([])
  expect(faults({ ratio: '0' })).toEqual(['ratio'])
})
