import { majorText } from '#contract/billing/exact.ts'
import { minorFrom } from '../amounts.ts'
import { ProviderRefusal } from '../provider.ts'

/**
 * The JSON number of major units. A number of JavaScript is written with the fewest digits that mean it, which are those
 * of the decimal for any sum that people pay; one that would come out as another is refused.
 */
export function majorNumber(minor: number, currency: string): number {
  const major = Number(majorText(minor, currency))
  if (minorFrom(major, currency) !== minor) throw new ProviderRefusal('This is no sum to be charged.', 'amount_invalid')
  return major
}
