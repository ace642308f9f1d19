import { expect, test } from 'vitest'
import { cardFace, createCards, type StandingCard } from './cards.ts'

const standing: StandingCard = {
  provider: 'stripe',
  token: 'pm_standing',
  owner: 'cus_standing',
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2035,
}

test('a card of the demo is known from the start, and again once all others are forgotten', () => {
  const cards = createCards([standing])
  const other = cards.add({ provider: 'stripe', owner: 'cus_other' }, cardFace.parse({}))
  expect(cards.find('stripe', 'pm_standing')).toMatchObject({ owner: 'cus_standing', last4: '4242' })
  expect(cards.find('paystack', 'pm_standing')).toBeNull()
  cards.clear()
  expect(cards.find('stripe', other.token)).toBeNull()
  expect(cards.find('stripe', 'pm_standing')).toMatchObject({ isRemoved: false })
})

test('one that was taken away is charged no more', () => {
  const cards = createCards([standing])
  const card = cards.find('stripe', 'pm_standing')
  if (card) card.isRemoved = true
  expect(cards.find('stripe', 'pm_standing')).toBeNull()
})
