import { expect, test } from 'vitest'
import { faultIn } from './field.tsx'

test('an empty required field and what is no address are refused in our words, the rest in those of the browser', () => {
  expect(faultIn({ valueMissing: true, typeMismatch: false })).toBe('ui.field.missing')
  expect(faultIn({ valueMissing: false, typeMismatch: true })).toBe('ui.field.notEmail')
  expect(faultIn({ valueMissing: false, typeMismatch: false })).toBeNull()
})
