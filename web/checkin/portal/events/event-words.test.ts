import { expect, test } from 'vitest'
import { closedWords } from './event-words.tsx'

const t = (id: string, values: Record<string, string | number> = {}) => [id, ...Object.values(values)].join(' ')
const when = (at: string) => `at ${at}`
const opensAt = '2026-11-22T08:00:00Z'

test('an event that is open has no reason to be closed', () => {
  expect(closedWords(t, { state: 'open', opensAt }, when)).toBeNull()
})

test('an event that opens later says when, and one that never says is closed', () => {
  expect(closedWords(t, { state: 'not_yet', opensAt }, when)).toBe(`portal.events.opens at ${opensAt}`)
  expect(closedWords(t, { state: 'not_yet', opensAt: null }, when)).toBe('portal.events.closed')
})

test('over, cancelled and closed have words of their own', () => {
  expect(closedWords(t, { state: 'over', opensAt: null }, when)).toBe('portal.events.over')
  expect(closedWords(t, { state: 'cancelled', opensAt: null }, when)).toBe('portal.events.cancelled')
  expect(closedWords(t, { state: 'closed', opensAt: null }, when)).toBe('portal.events.closed')
})
