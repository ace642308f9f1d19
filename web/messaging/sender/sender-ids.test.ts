import { expect, test } from 'vitest'
import { selectedSender, senderState, type SenderId } from './sender-ids.ts'

const sender = (mask: string, status: number): SenderId => ({ id: mask, mask, status, refusedReason: null })
const pending = sender('GRACEMEN', 0)
const maskOf = (senderIds: SenderId[], picked: string | null) => selectedSender(senderIds, picked)?.mask ?? null

test('the only approved sender is chosen by itself', () => {
  expect(maskOf([sender('GRACE', 2), pending], null)).toBe('GRACE')
})

test('of several approved ones nobody is chosen until one is picked', () => {
  const both = [sender('GRACE', 2), sender('GRACEYOUTH', 2)]
  expect(maskOf(both, null)).toBeNull()
  expect(maskOf(both, 'graceyouth')).toBe('GRACEYOUTH')
})

test('one that was just requested is chosen while it waits, and never one that was refused or is gone', () => {
  expect(maskOf([sender('GRACE', 2), pending], 'GRACEMEN')).toBe('GRACEMEN')
  expect(maskOf([sender('GRACE', 2), sender('BANK', 3)], 'BANK')).toBe('GRACE')
  expect(maskOf([sender('BANK', 3)], 'BANK')).toBeNull()
  expect(maskOf([pending], 'GONE')).toBeNull()
})

test('only 2 is approved; 0 and 1 are under way', () => {
  expect([0, 1, 2, 3, 9].map((status) => senderState({ status }))).toEqual([
    'pending',
    'pending',
    'approved',
    'refused',
    'refused',
  ])
})
