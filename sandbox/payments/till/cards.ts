import { z } from 'zod'
import { createNewest } from '../../platform/newest.ts'
import type { PaymentProvider } from '../../platform/provider.ts'
import { mixedName } from './names.ts'

/** A card that was paid with: what its provider charges it by, and whose it is there. */
export type Card = {
  readonly provider: PaymentProvider
  readonly token: string
  readonly owner: string
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  /** Taken away at its provider: it is charged no more. */
  isRemoved: boolean
}

/** What a payer knows a card by; what is left out is as on the sandbox's own card. */
export const cardFace = z.strictObject({
  brand: z.string().min(1).max(20).default('visa'),
  last4: z
    .string()
    .regex(/^\d{4}$/)
    .default('4081'),
  expMonth: z.int().min(1).max(12).default(12),
  expYear: z.int().min(2000).max(2100).default(2035),
})
export type CardFace = z.output<typeof cardFace>

/** Known from the start: whoever stands beside a demo remembers its card longer than this process lives. */
export type StandingCard = Omit<Card, 'isRemoved'>

const CARDS_KEPT = 5_000
const PREFIX: Partial<Record<PaymentProvider, string>> = { stripe: 'pm_', paystack: 'AUTH_' }

export type Cards = {
  add(of: Pick<Card, 'provider' | 'owner'>, face: CardFace): Card
  /** Null: its provider knows none by this name, or no more. */
  find(provider: PaymentProvider, token: string): Card | null
  clear(): void
}

export function createCards(standing: readonly StandingCard[] = []): Cards {
  const kept = createNewest<Card>(CARDS_KEPT)
  const keepStanding = () => standing.forEach((card) => kept.add({ ...card, isRemoved: false }))
  keepStanding()
  return {
    add({ provider, owner }, face) {
      const card = { provider, owner, token: mixedName(PREFIX[provider] ?? ''), ...face, isRemoved: false }
      kept.add(card)
      return card
    },
    find(provider, token) {
      for (const card of kept.newestFirst())
        if (card.provider === provider && card.token === token) return card.isRemoved ? null : card
      return null
    },
    clear: () => {
      kept.clear()
      keepStanding()
    },
  }
}
