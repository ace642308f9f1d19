import { expect, test } from 'vitest'
import { deliveryReason } from '#contract/messaging/delivery-reasons.ts'
import { recipientState } from '#contract/messaging/sent-sms.ts'
import { reasonWords, stateWords } from './state-words.ts'

test('every state has a word of its own', () => {
  const words = recipientState.options.map((state) => stateWords[state].word)
  expect(new Set(words).size).toBe(recipientState.options.length)
})

test('only what arrived looks well, only what failed looks bad, and what is unknown looks like neither', () => {
  const looking = (tone: string) => recipientState.options.filter((state) => stateWords[state].tone === tone)
  expect(looking('ok')).toEqual(['delivered'])
  expect(looking('bad')).toEqual(['failed'])
  expect(looking('unknown')).toEqual(['no_report', 'unknown'])
})

test('every reason has words of its own', () => {
  const words = deliveryReason.options.map((reason) => reasonWords[reason])
  expect(new Set(words).size).toBe(deliveryReason.options.length)
})
