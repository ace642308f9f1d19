/** Width of a text in dots when it is set in this size and weight. */
export type Measure = (text: string, size: number, weight: number) => number

type Fitting = { width: number; size: number; smallest: number; weight: number }

const CUT = '…'
const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A text that is too long gets smaller, then loses its end; a letter never loses its marks. */
export function fitText(text: string, fitting: Fitting, measure: Measure): { text: string; size: number } {
  const { width, size, smallest, weight } = fitting
  const natural = measure(text, size, weight)
  if (natural <= width) return { text, size }
  const shrunk = Math.floor((size * width) / natural)
  if (shrunk >= smallest && measure(text, shrunk, weight) <= width) return { text, size: shrunk }
  return { text: cut(text, (part) => measure(part, smallest, weight) <= width), size: smallest }
}

function cut(text: string, fits: (part: string) => boolean): string {
  if (fits(text)) return text
  const letters = [...segments.segment(text)].map(({ segment }) => segment)
  let [least, most] = [0, letters.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(letters.slice(0, middle).join('').trimEnd() + CUT)) least = middle
    else most = middle - 1
  }
  return letters.slice(0, least).join('').trimEnd() + CUT
}
