import type { AppContext } from '../../platform/app-context.ts'
import type { Download } from '../../platform/http/index.ts'
import type { WholeReceipt } from './receipt-store.ts'
import { methodNames, dateText, lineText, moneyText } from '../keepers/index.ts'
import { printable, receiptFonts } from './receipt-fonts.ts'
import { openPage, PAPER, type Face, type Page } from './receipt-page.ts'

/** The logo as the web draws it, in a square of 32: a doorway with a light in it. */
const mark = {
  side: 32,
  door: 'M3 30V15a13 13 0 0 1 26 0v15h-6V15.5a7 7 0 0 0-14 0V30z',
  light: 'M12 30V16a4 4 0 0 1 8 0v14z',
}

/** `Narthex` in the letters of our headings (Noto Serif 600), drawn: in sizes of 100, standing on the line 0. */
const wordmark = {
  em: 100,
  path: `M3.2 0L3.2 -4.9L5.2 -4.9Q7.3 -4.9 9 -5.4Q10.7 -5.8 11.7 -7.2Q12.6 -8.7 12.6 -11.7L12.6 -60.1Q12.6 -63 11.6 -64.4Q10.6 -65.7 9 -66.1Q7.4 -66.5 5.5 -66.5L3.2 -66.5L3.2 -71.4L23.9 -71.4L59.4 -19.5L59.4 -60.1Q59.4 -62.8 58.5 -64.1Q57.5 -65.5 55.9 -66Q54.3 -66.5 52.4 -66.5L50.1 -66.5L50.1 -71.4L75.8 -71.4L75.8 -66.5L73.4 -66.5Q71.4 -66.5 69.8 -65.9Q68.2 -65.4 67.3 -64Q66.4 -62.6 66.4 -59.7L66.4 0L58 0L19.5 -56.1L19.5 -11.7Q19.5 -8.7 20.4 -7.2Q21.3 -5.8 22.9 -5.4Q24.5 -4.9 26.5 -4.9L28.9 -4.9L28.9 0Z
    M98.1 1Q93.7 1 90.2 -0.7Q86.6 -2.5 84.6 -6.1Q82.5 -9.7 82.5 -15.2Q82.5 -23.3 88.1 -27.1Q93.7 -31 105 -31.4L113.3 -31.7L113.3 -37.4Q113.3 -41 112.7 -43.6Q112.1 -46.2 110.4 -47.7Q108.7 -49.1 105.4 -49.1Q102.4 -49.1 100.7 -47.7Q99 -46.4 98.4 -44Q97.7 -41.6 97.7 -38.3Q92.2 -38.3 89.5 -39.8Q86.7 -41.3 86.7 -44.8Q86.7 -48.4 89.4 -50.6Q92 -52.8 96.5 -53.8Q101 -54.8 106.3 -54.8Q116.3 -54.8 121.3 -50.9Q126.3 -47.1 126.3 -37.7L126.3 -12Q126.3 -9.2 126.9 -7.7Q127.5 -6.2 128.9 -5.6Q130.2 -4.9 132.4 -4.9L132.7 -4.9L132.7 0L116 0L114.1 -7.5L113.3 -7.5Q111.1 -4.8 109.2 -2.9Q107.2 -1 104.7 0Q102.1 1 98.1 1Z
    M102.4 -5.9Q105.7 -5.9 108.2 -7.5Q110.6 -9.1 112 -12.1Q113.3 -15.1 113.3 -19.1L113.3 -26.8L108.1 -26.5Q103.4 -26.3 100.8 -24.9Q98.1 -23.5 97 -21Q95.8 -18.5 95.8 -14.8Q95.8 -11.8 96.6 -9.9Q97.3 -7.9 98.8 -6.9Q100.2 -5.9 102.4 -5.9Z
    M138.9 0L138.9 -4.9L139.2 -4.9Q141.5 -4.9 143.3 -5.4Q145 -5.9 146 -7.4Q147 -9 147 -12.1L147 -41.9Q147 -44.9 146.1 -46.3Q145.1 -47.8 143.4 -48.2Q141.7 -48.7 139.5 -48.7L139.2 -48.7L139.2 -53.6L157.4 -53.6L159.4 -43.9L159.9 -43.9Q161.4 -47.2 163.2 -49.7Q164.9 -52.1 167.5 -53.4Q170.1 -54.7 174.4 -54.7Q180 -54.7 182.6 -52.4Q185.2 -50.2 185.2 -46.5Q185.2 -42.5 182.4 -40.3Q179.5 -38.2 173.9 -38.2Q173.9 -41 173.5 -42.7Q173.1 -44.5 172 -45.4Q170.9 -46.3 169 -46.3Q166.5 -46.3 164.8 -44.4Q163.1 -42.6 162.1 -39.6Q161.1 -36.6 160.6 -33.2Q160.1 -29.9 160.1 -27L160.1 -11.6Q160.1 -8.7 161.1 -7.2Q162.1 -5.8 163.8 -5.4Q165.5 -4.9 167.5 -4.9L170.6 -4.9L170.6 0Z
    M211.6 1Q203.9 1 200.1 -2.5Q196.2 -6 196.2 -14.7L196.2 -47.2L188.7 -47.2L188.7 -51.9Q191.4 -51.9 193.8 -52.9Q196.2 -54 197.8 -55.7Q199.4 -57.4 200.6 -59.9Q201.7 -62.4 202.4 -66L209.3 -66L209.3 -53.6L222.2 -53.6L222.2 -47.2L209.3 -47.2L209.3 -15.2Q209.3 -10.5 211.1 -8.3Q212.8 -6.1 216.3 -6.1Q218.1 -6.1 219.8 -6.3Q221.5 -6.5 223.1 -6.9L223.1 -1.2Q221.6 -0.5 218.5 0.3Q215.3 1 211.6 1Z
    M227.1 0L227.1 -4.9L227.8 -4.9Q230 -4.9 231.7 -5.4Q233.4 -5.8 234.5 -7.3Q235.5 -8.9 235.5 -11.9L235.5 -64.7Q235.5 -67.6 234.3 -68.9Q233.1 -70.3 231.4 -70.7Q229.7 -71.1 228 -71.1L226.9 -71.1L226.9 -76L248.5 -76L248.5 -57Q248.5 -54.8 248.5 -52.6Q248.4 -50.4 248.3 -48.7Q248.2 -47 248.1 -46.3L248.7 -46.3Q250.1 -48.9 252.1 -50.8Q254.1 -52.7 257 -53.7Q259.8 -54.8 263.5 -54.8Q272 -54.8 276.3 -50.2Q280.6 -45.6 280.6 -35.4L280.6 -12Q280.6 -8.9 281.5 -7.4Q282.3 -5.9 283.9 -5.4Q285.5 -4.9 287.7 -4.9L288 -4.9L288 0L267.6 0L267.6 -33.5Q267.6 -40 265.6 -43.6Q263.6 -47.1 258.5 -47.1Q254.9 -47.1 252.7 -45Q250.5 -42.9 249.6 -39.3Q248.6 -35.7 248.6 -31.3L248.6 -11.5Q248.6 -8.6 249.6 -7.2Q250.5 -5.8 252.2 -5.4Q253.8 -4.9 256 -4.9L256.4 -4.9L256.4 0Z
    M320.6 1Q308.5 1 302.1 -6.2Q295.7 -13.4 295.7 -26.5Q295.7 -40.5 302 -47.7Q308.2 -54.8 319.5 -54.8Q330 -54.8 336 -48.7Q341.9 -42.7 341.9 -30.8L341.9 -25.8L309 -25.8Q309.2 -15.5 312.8 -10.8Q316.4 -6.1 323.3 -6.1Q328.4 -6.1 331.9 -8.4Q335.3 -10.7 337 -13.8Q338.2 -13.5 339 -12.5Q339.8 -11.4 339.8 -9.8Q339.8 -7.5 337.8 -4.9Q335.8 -2.4 331.6 -0.7Q327.3 1 320.6 1Z
    M328.6 -31.9Q328.6 -39.6 326.6 -44.2Q324.5 -48.7 319.6 -48.7Q314.9 -48.7 312.2 -44.4Q309.5 -40.1 309.2 -31.9Z
    M347.4 0L347.4 -4.9L348.3 -4.9Q350.7 -4.9 352.4 -5.4Q354 -6 355.6 -7.4Q357.2 -8.9 359.1 -11.3L371.8 -26.9L359.2 -43.4Q357.8 -45.2 356.4 -46.3Q354.9 -47.5 353.5 -48.1Q352.1 -48.7 350.6 -48.7L349.3 -48.7L349.3 -53.6L378.2 -53.6L378.2 -48.7L377.9 -48.7Q374.6 -48.7 373.5 -47.8Q372.4 -47 372.4 -45.8Q372.4 -44.8 373 -43.7Q373.5 -42.7 374.7 -41.2L380.7 -33.6L385.4 -40Q386.6 -41.6 387.4 -43Q388.1 -44.4 388.1 -45.7Q388.1 -47.5 386.7 -48.1Q385.2 -48.7 383 -48.7L382.7 -48.7L382.7 -53.6L405.2 -53.6L405.2 -48.7L404.3 -48.7Q402.4 -48.7 400.9 -48.2Q399.4 -47.7 397.9 -46.3Q396.4 -44.9 394.3 -42.2L383.9 -29.3L398.6 -10.2Q400.1 -8.3 401.5 -7.1Q402.8 -5.9 404.1 -5.4Q405.4 -4.9 406.6 -4.9L407.9 -4.9L407.9 0L378.4 0L378.4 -4.9L378.9 -4.9Q381.9 -4.9 383.4 -5.7Q384.9 -6.6 384.9 -8.2Q384.9 -9.3 384.2 -10.7Q383.5 -12.1 381.1 -15.1L375 -22.8L368.2 -13.7Q367.3 -12.5 366.5 -11Q365.7 -9.5 365.7 -8.1Q365.7 -6.5 367.1 -5.7Q368.5 -4.9 371.8 -4.9L372.2 -4.9L372.2 0Z`,
}

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
  const end = drawTotal(page, shown, drawTax(page, shown, drawLines(page, shown, below + 34)) + 18)
  drawRefund(page, shown, end + 12)
  drawFoot(page, shown, site)
  return page.end()
}

