import { expect, test } from 'vitest'
import { paceOf } from './pace.ts'

test('an import is looked at again while it is at work, and less often when that takes long', () => {
  expect(paceOf({ state: 'checking', rows: 300 })).toBe(1_000)
  expect(paceOf({ state: 'undoing', rows: 100_000 })).toBe(4_000)
  for (const state of ['uploaded', 'checked', 'applied', 'undone', 'failed'] as const)
    expect(paceOf({ state, rows: 300 })).toBe(false)
})
