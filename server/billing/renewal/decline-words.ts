import type { DeclineReason } from '#contract/billing/renewal.ts'

/** Providers' words for too little money on a card. */
const NO_MONEY = /insufficient|not_sufficient|limit_exceeded|exceeds|withdrawal_count/

/** Why a card was not charged, for people. `isOver`: it is not tried again. */
export function reasonOf(code: string, isOver: boolean): DeclineReason {
  if (code === 'plan_too_small' || code === 'no_price') return code
  if (code === 'plan_not_offered') return 'no_price'
  if (NO_MONEY.test(code)) return 'no_money'
  return isOver ? 'finished' : 'bank'
}
