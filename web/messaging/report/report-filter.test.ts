import { expect, test } from 'vitest'
import { sentFilterOf } from '../sent/sent-filter.ts'
import { reportFilterOf } from './report-filter.ts'

test('keeps what an address may say about the recipients', () => {
  expect(reportFilterOf({ search: ' Ada ', state: 'failed' })).toEqual({ search: 'Ada', state: 'failed' })
})

test('leaves out a state that there is not', () => {
  expect(reportFilterOf({ state: 'lost' })).toEqual({})
  expect(reportFilterOf({ state: 'toString' })).toEqual({})
})

test('takes a number in an address as the text it was typed as', () => {
  expect(sentFilterOf({ search: 803 })).toEqual({ search: '803' })
})

test('an empty search is none, a long one is cut to what the server takes', () => {
  expect(sentFilterOf({ search: '   ' })).toEqual({})
  expect(sentFilterOf({ search: 'a'.repeat(300) }).search).toHaveLength(100)
})
