import { expect, test } from 'vitest'
import { africasTalkingAnswer, africasTalkingState } from './africas-talking.ts'
import { kannelWhy } from './kannel.ts'
import { narthexWhy } from './narthex.ts'
import { termiiState } from './termii.ts'
import { twilioReason } from './twilio.ts'

test.each([
  ['id:1 sub:001 dlvrd:000 stat:UNDELIV err:027 text:', 'phone_off', 'UNDELIV 027'],
  ['stat:UNDELIV err:001', 'no_such_number', 'UNDELIV 001'],
  ['stat:UNDELIV err:032', 'inbox_full', 'UNDELIV 032'],
  ['stat:UNDELIV err:013', 'blocked_by_network', 'UNDELIV 013'],
  ['stat:UNDELIV err:034', 'network_fault', 'UNDELIV 034'],
  ['stat:EXPIRED err:000', 'expired', 'EXPIRED 000'],
  ['stat:REJECTD', 'refused', 'REJECTD'],
  ['stat:UNDELIV err:9F2', 'unknown', 'UNDELIV 9F2'],
  ['NACK/0x0000000a/Invalid Source Address', 'sender_refused', '0x0000000a'],
  ['NACK/0x0000000b/Invalid Destination Address', 'no_such_number', '0x0000000b'],
  ['NACK/11/Invalid Destination Address', 'no_such_number', '11'],
  ['NACK/0x000000ff/Unknown', 'refused', '0x000000ff'],
  ['', 'unknown', null],
])('Kannel: %s is %s', (answer, reason, code) => {
  expect(kannelWhy(answer)).toEqual({ reason, code })
})

test.each([
  [30003, 'phone_off'],
  [30005, 'no_such_number'],
  [30006, 'no_such_number'],
  [21610, 'blocked_by_person'],
  [30004, 'blocked_by_network'],
  [30007, 'blocked_by_network'],
  [30034, 'sender_refused'],
  [30410, 'network_fault'],
  [30036, 'expired'],
  [21211, 'invalid_number'],
  [30008, undefined],
  [null, undefined],
])('Twilio: %s is %s', (code, reason) => {
  expect(twilioReason(code)).toBe(reason)
})

test.each([
  ['DELIVERED | Message delivered to handset', 'delivered', null],
  ['Delivered', 'delivered', null],
  ['Message Sent', 'accepted', null],
  ['Message Failed', 'failed', 'unknown'],
  ['DND Active on Phone Number', 'failed', 'blocked_by_network'],
  ['Rejected', 'failed', 'refused'],
  ['Expired', 'failed', 'expired'],
  ['Not delivered yet', 'accepted', null],
])('Termii: %s is %s (%s)', (status, state, reason) => {
  expect(termiiState(status)).toMatchObject({ state, reason })
})

test.each([
  ['Success', undefined, 'delivered', null],
  ['Submitted', undefined, 'accepted', null],
  ['Buffered', 'UserDoesNotExist', 'accepted', null],
  ['AbsentSubscriber', undefined, 'failed', 'phone_off'],
  ['Failed', 'UserDoesNotExist', 'failed', 'no_such_number'],
  ['Failed', 'DeliveryFailure', 'failed', 'network_fault'],
  ['Failed', 'SomethingNew', 'failed', 'unknown'],
  ['Rejected', undefined, 'failed', 'refused'],
  ['Rejected', 'UserInBlackList', 'failed', 'blocked_by_person'],
  ['Rejected', 'DoNotDisturbRejection', 'failed', 'blocked_by_network'],
  ['Rejected', 'constructor', 'failed', 'refused'],
])('Africa’s Talking: %s %s is %s (%s)', (status, failureReason, state, reason) => {
  expect(africasTalkingState(status, failureReason)).toMatchObject({ state, reason })
})

test.each([
  [101, 'accepted', null],
  [401, 'accepted', null],
  [402, 'rejected', 'sender_refused'],
  [403, 'rejected', 'invalid_number'],
  [405, 'untaken', null],
  [406, 'rejected', 'blocked_by_person'],
  [409, 'rejected', 'blocked_by_network'],
  [500, 'unsure', null],
  [501, 'unsure', null],
])('Africa’s Talking: status code %i is %s (%s)', (code, status, reason) => {
  expect(africasTalkingAnswer(code, 'Words')).toMatchObject({ status, reason })
})

test.each([
  ['failed', 'inbox_full', 'inbox_full', 'inbox_full'],
  ['failed', 'absent_subscriber', 'phone_off', 'absent_subscriber'],
  ['failed', 'EC_0x1F', 'unknown', 'EC_0x1F'],
  ['failed', 'constructor', 'unknown', 'constructor'],
  ['rejected', null, 'refused', null],
  ['delivered', 'expired', null, undefined],
])('our own protocol: %s %s is %s', (status, code, reason, kept) => {
  expect(narthexWhy(status, code)).toMatchObject({ reason })
  expect(narthexWhy(status, code).code).toBe(kept)
})

test('a code that the database could not keep is cleaned, and a long one cut', () => {
  expect(narthexWhy('failed', 'a\0b\uD800c').code).toBe('ab\uFFFDc')
  expect(narthexWhy('failed', 'x'.repeat(1_000)).code).toHaveLength(100)
})
