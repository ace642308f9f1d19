import { expect, test } from 'vitest'
import { readinessOf } from './readiness.ts'

const NOW = Date.parse('2026-11-22T09:00:00Z')
const minutesAgo = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString()
const whole = { isReady: true, lack: null, packAt: minutesAgo(2), online: true, isPageKept: true, now: NOW }

test('a station works without a network when the page, the pack and codes are here and fresh', () => {
  expect(readinessOf(whole)).toEqual({ lacks: [] })
  expect(readinessOf({ ...whole, online: false, packAt: minutesAgo(200) })).toEqual({ lacks: [] })
})

test('nothing is said before it is known', () => {
  expect(readinessOf({ ...whole, isPageKept: null })).toBeNull()
  expect(readinessOf({ ...whole, isReady: false })).toBeNull()
})

test('what is missing is named', () => {
  expect(readinessOf({ ...whole, isPageKept: false, lack: 'codes' })).toEqual({ lacks: ['page', 'codes'] })
  expect(readinessOf({ ...whole, isReady: false, lack: 'pack', packAt: null })).toEqual({ lacks: ['pack'] })
  expect(readinessOf({ ...whole, isReady: false, lack: 'storage', packAt: null })).toEqual({ lacks: ['storage'] })
  expect(readinessOf({ ...whole, packAt: minutesAgo(11) })).toEqual({ lacks: ['old'] })
  expect(readinessOf({ ...whole, online: false, packAt: minutesAgo(721) })).toEqual({ lacks: ['old'] })
})
