import { fitText, type Measure } from './fit-text.ts'
import type { LabelSize } from './sizes.ts'
import type { Slip } from './slips.ts'

/** One thing on a label; lengths in dots from its upper left corner. Texts stand on their baseline `y`. */
export type Mark =
  | { kind: 'text'; x: number; y: number; size: number; weight: number; text: string; white?: true; isCode?: true }
  | { kind: 'box'; x: number; y: number; width: number; height: number; white?: true }
  | { kind: 'disc'; x: number; y: number; radius: number }
  | { kind: 'code'; x: number; y: number; module: number; text: string }

/** Modules of a code of six signs, and the quiet ground around it. */
const CODE_MODULES = 21
const QUIET_MODULES = 2
/** How far below the top of a line its letters stand, and how high the line is, in sizes. */
const BASELINE = 0.82
const LINE = 1.16
const SMALLEST_NAME = 0.42
/** A name in one line is large enough from here on. */
const LARGE_NAME = 0.7

type Pen = { slip: Slip; size: LabelSize; measure: Measure; unit: number; margin: number; column: number }

/** Draws a sticker as marks, from which canvas and vector picture are made alike. */
export function layoutLabel(slip: Slip, size: LabelSize, measure: Measure): Mark[] {
  const { width, height } = size.dots
  const margin = Math.round(height / 22)
  const side = (CODE_MODULES + 2 * QUIET_MODULES) * size.module
  const pen: Pen = { slip, size, measure, unit: height / 20, margin, column: width - 3 * margin - side }
  return [...words(pen), ...codeBlock(pen, side), ...bars(pen)]
}

type NamePlace = { width: number; size: number; /** Of one line or two. */ height: number }

/** A name in one line as large as it goes, or, where it would be small or cut, in two. */
function fitName(name: string, { width, size, height }: NamePlace, measure: Measure): { text: string; size: number }[] {
  const weight = 800
  const one = fitText(name, { width, size, smallest: Math.round(size * SMALLEST_NAME), weight }, measure)
  if (one.size >= size * LARGE_NAME) return [one]
  const high = Math.min(size, Math.floor(height / (2 * LINE)))
  const widthOf = (part: string): number => measure(part, high, weight)
  const [first, second] = halvesOf(name, widthOf)
  if (second === '') return [one]
  const shrunk = Math.floor(Math.min(1, width / Math.max(widthOf(first), widthOf(second))) * high)
  const smallest = Math.round(size * SMALLEST_NAME * 0.55)
  if (one.text === name && one.size >= shrunk) return [one]
  return [first, second].map((part) => {
    const fitting = { width, size: Math.max(shrunk, smallest), smallest: Math.max(shrunk, smallest), weight }
    return fitText(part, fitting, measure)
  })
}

const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Between two words where there are two, else within the one, with a hyphen; as even as may be. */
function halvesOf(name: string, widthOf: (part: string) => number): [string, string] {
  const gaps = [...name.matchAll(/[\s-]+/gu)].map(({ index, 0: gap }): [string, string] => [
    (name.slice(0, index) + gap).trim(),
    name.slice(index + gap.length),
  ])
  const letters = [...segments.segment(name)].map(({ segment }) => segment)
  const middle = Math.ceil(letters.length / 2)
  const within: [string, string] = [`${letters.slice(0, middle).join('')}-`, letters.slice(middle).join('')]
  const longest = ([first, second]: [string, string]): number => Math.max(widthOf(first), widthOf(second))
  return gaps.toSorted((one, other) => longest(one) - longest(other))[0] ?? within
}

