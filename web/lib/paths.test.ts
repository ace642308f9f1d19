import { expect, test } from 'vitest'
import { safeNext } from './paths.ts'

test('returns to a screen of the tenant door after sign-in', () => {
  expect(safeNext('/tenant')).toBe('/tenant')
  expect(safeNext('/tenant/people?search=ada')).toBe('/tenant/people?search=ada')
})

test('never leads to another host or another door', () => {
  const wrong = [
    '//evil.example',
    'https://evil.example/tenant',
    '/tenantevil',
    '/\\evil.example',
    '/',
    'javascript:alert(1)',
    undefined,
    5,
  ]
  expect(wrong.map(safeNext)).toEqual(wrong.map(() => undefined))
})
