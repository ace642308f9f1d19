import { ticks } from 'd3-array'
import { arc, pie, type PieArcDatum } from 'd3-shape'
import type { Datum, Heading, Sheet } from './chart-data.ts'

export type Drawing = { kind: 'bars' | 'columns' | 'donut' | 'sheet'; data: readonly Datum[]; sheet: Sheet }

const WIDTH = 960
const EDGE = 40
const LINE = 34
const TOP = 150
const PLOT = 320
const RING = 260
const SCALE = 2

type Ink = { text: string; soft: string; line: string; ground: string; colours: string[]; grey: string; font: string }

/** The colours of the page as it looks now. */
function inkOf(element: Element): Ink {
  const style = getComputedStyle(element)
  const named = (name: string): string => style.getPropertyValue(name).trim()
  return {
    text: named('--nx-text'),
    soft: named('--nx-text-2'),
    line: named('--nx-line'),
    ground: named('--nx-surface'),
    colours: ['--nx-c1', '--nx-c2', '--nx-c3', '--nx-c4'].map(named),
    grey: named('--nx-c0'),
    font: style.fontFamily,
  }
}

type Desk = { pen: CanvasRenderingContext2D; ink: Ink }

/** Stripes, for what is not over or not specified: seen without colour too. */
function hatch({ pen, ink }: Desk, colour: string): CanvasPattern | string {
  const tile = document.createElement('canvas')
  tile.width = tile.height = 8
  const stripes = tile.getContext('2d')
  if (!stripes) return colour
  stripes.fillStyle = ink.ground
  stripes.fillRect(0, 0, 8, 8)
  stripes.fillStyle = colour
  stripes.fillRect(0, 0, 8, 4)
  return pen.createPattern(tile, 'repeat') ?? colour
}

const fillOf = (desk: Desk, { isHatched }: Datum, colour: string): CanvasPattern | string =>
  isHatched ? hatch(desk, colour) : colour

function write({ pen, ink }: Desk, text: string, { x, y, size = 18, bold = false, soft = false }: Writing): void {
  pen.font = `${bold ? 600 : 400} ${size}px ${ink.font}`
  pen.fillStyle = soft ? ink.soft : ink.text
  pen.fillText(text, x, y)
}
type Writing = { x: number; y: number; size?: number; bold?: boolean; soft?: boolean }

const highest = (data: readonly Datum[]): number =>
  Math.max(1, ...data.map(({ value, before }) => Math.max(value, before ?? 0)))

/** The number, its share, and the range that this can be said in. */
const figureOf = ({ value, note, range }: Datum): string =>
  [`${value}`, note, range && `(${range})`].filter(Boolean).join('  ')

function drawBars(desk: Desk, data: readonly Datum[]): void {
  const most = highest(data)
  for (const [place, datum] of data.entries()) {
    const y = TOP + place * LINE
    write(desk, datum.label, { x: EDGE, y: y + 22 })
    desk.pen.fillStyle = fillOf(desk, datum, desk.ink.colours[0] ?? '')
    desk.pen.fillRect(280, y + 4, (datum.value / most) * 420, LINE - 10)
    write(desk, figureOf(datum), { x: 716, y: y + 22, bold: true })
  }
}

function drawColumns(desk: Desk, data: readonly Datum[]): void {
  const { pen, ink } = desk
  const marks = ticks(0, highest(data), 4).filter(Number.isInteger)
  const top = Math.max(highest(data), marks.at(-1) ?? 1)
  const step = (WIDTH - 2 * EDGE - 40) / data.length
  const heightOf = (value: number): number => (value / top) * PLOT
  for (const mark of marks) {
    pen.fillStyle = ink.line
    pen.fillRect(EDGE + 36, TOP + PLOT - heightOf(mark), WIDTH - 2 * EDGE - 36, 1)
    write(desk, `${mark}`, { x: EDGE, y: TOP + PLOT - heightOf(mark) + 5, size: 14, soft: true })
  }
  for (const [place, datum] of data.entries()) {
    const x = EDGE + 40 + place * step
    pen.fillStyle = fillOf(desk, datum, ink.colours[0] ?? '')
    pen.fillRect(x + step * 0.2, TOP + PLOT - heightOf(datum.value), step * 0.6, heightOf(datum.value))
    pen.fillStyle = ink.text
    if (typeof datum.before === 'number')
      pen.fillRect(x + step * 0.1, TOP + PLOT - heightOf(datum.before) - 1, step * 0.8, 2)
    write(desk, `${datum.value}`, { x: x + step * 0.35, y: TOP + PLOT - heightOf(datum.value) - 6, size: 14 })
    write(desk, datum.label, { x: x + step * 0.1, y: TOP + PLOT + 22, size: 13, soft: true })
  }
}

function drawDonut(desk: Desk, data: readonly Datum[]): void {
  const { pen, ink } = desk
  const slices = pie<Datum>()
    .sort(null)
    .value(({ value }) => value)([...data])
  const ring = arc<PieArcDatum<Datum>>().innerRadius(70).outerRadius(120).padAngle(0.01).context(pen)
  const colourOf = (place: number, datum: Datum): string =>
    datum.isHatched ? ink.grey : (ink.colours[place % ink.colours.length] ?? '')
  pen.save()
  pen.translate(EDGE + 125, TOP + 125)
  for (const [place, slice] of slices.entries()) {
    pen.fillStyle = fillOf(desk, slice.data, colourOf(place, slice.data))
    pen.beginPath()
    ring(slice)
    pen.fill()
  }
  pen.restore()
  for (const [place, datum] of data.entries()) {
    const y = TOP + 20 + place * LINE
    pen.fillStyle = fillOf(desk, datum, colourOf(place, datum))
    pen.fillRect(360, y - 15, 18, 18)
    write(desk, datum.label, { x: 392, y })
    write(desk, figureOf(datum), { x: 720, y, bold: true })
  }
}

function drawSheet(desk: Desk, { headings, rows }: Sheet): void {
  const step = (WIDTH - 2 * EDGE) / Math.max(1, headings.length)
  for (const [line, cells] of [headings, ...rows].entries())
    for (const [place, text] of cells.entries())
      write(desk, text, { x: EDGE + place * step, y: TOP + line * LINE, size: 16, bold: line === 0 })
}

const heightOf = ({ kind, data, sheet }: Drawing): number => {
  if (kind === 'columns') return TOP + PLOT + 60
  if (kind === 'sheet') return TOP + (sheet.rows.length + 1) * LINE + EDGE
  return TOP + Math.max(kind === 'donut' ? RING : 0, data.length * LINE) + EDGE
}

/** The chart as a picture of its own: title, period, how many it is of, and the chart in the colours of the page. */
export async function drawPicture(page: Element, heading: Heading, drawing: Drawing): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * SCALE
  canvas.height = heightOf(drawing) * SCALE
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('There is nothing to draw on.')
  const desk = { pen, ink: inkOf(page) }
  pen.scale(SCALE, SCALE)
  pen.fillStyle = desk.ink.ground
  pen.fillRect(0, 0, WIDTH, heightOf(drawing))
  write(desk, heading.title, { x: EDGE, y: 60, size: 28, bold: true })
  write(desk, heading.period, { x: EDGE, y: 90, soft: true })
  write(desk, heading.count, { x: EDGE, y: 116, soft: true })
  if (drawing.kind === 'bars') drawBars(desk, drawing.data)
  else if (drawing.kind === 'columns') drawColumns(desk, drawing.data)
  else if (drawing.kind === 'donut') drawDonut(desk, drawing.data)
  else drawSheet(desk, drawing.sheet)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture came of it.'))), 'image/png'),
  )
}
