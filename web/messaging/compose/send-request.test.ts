import { expect, test } from 'vitest'
import { ApiFailure } from '../../api/call.ts'
import { failureText, isSameRequest, sendRequestOf, UnexpectedAnswer } from './send-request.ts'

test('each way of failing has its own sentence', () => {
  expect(failureText(new ApiFailure('network', 0, ''))).toBe('messaging.compose.noInternet')
  expect(failureText(new ApiFailure('timeout', 0, ''))).toBe('messaging.compose.tookTooLong')
  expect(failureText(new ApiFailure('unavailable', 503, ''))).toBe('messaging.compose.sendFailed')
  expect(failureText(new UnexpectedAnswer())).toBe('messaging.compose.notSent')
  expect(failureText(new SyntaxError('Unexpected token <'))).toBe('messaging.compose.notSent')
})

test('says nothing where the door sends the person elsewhere', () => {
  expect(failureText(new ApiFailure('not_signed_in', 401, ''))).toBeNull()
  expect(failureText(new ApiFailure('subscription_expired', 402, ''))).toBeNull()
})

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
