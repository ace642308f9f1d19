const DECIMALS = 6

/** One, in millionths. */
export const MILLION = 1_000_000n

const PLAIN = /^(\d{1,40})(?:\.(\d{1,40}))?$/

/** What `String` makes of a positive number below 10^21. */
const WRITTEN = /^(\d+)(?:\.(\d+))?(?:e-(\d+))?$/

/**
 * What a client's number means: the shortest decimal that is this number, or the text as it stands, rounded half up to six
 * decimals, in millionths. So the noise of reckoning is gone, and 0.1 + 0.2 is 0.3. Null: no positive number, or none that
 * is written plainly.
 */
export function claimedNumber(claimed: number | string): bigint | null {
  const written = typeof claimed === 'number' ? WRITTEN.exec(String(claimed)) : PLAIN.exec(claimed.trim())
  const [, whole, part = '', exponent = '0'] = written ?? []
  if (whole === undefined) return null
  const above = BigInt(whole + part) * 10n ** BigInt(DECIMALS)
  const below = 10n ** BigInt(part.length + Number(exponent))
  const millionths = (above * 2n + below) / (below * 2n)
  return millionths > 0n ? millionths : null
}

/** Millionths as a plain decimal: 300000 is `0.3`. */
export function plainDecimal(millionths: bigint): string {
  const digits = `${millionths}`.padStart(DECIMALS + 1, '0')
  return `${digits.slice(0, -DECIMALS)}.${digits.slice(-DECIMALS)}`.replace(/\.?0+$/, '')
}
