import { methodNames } from '../../payments/payment-words.ts'
import { moneyText } from '../../payments/present.ts'
import { mark, wordmark } from './brand.ts'
import { printable } from './printable.ts'
import type { WholeReceipt } from '../read-receipt.ts'
import { receiptFonts } from './receipt-fonts.ts'
import { openPage, PAPER, type Face, type Page } from './receipt-page.ts'
import { dayText, lineText } from '../receipt-words.ts'

/** The light look; paper has no other. */
const INK = {
  text: '#241c21',
  quiet: '#63585e',
  accent: '#6f2a5d',
  accentGround: '#f7edf4',
  bad: '#a8211b',
  badGround: '#fcebe8',
  line: '#e5dfdb',
  lamp: '#e0a030',
}

const label: Face = { font: 'regular', size: 9, color: INK.quiet }
const body: Face = { font: 'regular', size: 10.5, color: INK.text }
const strong: Face = { font: 'semibold', size: 10.5, color: INK.text }
const right = (face: Face): Face => ({ ...face, align: 'right' })

const LEFT = PAPER.margin
const WIDTH = PAPER.width - 2 * PAPER.margin
const RIGHT = LEFT + WIDTH
const AMOUNT_WIDTH = 150
const FACTS = { x: 372, width: RIGHT - 372 }

/**
 * A receipt on one page of A4. The same receipt gives the same bytes. Names wrap, and letters that our fonts lack do not
 * hinder the rest. `site`: where the church signs in.
 */
export async function drawReceipt(receipt: WholeReceipt, site: string): Promise<Buffer> {
  const fonts = await receiptFonts()
  const hasGlyph = (codePoint: number): boolean =>
    fonts.regular.hasGlyphForCodePoint(codePoint) && fonts.semibold.hasGlyphForCodePoint(codePoint)
  const shown = { ...receipt, ...printableNames(receipt, hasGlyph) }
  const page = await openPage(fonts, `Receipt ${receipt.number}`, receipt.issuedAt)
  drawHead(page, shown)
  const below = Math.max(drawPayer(page, shown, 150), drawFacts(page, shown, 150))
  const end = drawTotal(page, shown, drawLines(page, shown, below + 34) + 18)
  drawRefund(page, shown, end + 12)
  drawFoot(page, shown, site)
  return page.end()
}

function printableNames(
  { churchName, payerName, payerEmail, planName }: WholeReceipt,
  hasGlyph: (codePoint: number) => boolean,
): Pick<WholeReceipt, 'churchName' | 'payerName' | 'payerEmail' | 'planName'> {
  const shown = (text: string): string => (text === '' ? '' : printable(text, hasGlyph))
  return {
    churchName: shown(churchName),
    payerName: shown(payerName),
    payerEmail: shown(payerEmail),
    planName: planName === null ? null : shown(planName),
  }
}

function drawHead(page: Page, { number }: WholeReceipt): void {
  page.decorate((document) => {
    document
      .save()
      .translate(LEFT, 54)
      .scale(30 / mark.side)
    document.path(mark.door).fill(INK.accent)
    document.path(mark.light).fill(INK.lamp).restore()
    document
      .save()
      .translate(LEFT + 40, 78)
      .scale(24 / wordmark.em)
    document.path(wordmark.path).fill(INK.text).restore()
  })
  const box = { x: LEFT + WIDTH / 2, width: WIDTH / 2 }
  const y = page.write('H1', 'Receipt', { box: { ...box, y: 48 }, face: right({ ...strong, size: 22 }) })
  page.write('P', number, { box: { ...box, y: y - 1 }, face: right({ ...body, size: 11, color: INK.quiet }) })
  drawRule(page, 118)
}

function drawRule(page: Page, y: number): void {
  page.decorate((document) => document.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.75).stroke(INK.line))
}

/** Who paid: the church first. */
function drawPayer(page: Page, { churchName, payerName, payerEmail }: WholeReceipt, top: number): number {
  const box = { x: LEFT, width: FACTS.x - LEFT - 28 }
  let y = page.write('P', 'Received from', { box: { ...box, y: top + 1.5 }, face: label }) + 4
  y = page.write('P', churchName, { box: { ...box, y }, face: { ...strong, size: 14 } }) + 2
  if (payerName !== '') y = page.write('P', payerName, { box: { ...box, y }, face: body })
  if (payerEmail !== '') y = page.write('P', payerEmail, { box: { ...box, y }, face: { ...body, color: INK.quiet } })
  return y
}

