/** An exact sum: `units` × 10^-`decimals` of the currency (in capitals). */
export type Sum = { units: bigint; decimals: number; currency: string }

const MAJOR = /^(\d{1,15})(?:\.(\d{1,12}))?$/

/** Reads `3540.5` as a number of units; null for what is no plain decimal, or has more decimals than allowed. */
export function readMajor(text: string, decimals: number): bigint | null {
  const [, whole, part = ''] = MAJOR.exec(text) ?? []
  if (whole === undefined) return null
  const beyond = part.slice(decimals)
  return /[1-9]/.test(beyond) ? null : BigInt(whole + part.slice(0, decimals).padEnd(decimals, '0'))
}

/** Reads a whole number of units as JSON and forms write it; null for anything else. */
export function readUnits(written: unknown): bigint | null {
  const text = typeof written === 'number' || typeof written === 'string' ? String(written) : ''
  return /^\d{1,15}$/.test(text) ? BigInt(text) : null
}

/** The sum in major units with all its decimals: `3540.50`. */
export function majorText({ units, decimals }: Pick<Sum, 'units' | 'decimals'>): string {
  if (decimals === 0) return `${units}`
  const digits = `${units}`.padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** For people: `NGN 3,540.50`. */
export const sumInWords = (sum: Sum): string =>
  `${sum.currency} ${majorText(sum).replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))}`

/** One major unit less; a sum as small as that doubles. */
export function otherAmount(sum: Sum): Sum {
  const major = 10n ** BigInt(sum.decimals)
  return { ...sum, units: sum.units > major ? sum.units - major : sum.units * 2n }
}

export const otherCurrency = (sum: Sum): Sum => ({ ...sum, currency: sum.currency === 'USD' ? 'EUR' : 'USD' })
