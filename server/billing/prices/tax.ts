import { stepOf, type Decimal } from '#contract/billing/exact.ts'

/** Percent, exact: 7.5 is { units: 75n, scale: 1 }. */
export type TaxRate = { name: string; percent: Decimal }

const ten = (power: number): bigint => 10n ** BigInt(power)
const halfUp = (above: bigint, below: bigint): bigint => (above * 2n + below) / (below * 2n)

/** Tax on a net sum: rounded once, halves up, to what can be charged in the currency. */
export function taxOn(netMinor: number, { percent }: TaxRate, currency: string): number {
  const step = BigInt(stepOf(currency))
  return Number(halfUp(BigInt(netMinor) * percent.units, ten(percent.scale) * 100n * step) * step)
}

/** Tax within a sum that was named with it: the sum stays what was typed. */
export function taxWithin(grossMinor: number, { percent }: TaxRate): number {
  const whole = 100n * ten(percent.scale)
  return Number(halfUp(BigInt(grossMinor) * percent.units, whole + percent.units))
}

/** No tax at all. */
export const UNTAXED: TaxRate = { name: '', percent: { units: 0n, scale: 0 } }

/** A decimal as text: 75 × 10^-1 is 7.5. */
export function percentText({ units, scale }: Decimal): string {
  const digits = `${units}`.padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`.replace(/\.?0+$/, '')
}
