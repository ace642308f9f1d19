import { useState } from 'react'
import type { Pricing } from '#contract/billing/payments.ts'
import { preview, readAmount } from '../amount.ts'
import { usePricing } from '../queries.ts'

/** What is being typed on the screen of units, and what it comes to. */
export function useUnitsDraft() {
  const [typed, setTyped] = useState('')
  const [currency, setCurrency] = useState<string | undefined>(undefined)
  const pricing = usePricing(currency)
  const prices: Pricing | undefined = pricing.data
  const wanted = readAmount(typed)
  const price = prices?.smsPrice ?? null
  return {
    typed,
    setTyped,
    setCurrency,
    pricing,
    prices,
    wanted,
    preview: wanted && price && prices ? preview(wanted.amount, price, prices.currency) : null,
  }
}

export type UnitsDraft = ReturnType<typeof useUnitsDraft>