function drawFacts(page: Page, { issuedAt, timeZone, method, reference }: WholeReceipt, top: number): number {
  const facts = { Date: dayText(issuedAt, timeZone), 'Paid by': methodNames[method], Reference: reference }
  let y = top
  for (const [name, value] of Object.entries(facts)) {
    page.write('P', name, { box: { x: FACTS.x, y: y + 1.5, width: 60 }, face: label })
    y = page.write('P', value, { box: { x: FACTS.x + 64, y, width: FACTS.width - 64 }, face: body }) + 5
  }
  return y
}

/** What was paid for, a line each; answers where the last one ends. */
function drawLines(page: Page, { lines, planName, currency }: WholeReceipt, top: number): number {
  const table = page.open('Table')
  const amountBox = { x: RIGHT - AMOUNT_WIDTH, width: AMOUNT_WIDTH }
  const whatBox = { x: LEFT, width: WIDTH - AMOUNT_WIDTH - 20 }
  const head = page.open('TR', table)
  page.write('TH', 'Item', { box: { ...whatBox, y: top }, face: label, inside: head })
  let y = page.write('TH', 'Amount', { box: { ...amountBox, y: top }, face: right(label), inside: head }) + 7
  drawRule(page, y)
  for (const line of lines) {
    const row = page.open('TR', table)
    const amount = moneyText(line.amountMinor, currency)
    page.write('TD', lineText(line, planName), { box: { ...whatBox, y: y + 10 }, face: body, inside: row })
    const below = page.heightOf(lineText(line, planName), whatBox.width, body)
    page.write('TD', amount, { box: { ...amountBox, y: y + 10 }, face: right(body), inside: row })
    y += 10 + below + 10
    drawRule(page, y)
  }
  return y
}

function drawTotal(page: Page, { amountMinor, currency }: WholeReceipt, top: number): number {
  const height = 56
  drawPanel(page, INK.accentGround, top, height)
  const total: Face = { font: 'semibold', size: 20, color: INK.accent }
  page.write('P', 'Total paid', { box: { x: LEFT + 18, y: top + 20.5, width: 120 }, face: strong })
  const box = { x: LEFT + 140, width: WIDTH - 158 }
  const code: Face = right({ ...body, color: INK.quiet })
  const codeWidth = page.widthOf(currency, code) + 6
  page.write('P', moneyText(amountMinor, currency), {
    box: { ...box, y: top + 14, width: box.width - codeWidth },
    face: right(total),
  })
  page.write('P', currency, { box: { ...box, y: top + 23.5 }, face: code })
  return top + height
}

function drawPanel(page: Page, color: string, y: number, height: number): void {
  page.decorate((document) => document.roundedRect(LEFT, y, WIDTH, height, 12).fill(color))
}

/** Says that the money has gone back; nothing where it has not. */
function drawRefund(page: Page, { refundedAt, refunded, timeZone }: WholeReceipt, top: number): void {
  if (refundedAt === null || refunded === null) return
  drawPanel(page, INK.badGround, top, 46)
  const face: Face = { ...strong, color: INK.bad }
  page.write('P', 'REFUNDED', { box: { x: LEFT + 18, y: top + 15.5, width: 100 }, face })
  const text = `${moneyText(refunded.amountMinor, refunded.currency)} refunded on ${dayText(refundedAt, timeZone)}`
  page.write('P', text, {
    box: { x: LEFT + 120, y: top + 15.5, width: WIDTH - 138 },
    face: right({ ...body, color: INK.bad }),
  })
}

function drawFoot(page: Page, { supportEmail, number }: WholeReceipt, site: string): void {
  const top = PAPER.height - PAPER.margin - 42
  drawRule(page, top)
  const box = { x: LEFT, width: WIDTH - 130 }
  const y = page.write('P', 'Thank you.', { box: { ...box, y: top + 12 }, face: { ...strong, size: 9 } })
  if (supportEmail !== null)
    page.write('P', `Questions? Email ${supportEmail} and quote ${number}.`, { box: { ...box, y }, face: label })
  page.write('P', site, { box: { x: RIGHT - 125, y: top + 12, width: 125 }, face: right(label) })
}
