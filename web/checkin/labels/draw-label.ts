import { codeModules } from './code-modules.ts'
import { layoutLabel, type Mark } from './layout-label.ts'
import type { Measure } from './fit-text.ts'
import { toBitmap, type Bitmap } from './bitmap.ts'
import type { LabelSize } from './sizes.ts'
import type { Slip } from './slips.ts'

type Pencil = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'font' | 'fillRect' | 'fillText' | 'beginPath' | 'arc' | 'fill'
>

const token = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name)

/** Of printers, in no scheme anything else. */
const paper = (): string => token('--nx-paper')
const ink = (): string => token('--nx-ink')

/** The typefaces of the page: names of any script are set as the screens set them. */
const family = (): string => token('--nx-sans') || 'sans-serif'

const fontOf = (size: number, weight: number): string => `${weight} ${size}px ${family()}`

function context(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const found = canvas.getContext('2d', { willReadFrequently: true })
  if (!found) throw new Error('This browser cannot draw.')
  return found
}

let ruler: CanvasRenderingContext2D | undefined

/** Widths as this browser sets them. */
export const measureText: Measure = (text, size, weight) => {
  ruler ??= context(1, 1)
  ruler.font = fontOf(size, weight)
  return ruler.measureText(text).width
}

/** A sticker as a label printer takes it: black or white, dot by dot. */
export function drawLabel(slip: Slip, size: LabelSize): Bitmap {
  const { width, height } = size.dots
  const pencil = context(width, height)
  pencil.fillStyle = paper()
  pencil.fillRect(0, 0, width, height)
  for (const mark of layoutLabel(slip, size, measureText)) draw(pencil, mark)
  return toBitmap(pencil.getImageData(0, 0, width, height))
}

function draw(pencil: Pencil, mark: Mark): void {
  pencil.fillStyle = 'white' in mark && mark.white ? paper() : ink()
  if (mark.kind === 'box') return pencil.fillRect(mark.x, mark.y, mark.width, mark.height)
  if (mark.kind === 'text') {
    pencil.font = fontOf(mark.size, mark.weight)
    return pencil.fillText(mark.text, mark.x, mark.y)
  }
  if (mark.kind === 'code') return drawCode(pencil, mark)
  pencil.beginPath()
  pencil.arc(mark.x, mark.y, mark.radius, 0, 2 * Math.PI)
  pencil.fill()
}

function drawCode(pencil: Pencil, { x, y, module, text }: Extract<Mark, { kind: 'code' }>): void {
  codeModules(text).forEach((row, down) =>
    row.forEach((isDark, across) => {
      if (isDark) pencil.fillRect(x + across * module, y + down * module, module, module)
    }),
  )
}
