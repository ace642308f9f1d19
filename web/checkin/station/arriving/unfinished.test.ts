import { expect, test } from 'vitest'
import { completedChild } from './unfinished.ts'

const peanuts = { kind: 'allergy' as const, name: 'Peanuts', instruction: 'Pen in her bag' }
const ada = { personId: 'ada', firstName: 'Ada', care: [peanuts] }
const typed = (fields: Record<string, string>) => (name: string) => fields[name] ?? ''

test('what was left empty stays unknown, and what is known is not sent again', () => {
  expect(completedChild(ada, typed({}))).toEqual({
    personId: 'ada',
    birthDay: null,
    birthMonth: null,
    birthYear: null,
    gender: null,
    care: [],
  })
})

test('allergies are added one by one, those that are known not twice', () => {
  const { care } = completedChild(ada, typed({ allergies: 'peanuts, Milk , ,Eggs' }))
  expect(care.map(({ name }) => name)).toEqual(['Milk', 'Eggs'])
})

test('a birthday may be known in part', () => {
  expect(completedChild(ada, typed({ year: '2019', gender: 'female' }))).toMatchObject({
    birthDay: null,
    birthYear: 2019,
    gender: 'female',
  })
})
