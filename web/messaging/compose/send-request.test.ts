import { expect, test } from 'vitest'
import { ApiFailure } from '../../api/call.ts'
import { failureText, isSameRequest, sendRequestOf } from './send-request.ts'

test('each way of failing has its own sentence', () => {
  expect(failureText(new ApiFailure('network', 0, ''))).toBe('messaging.compose.noInternet')
  expect(failureText(new ApiFailure('timeout', 0, ''))).toBe('messaging.compose.tookTooLong')
  expect(failureText(new ApiFailure('unavailable', 503, ''))).toBe('messaging.compose.sendFailed')
  expect(failureText(new ApiFailure('unexpected', 0, ''))).toBe('messaging.compose.notSent')
})

test('says nothing where the door sends the person elsewhere', () => {
  expect(failureText(new ApiFailure('not_signed_in', 401, ''))).toBeNull()
  expect(failureText(new ApiFailure('subscription_expired', 402, ''))).toBeNull()
})

const body = { subject: 'GRACE', message: 'Welcome', toOthers: '08031234567' }
const content = { body, quotedUnits: 12 }

test('the same content is the same press with its units and its draft, although the quote has changed since', () => {
  const first = sendRequestOf(content, { id: 'd1', version: 3 })
  expect(first).toMatchObject({ content, quotedUnits: 12, draft: { id: 'd1', version: 3 } })
  expect(isSameRequest(first, { body: { ...body }, quotedUnits: 14 })).toBe(true)
})

test('other content, and another route, is another press with another key', () => {
  const first = sendRequestOf(content, null)
  expect(isSameRequest(first, { ...content, body: { ...body, message: 'Welcome home' } })).toBe(false)
  expect(isSameRequest(first, { ...content, body: { ...body, routeId: 'alternative' } })).toBe(false)
  expect(isSameRequest(null, content)).toBe(false)
  expect(sendRequestOf(content, null).key).not.toBe(first.key)
})
