import { expect, test } from 'vitest'
import type { NetworkDecision } from '#contract/messaging/sender-ids.ts'
import { documentsAsked, seenEverywhere, selectedSender, senderState, type SenderId } from './sender-ids.ts'

const sender = (mask: string, status: number, networks: NetworkDecision[] = []): SenderId => ({
  id: mask,
  mask,
  status,
  refusedReason: null,
  requestedAt: '2026-11-18T09:00:00.000Z',
  networks,
})
const network = (networkId: string, part: Partial<NetworkDecision> = {}): NetworkDecision => ({
  networkId,
  name: networkId,
  isoCode: 'NG',
  state: 'approved',
  since: null,
  documents: [],
  usually: [],
  reason: null,
  ...part,
})
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

test('offers another name only where every network that shows a number has approved it', () => {
  const grace = sender('GRACE', 2, [network('mtn'), network('glo', { state: 'pending' })])
  const chapel = sender('GRACECHAPEL', 2, [network('mtn'), network('glo')])
  expect(seenEverywhere([grace, chapel], 'GRACE', ['glo'])?.mask).toBe('GRACECHAPEL')
  expect(seenEverywhere([grace, chapel], 'GRACE', ['glo', '9mobile'])).toBeNull()
  expect(seenEverywhere([grace, { ...chapel, status: 0 }], 'GRACE', ['glo'])).toBeNull()
  expect(seenEverywhere([grace], 'GRACE', ['mtn'])).toBeNull()
})

test('a document that two networks want is asked for once', () => {
  const asks = network('mtn', { documents: ['authorisation_letter', 'sample_messages'] })
  expect(documentsAsked([asks, network('glo', { documents: ['authorisation_letter'] })])).toEqual([
    'authorisation_letter',
    'sample_messages',
  ])
})
