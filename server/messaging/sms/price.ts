/** What a segment costs on a route, as an exact fraction of a unit. */
export type Rate = { numerator: number; denominator: number }

/** Units for so many segments: multiplied exactly, rounded up once for the whole campaign. */
export function unitsFor(segments: number, { numerator, denominator }: Rate): number {
  const product = BigInt(segments) * BigInt(numerator)
  const divisor = BigInt(denominator)
  return Number((product + divisor - 1n) / divisor)
}