function printableNames(
  { churchName, payerName, payerEmail, planName, legalName, issuerName }: WholeReceipt,
  hasGlyph: (codePoint: number) => boolean,
): Pick<WholeReceipt, 'churchName' | 'payerName' | 'payerEmail' | 'planName' | 'legalName' | 'issuerName'> {
  const shown = (text: string): string => (text === '' ? '' : printable(text, hasGlyph))
  return {
    churchName: shown(churchName),
    payerName: shown(payerName),
    payerEmail: shown(payerEmail),
    legalName: shown(legalName),
    issuerName: shown(issuerName),
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

/** Who paid: the church first, by its legal name where it gave one. */
function drawPayer(page: Page, receipt: WholeReceipt, top: number): number {
  const { churchName, payerName, payerEmail, legalName, taxNumber } = receipt
  const box = { x: LEFT, width: FACTS.x - LEFT - 28 }
  let y = page.write('P', 'Received from', { box: { ...box, y: top + 1.5 }, face: label }) + 4
  y = page.write('P', legalName || churchName, { box: { ...box, y }, face: { ...strong, size: 14 } }) + 2
  if (legalName !== '' && legalName !== churchName) y = page.write('P', churchName, { box: { ...box, y }, face: body })
  if (taxNumber !== '') y = page.write('P', `Tax number ${taxNumber}`, { box: { ...box, y }, face: body })
  if (payerName !== '') y = page.write('P', payerName, { box: { ...box, y }, face: body })
  if (payerEmail !== '') y = page.write('P', payerEmail, { box: { ...box, y }, face: { ...body, color: INK.quiet } })
  return y
}

function drawFacts(page: Page, { issuedAt, timeZone, method, reference }: WholeReceipt, top: number): number {
  const facts = { Date: dateText(issuedAt, timeZone), 'Paid by': methodNames[method], Reference: reference }
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

/** Net and tax, below the lines that they add up. */
function drawTax(page: Page, { lines, taxMinor, taxRate, taxName, currency }: WholeReceipt, top: number): number {
  const net = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const rows = [
    ['Net', net],
    [`${taxName || 'Tax'}, ${taxRate}%`, taxMinor],
  ] as const
  let y = top + 12
  for (const [name, minor] of rows) {
    const below = page.write('P', name, { box: { x: LEFT, y, width: WIDTH - AMOUNT_WIDTH - 20 }, face: label })
    const box = { x: RIGHT - AMOUNT_WIDTH, y, width: AMOUNT_WIDTH }
    page.write('P', moneyText(minor, currency), { box, face: right(body) })
    y = below + 5
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
  const text = `${moneyText(refunded.amountMinor, refunded.currency)} refunded on ${dateText(refundedAt, timeZone)}`
  page.write('P', text, {
    box: { x: LEFT + 120, y: top + 15.5, width: WIDTH - 138 },
    face: right({ ...body, color: INK.bad }),
  })
}

function drawFoot(page: Page, receipt: WholeReceipt, site: string): void {
  const { supportEmail, number, issuerName, issuerTaxNumber } = receipt
  const top = PAPER.height - PAPER.margin - 42
  const issuer = [issuerName, issuerTaxNumber && `Tax number ${issuerTaxNumber}`].filter(Boolean).join(' · ')
  const issuerTop = top - 8 - page.heightOf(issuer, WIDTH, label)
  if (issuer !== '') page.write('P', issuer, { box: { x: LEFT, y: issuerTop, width: WIDTH }, face: label })
  drawRule(page, top)
  const box = { x: LEFT, width: WIDTH - 130 }
  const y = page.write('P', 'Thank you.', { box: { ...box, y: top + 12 }, face: { ...strong, size: 9 } })
  if (supportEmail !== null)
    page.write('P', `Questions? Email ${supportEmail} and quote ${number}.`, { box: { ...box, y }, face: label })
  page.write('P', site, { box: { x: RIGHT - 125, y: top + 12, width: 125 }, face: right(label) })
}

/** A receipt as a PDF, drawn anew each time: it says when the money was given back. */
export async function receiptFile(
  { config }: Pick<AppContext, 'config'>,
  receipt: WholeReceipt,
): Promise<Download & { body: Buffer }> {
  return {
    fileName: `receipt-${receipt.number}.pdf`,
    contentType: 'application/pdf',
    body: await drawReceipt(receipt, new URL(config.publicUrl).host),
  }
}
