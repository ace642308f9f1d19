import { expect, test } from 'vitest'
import { chosenSender, senderState, type SenderId } from './sender-ids.ts'

const sender = (mask: string, status: number): SenderId => ({ id: mask, mask, status })
const pending = sender('GRACEMEN', 0)

test('the only approved sender is chosen by itself', () => {
  expect(chosenSender([sender('GRACE', 2), pending], null)).toBe('GRACE')
})

test('of several approved ones nobody is chosen until one is picked', () => {
  const both = [sender('GRACE', 2), sender('GRACEYOUTH', 2)]
  expect(chosenSender(both, null)).toBeNull()
  expect(chosenSender(both, 'graceyouth')).toBe('GRACEYOUTH')
})

test('a sender that is not approved is never chosen', () => {
  expect(chosenSender([pending], 'GRACEMEN')).toBeNull()
  expect(chosenSender([sender('GRACE', 2), pending], 'GRACEMEN')).toBe('GRACE')
})

test('only 2 is approved; 0 and 1 are under way', () => {
  expect([0, 1, 2, 3, 9].map((status) => senderState(sender('X', status)))).toEqual([
    'pending',
    'pending',
    'approved',
    'refused',
    'refused',
  ])
})
