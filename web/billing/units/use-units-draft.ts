import { useState } from 'react'
import type { Pricing } from '#contract/billing/payments.ts'
import { isTooMuch, preview, readAmount } from '../amount.ts'
import { useChangingPricing } from '../queries.ts'

/** What is being typed on the screen of units, and what it comes to. */
export function useUnitsDraft() {
  const [typed, setTyped] = useState('')
  const [currency, setCurrency] = useState<string | undefined>(undefined)
  const pricing = useChangingPricing(currency)
  const prices: Pricing | undefined = pricing.data
  /** The prices of the currency that was chosen are on their way; those of the last one count no more. */
  const isTurning = pricing.isPlaceholderData
  const wanted = readAmount(typed)
  const price = isTurning ? null : (prices?.smsPrice ?? null)
  return {
    typed,
    setTyped,
    currency: currency ?? prices?.currency ?? '',
    setCurrency,
    pricing,
    prices,
    isTurning,
    wanted,
    isTooMuch: isTooMuch(typed),
    preview: wanted && price && prices ? preview(wanted.amount, price, prices.currency) : null,
  }
}

export type UnitsDraft = ReturnType<typeof useUnitsDraft>
