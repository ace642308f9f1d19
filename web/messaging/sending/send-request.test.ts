import { expect, test } from 'vitest'
import { isSameRequest, sendRequestOf } from './send-request.ts'

const body = { subject: 'GRACE', message: 'Welcome', toOthers: '08031234567' }

test('carries the units that the sender agreed to', () => {
  expect(sendRequestOf(body, 12).body).toEqual({ ...body, quotedUnits: 12 })
})

test('the same content is the same press, although the quote has changed since', () => {
  const first = sendRequestOf(body, 12)
  expect(isSameRequest(first, { ...body })).toBe(true)
  expect(first.body.quotedUnits).toBe(12)
})

test('other content is another press with another key', () => {
  const first = sendRequestOf(body, 12)
  expect(isSameRequest(first, { ...body, message: 'Welcome home' })).toBe(false)
  expect(isSameRequest(null, body)).toBe(false)
  expect(sendRequestOf(body, 12).key).not.toBe(first.key)
})
