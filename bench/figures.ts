/** The value below which this share of the values lies; 0.5 is the median. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

let broken = 0

/** Prints one figure beside what is promised, and remembers when it does not hold. */
export function report(what: string, figure: string, kept: boolean | null): void {
  if (kept === false) broken += 1
  const mark = kept === null ? ' ' : kept ? '✓' : '✗'
  console.log(`${mark} ${what.padEnd(44)} ${figure}`)
}

export const brokenPromises = (): number => broken
