import { expect, test } from 'vitest'
import { composeSearch, personIdsIn } from './compose-search.ts'

test('a phone number that looks like a number stays a text', () => {
  expect(composeSearch({ phone: 2348031234567 })).toEqual({ phone: '2348031234567' })
  expect(composeSearch({ phone: '+2348031234567' })).toEqual({ phone: '+2348031234567' })
})

test('what is empty, unknown or no text is left out', () => {
  expect(composeSearch({ messageId: '', group: ['a'], persons: null, other: 'x' })).toEqual({})
})

test('persons come apart by commas, each once', () => {
  expect(personIdsIn({ persons: 'a, b,,a' })).toEqual(['a', 'b'])
  expect(personIdsIn({})).toEqual([])
})

test('a kept draft and a kept text are named by their ids', () => {
  expect(composeSearch({ draftId: 'd1', defaultId: 't1' })).toEqual({ draftId: 'd1', defaultId: 't1' })
})
