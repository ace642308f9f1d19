import type { Renewal, SavedCard } from '#contract/billing/renewal.ts'
import { daysAfter } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useSession } from '../../session/session.ts'

/** As its owner knows it: Visa •••• 0042. */
export function useCardName() {
  const t = useTexts()
  return ({ brand, last4 }: Pick<SavedCard, 'brand' | 'last4'>) =>
    t('billing.renewal.card', { brand: brand.charAt(0).toUpperCase() + brand.slice(1), last4 })
}

/** A card is good to the end of its month. */
export const endsBefore = ({ expMonth, expYear }: Pick<SavedCard, 'expMonth' | 'expYear'>, day: string): boolean =>
  `${expYear}-${String(expMonth).padStart(2, '0')}` < day.slice(0, 7)

/** Whether something is taken by itself next: switched on, with a card that nobody has refused. */
export const isComing = ({ isOn, card, next, declined }: Renewal): boolean =>
  isOn && card !== null && !card.isRefused && next !== null && declined === null

/** Today on the church's own calendar, as the server counts it, while the end is near; before that no day is told apart. */
export function useTodayNearEnd(): string {
  const { endsIn, church } = useSession()
  return endsIn === null ? '' : daysAfter(church.expiresOn, -endsIn)
}
