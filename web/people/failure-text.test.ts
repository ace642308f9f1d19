import { expect, test } from 'vitest'
import { ApiFailure } from '../api/call.ts'
import { failureText, faultsOf, hasCode } from './failure-text.ts'

test('every failure has a sentence, also one that nobody thought of', () => {
  expect(failureText(new ApiFailure('timeout', 0, ''))).toBe('ui.failed.networkText')
  expect(failureText(new ApiFailure('in_class', 409, ''))).toBe('people.failure.inClass')
  expect(failureText(new ApiFailure('unexpected', 0, ''))).toBe('ui.failed.serverText')
  expect(failureText(new TypeError('x'))).toBe('ui.failed.serverText')
})

test('fields are wrong only where the input was refused', () => {
  const fields = { name: 'is empty' }
  expect([...faultsOf(new ApiFailure('invalid_input', 400, '', fields))]).toEqual(['name'])
  expect(faultsOf(new ApiFailure('class_full', 409, '', fields)).size).toBe(0)
  expect(faultsOf(null).size).toBe(0)
})

test('an error that is no answer has no code', () => {
  expect(hasCode(new ApiFailure('not_found', 404, ''), 'not_found')).toBe(true)
  expect(hasCode(Object.assign(new Error(''), { code: 'not_found' }), 'not_found')).toBe(false)
})
