import { expect, test } from 'vitest'
import { ApiFailure } from '../../api/call.ts'
import { failureText, UnexpectedAnswer } from './failure-text.ts'

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
