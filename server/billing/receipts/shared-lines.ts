import type { Payment } from '#contract/billing/payments.ts'

/** Lines that add up to another sum, each with its share of it: rounded down, and the last line has the rest. */
export function shared(lines: Payment['lines'], amountMinor: number): Payment['lines'] {
  const whole = lines.reduce((sum, line) => sum + BigInt(line.amountMinor), 0n)
  const shares = lines.map((line) =>
    whole === 0n ? 0 : Number((BigInt(line.amountMinor) * BigInt(amountMinor)) / whole),
  )
  const rest = amountMinor - shares.slice(0, -1).reduce((sum, share) => sum + share, 0)
  return lines.map((line, place) => ({
    ...line,
    amountMinor: shares[place + 1] === undefined ? rest : (shares[place] ?? 0),
  }))
}
