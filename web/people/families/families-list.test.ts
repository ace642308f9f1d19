import { expect, test } from 'vitest'
import { familiesQueryOf } from './families-list.ts'

test('families are asked for by what is looked for, in an order that the call knows', () => {
  expect(familiesQueryOf({ search: 'Eze', sort: '-name' })).toEqual({ search: 'Eze', sort: '-name' })
  expect(familiesQueryOf({ sort: 'members', columns: 'name' })).toEqual({})
})
