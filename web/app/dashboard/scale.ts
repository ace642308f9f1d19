type Scale = { top: number; marks: readonly number[] }

const STEPS = [1, 2, 5] as const
const GAPS = 3

/** An axis from zero with three gaps of a round size that holds the highest value. Marks run from the top down. */
export function scaleFor(highest: number): Scale {
  let size = 1
  for (;;) {
    for (const step of STEPS) {
      const gap = step * size
      if (gap * GAPS >= highest) return { top: gap * GAPS, marks: [gap * GAPS, gap * 2, gap, 0] }
    }
    size *= 10
  }
}
