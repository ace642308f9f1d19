import { codeModules } from '../../labels/code-modules.ts'
import type { Pass } from '#contract/checkin/registration.ts'
import type { Translate } from '../../../languages/index.ts'

/** Who of the family, and where: their class, or their place in the line. */
type PassLine = { key: string; name: string; where: string }

/** The people of a pass, those with a place first. */
export const passLines = (t: Translate, { children, waiting }: Pass): PassLine[] => [
  ...children.map(({ personId, firstName, className, state }) => ({
    key: personId,
    name: firstName,
    where:
      state === 'registered'
        ? className
        : `${className} · ${t(state === 'checked_in' ? 'portal.pass.in' : 'portal.pass.out')}`,
  })),
  ...waiting.map(({ personId, firstName, className, place }) => ({
    key: personId,
    name: firstName,
    where: t('portal.pass.waits', { className, place }),
  })),
]

/** What stands on the picture of a pass; all of it is drawn here, on this phone. */
type PassPicture = {
  church: string
  code: string
  codeLabel: string
  spacedCode: string
  event: string
  when: string
  lines: readonly PassLine[]
}

type Ink = { ground: string; text: string; fine: string; line: string; lamp: string; door: string }

const WIDTH = 720
const SIDE = 64
const INNER = WIDTH - 2 * SIDE
/** Height of the half circle at the top, as of the card on the screen. */
const ARCH = 342
const QR = 368
const ROW = 64
/** Between a name and its class. */
const GAP = 24
const ABOVE_ROWS = 940
/** The mark of Narthex on a field of 32 by 32. */
const DOOR = 'M3 30V15a13 13 0 0 1 26 0v15h-6V15.500a7 7 0 0 0-14 0V30z'
const LIGHT = 'M12 30V16a4 4 0 0 1 8 0v14z'

/** The colours of the card, which is light in every scheme. */
function inkOf(card: HTMLElement): Ink {
  const style = getComputedStyle(card)
  const ink = (name: string) => style.getPropertyValue(`--nx-${name}`).trim()
  return {
    ground: ink('surface'),
    text: ink('text'),
    fine: ink('text-2'),
    line: ink('line'),
    lamp: ink('lamp'),
    door: ink('accent'),
  }
}

function drawGround(on: CanvasRenderingContext2D, height: number, ink: Ink): void {
  on.fillStyle = ink.ground
  on.fillRect(0, 0, WIDTH, height)
  const edge = 14
  on.beginPath()
  on.ellipse(WIDTH / 2, ARCH, WIDTH / 2 - edge, ARCH - edge, 0, Math.PI, 0)
  on.lineTo(WIDTH - edge, height - edge)
  on.lineTo(edge, height - edge)
  on.closePath()
  on.strokeStyle = ink.lamp
  on.lineWidth = 2
  on.stroke()
}

function drawMark(on: CanvasRenderingContext2D, top: number, ink: Ink): void {
  const scale = 2.5
  on.save()
  on.translate(WIDTH / 2 - 16 * scale, top)
  on.scale(scale, scale)
  const [door, light] = [new Path2D(DOOR), new Path2D(LIGHT)]
  on.fillStyle = ink.door
  on.fill(door)
  on.fillStyle = ink.lamp
  on.fill(light)
  on.restore()
}

function drawCode(on: CanvasRenderingContext2D, top: number, code: string): void {
  const rows = codeModules(code)
  // Whole points only: scanners want sharp edges.
  const size = Math.floor(QR / rows.length)
  const start = Math.round((WIDTH - size * rows.length) / 2)
  for (const [y, row] of rows.entries())
    for (const [x, dark] of row.entries()) if (dark) on.fillRect(start + x * size, top + y * size, size, size)
}

/** Shortened with dots where it is wider than `most`. */
function fitting(on: CanvasRenderingContext2D, text: string, most: number): string {
  if (on.measureText(text).width <= most) return text
  const signs = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment)
  while (signs.length > 0 && on.measureText(`${signs.join('')}…`).width > most) signs.pop()
  return `${signs.join('')}…`
}

function drawLines(
  on: CanvasRenderingContext2D,
  lines: readonly PassLine[],
  { ink, sans }: { ink: Ink; sans: string },
) {
  for (const [at, { name, where }] of lines.entries()) {
    const top = ABOVE_ROWS + at * ROW
    on.fillStyle = ink.line
    on.fillRect(SIDE, top, INNER, 2)
    on.font = `600 28px ${sans}`
    on.fillStyle = ink.text
    on.textAlign = 'start'
    const shown = fitting(on, name, INNER * 0.45)
    on.fillText(shown, SIDE, top + 42)
    const rest = INNER - on.measureText(shown).width - GAP
    on.font = `400 28px ${sans}`
    on.fillStyle = ink.fine
    on.textAlign = 'end'
    on.fillText(fitting(on, where, rest), WIDTH - SIDE, top + 42)
  }
}

/** The pass as a PNG, as it looks on the screen. */
export async function drawPass(card: HTMLElement, picture: PassPicture): Promise<Blob> {
  const style = getComputedStyle(card)
  const [sans, serif, mono] = ['sans', 'serif', 'mono'].map((name) => style.getPropertyValue(`--nx-${name}`).trim())
  const ink = inkOf(card)
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = ABOVE_ROWS + picture.lines.length * ROW + 40
  const on = canvas.getContext('2d')
  if (!on) throw new Error('This browser cannot draw.')
  const middle = (text: string, top: number, [font, colour]: [string, string]) => {
    on.font = font
    on.fillStyle = colour
    on.textAlign = 'center'
    on.fillText(fitting(on, text, INNER), WIDTH / 2, top)
  }
  drawGround(on, canvas.height, ink)
  drawMark(on, 72, ink)
  middle(picture.church, 200, [`600 32px ${serif}`, ink.text])
  on.fillStyle = ink.text
  drawCode(on, 240, picture.code)
  middle(picture.codeLabel, 666, [`400 28px ${sans}`, ink.fine])
  middle(picture.spacedCode, 752, [`600 80px ${mono}`, ink.text])
  middle(picture.event, 832, [`600 32px ${sans}`, ink.text])
  middle(picture.when, 880, [`400 28px ${sans}`, ink.fine])
  drawLines(on, picture.lines, { ink, sans: sans ?? '' })
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture came of it.'))), 'image/png'),
  )
}
