import { expect, test } from 'vitest'
import { stepOf, viewOf } from './import-view.ts'

const DAY = '2026-11-21T10:00:00Z'

test('the columns come first, and again as long as nothing was applied', () => {
  expect(viewOf({ state: 'uploaded', appliedAt: null }, false)).toBe('columns')
  expect(viewOf({ state: 'checked', appliedAt: null }, false)).toBe('checked')
  for (const state of ['checking', 'checked', 'failed'] as const)
    expect(viewOf({ state, appliedAt: null }, true)).toBe('columns')
  for (const state of ['applying', 'applied', 'failed', 'undone'] as const)
    expect(viewOf({ state, appliedAt: DAY }, true)).toBe(state)
})

test('three steps lead to the people', () => {
  expect(stepOf('columns', { appliedAt: null })).toBe(1)
  expect(stepOf('checking', { appliedAt: null })).toBe(2)
  expect(stepOf('failed', { appliedAt: null })).toBe(2)
  expect(stepOf('applying', { appliedAt: DAY })).toBe(3)
  expect(stepOf('applied', { appliedAt: DAY })).toBe(0)
})
