import { expect, test } from 'vitest'
import { isSamePress, pressOf } from './press.ts'

const body = { subject: 'GRACE', message: 'Welcome', toOthers: '08031234567' }

test('carries the units that the sender agreed to', () => {
  expect(pressOf(body, 12).body).toEqual({ ...body, quotedUnits: 12 })
})

test('the same content is the same press, although the quote has changed since', () => {
  const first = pressOf(body, 12)
  expect(isSamePress(first, { ...body })).toBe(true)
  expect(first.body.quotedUnits).toBe(12)
})

test('other content is another press with another key', () => {
  const first = pressOf(body, 12)
  expect(isSamePress(first, { ...body, message: 'Welcome home' })).toBe(false)
  expect(isSamePress(null, body)).toBe(false)
  expect(pressOf(body, 12).key).not.toBe(first.key)
})