/** Name, class and the small line, from the top down. */
function words({ slip, measure, unit, margin, column }: Pen): Mark[] {
  const flag = slip.hasCustodyFlag ? unit * 3.4 : 0
  // What the bars at the foot leave free is the name's.
  const free = [slip.allergies, slip.medical].filter((bar) => bar === '').length * unit * 2.8
  const name = { width: column - flag, size: Math.round(unit * 5), height: unit * 5 * LINE + free }
  const named = fitName(slip.name, name, measure)
  const lines = [
    { text: slip.line, size: unit * 2.3, weight: 600 },
    { text: slip.small, size: unit * 1.9, weight: 400 },
  ]
  let top = margin
  const marks = named.flatMap(({ text, size }): Mark[] => {
    const y = Math.round(top + size * BASELINE)
    top += size * LINE
    return text === '' ? [] : [{ kind: 'text', x: margin, y, weight: 800, text, size }]
  })
  top = Math.max(top, margin + unit * 5 * LINE)
  for (const { text, size, weight } of lines) {
    const smallest = Math.round(size * 0.7)
    const fitted = fitText(text, { width: column, size: Math.round(size), smallest, weight }, measure)
    if (text !== '') marks.push({ kind: 'text', x: margin, y: Math.round(top + size * BASELINE), weight, ...fitted })
    top += size * LINE
  }
  return slip.hasCustodyFlag ? [...marks, ...custodySign(margin + column - unit * 1.5, margin + unit * 2, unit)] : marks
}

/** A disc with a white bar: "not with everybody". */
const custodySign = (x: number, y: number, unit: number): Mark[] => [
  { kind: 'disc', x: Math.round(x), y: Math.round(y), radius: Math.round(unit * 1.5) },
  {
    kind: 'box',
    x: Math.round(x - unit),
    y: Math.round(y - unit * 0.3),
    width: Math.round(unit * 2),
    height: Math.round(unit * 0.6),
    white: true,
  },
]

/** The code for scanners in the upper corner, and below it for eyes. */
function codeBlock({ slip, size, measure, unit, margin }: Pen, side: number): Mark[] {
  const x = size.dots.width - margin - side
  const inset = QUIET_MODULES * size.module
  const spelled = fitText(
    slip.spacedCode,
    { width: side, size: Math.round(unit * 2.6), smallest: Math.round(unit), weight: 800 },
    measure,
  )
  const spelledX = Math.round(x + (side - measure(spelled.text, spelled.size, 800)) / 2)
  return [
    { kind: 'code', x: x + inset, y: margin + inset, module: size.module, text: slip.code },
    { kind: 'text', x: spelledX, y: Math.round(margin + side + unit * 2), weight: 800, isCode: true, ...spelled },
  ]
}

/** From the bottom up: where and when, what is medical, and the black bar of allergies. */
function bars({ slip, size, measure, unit, margin }: Pen): Mark[] {
  const width = size.dots.width - 2 * margin
  const bottom = size.dots.height - margin
  const foot = fitText(
    slip.foot,
    { width, size: Math.round(unit * 1.35), smallest: Math.round(unit), weight: 400 },
    measure,
  )
  const marks: Mark[] = [{ kind: 'text', x: margin, y: Math.round(bottom - unit * 0.3), weight: 400, ...foot }]
  let below = bottom - unit * 1.9
  for (const { text, isBlack } of [
    { text: slip.medical, isBlack: false },
    { text: slip.allergies, isBlack: true },
  ]) {
    if (text === '') continue
    const high = unit * 2.5
    const fitted = fitText(
      text,
      { width: width - unit, size: Math.round(unit * 1.8), smallest: Math.round(unit * 1.1), weight: 700 },
      measure,
    )
    marks.push(...bar({ x: margin, y: Math.round(below - high), width, height: Math.round(high) }, isBlack))
    marks.push({
      kind: 'text',
      x: Math.round(margin + unit / 2),
      y: Math.round(below - high / 2 + fitted.size * 0.36),
      weight: 700,
      ...(isBlack && { white: true }),
      ...fitted,
    })
    below -= high + unit * 0.3
  }
  return marks
}

type Place = { x: number; y: number; width: number; height: number }
const EDGE = 3

/** Black, or an outline of black. */
function bar(place: Place, isBlack: boolean): Mark[] {
  if (isBlack) return [{ kind: 'box', ...place }]
  const { x, y, width, height } = place
  const inside = { x: x + EDGE, y: y + EDGE, width: width - 2 * EDGE, height: height - 2 * EDGE }
  return [
    { kind: 'box', ...place },
    { kind: 'box', ...inside, white: true },
  ]
}
