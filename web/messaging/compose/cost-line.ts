import type { SmsQuote } from '#contract/messaging/sms.ts'
import { useTexts } from '../../lib/languages/index.ts'

/** The cost in one line: the units and for how many, or how many units are missing. */
export function useCostLine(quote: SmsQuote | null): { text: string; isTooMuch: boolean } | null {
  const t = useTexts()
  if (!quote) return null
  if (quote.balanceAfter < 0)
    return { text: t('messaging.compose.unitsMissing', { count: -quote.balanceAfter }), isTooMuch: true }
  return {
    text: t('messaging.compose.costLine', { units: quote.units, count: quote.recipients }),
    isTooMuch: false,
  }
}
