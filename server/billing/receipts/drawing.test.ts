import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPdf } from '../../test-kit/pdf-text.ts'
import { drawReceipt } from './receipt-file.ts'
import { printable } from './receipt-fonts.ts'
import type { WholeReceipt } from './receipt-store.ts'

const SITE = 'narthex.example'

const receipt: WholeReceipt = {
  number: 'NX-2026-000123',
  paymentId: '01a1b2c3-0000-7000-8000-000000000001',
  issuedAt: new Date('2026-05-03T23:30:00Z'),
  reference: 'NX-4F7K2M9QXT',
  method: 'stripe',
  churchName: 'Grace Chapel',
  payerName: 'Ngọzi Eze',
  payerEmail: 'admin@grace.example',
  legalName: '',
  taxNumber: '',
  issuerName: '',
  issuerTaxNumber: '',
  amountMinor: 590_000,
  currency: 'NGN',
  units: 1_000,
  planName: null,
  months: null,
  lines: [{ what: 'units', count: 1_000, amountMinor: 590_000 }],
  taxMinor: 0,
  taxRate: '0',
  taxName: '',
  timeZone: 'Africa/Lagos',
  refundedAt: null,
  refunded: null,
  supportEmail: 'help@narthex.example',
}

const drawn = async (changes: Partial<WholeReceipt> = {}) =>
  readPdf(await drawReceipt({ ...receipt, ...changes }, SITE))

test('says both parties by their legal names and numbers, and what of the sum is tax', async () => {
  const { texts } = await drawn({
    legalName: 'Incorporated Trustees of Grace Chapel',
    taxNumber: '12345678-0001',
    issuerName: 'Narthex Church Services Ltd',
    issuerTaxNumber: 'RC 99',
    amountMinor: 634_250,
    taxMinor: 44_250,
    taxRate: '7.5',
    taxName: 'VAT',
  })
  expect(texts).toEqual(expect.arrayContaining(['Incorporated Trustees of Grace Chapel', 'Tax number 12345678-0001']))
  expect(texts).toEqual(expect.arrayContaining(['Net', '₦5,900.00', 'VAT, 7.5%', '₦442.50', '₦6,342.50']))
  expect(texts).toContain('Narthex Church Services Ltd · Tax number RC 99')
})

test('says on one page who paid what, when by the church’s calendar, how, and whom to ask', async () => {
  const { texts, pages } = await drawn()
  expect(pages).toBe(1)
  expect(texts).toEqual([
    'Receipt',
    'NX-2026-000123',
    'Received from',
    'Grace Chapel',
    'Ngọzi Eze',
    'admin@grace.example',
    'Date',
    '4 May 2026',
    'Paid by',
    'Card (Stripe)',
    'Reference',
    'NX-4F7K2M9QXT',
    'Item',
    'Amount',
    '1,000 SMS units',
    '₦5,900.00',
    'Net',
    '₦5,900.00',
    'Tax, 0%',
    '₦0.00',
    'Total paid',
    '₦5,900.00',
    'NGN',
    'Thank you.',
    'Questions? Email help@narthex.example and quote NX-2026-000123.',
    SITE,
  ])
})

test('names months, the extra for a dearer plan, and that the money was given back', async () => {
  const { texts } = await drawn({
    method: 'bank_transfer',
    currency: 'XAF',
    amountMinor: 123_456_789,
    planName: 'Growing',
    lines: [
      { what: 'months', count: 3, amountMinor: 123_000_000 },
      { what: 'upgrade', count: 1, amountMinor: 456_789 },
    ],
    refundedAt: new Date('2026-05-09T08:00:00Z'),
    refunded: { amountMinor: 123_456_789, currency: 'XAF' },
    supportEmail: null,
  })
  expect(texts).toContain('Bank transfer')
  expect(texts).toContain('Growing, 3 months')
  expect(texts).toContain('FCFA 123,000,000')
  expect(texts).toContain('Larger plan for 1 remaining day')
  expect(texts).toContain('REFUNDED')
  expect(texts).toContain('FCFA 123,456,789 refunded on 9 May 2026')
  expect(texts.join(' ')).not.toContain('Questions?')
})

test.each([
  ['GHS', 'GH₵5,900.00'],
  ['EUR', '€5,900.00'],
  ['EGP', 'E£5,900.00'],
  ['XOF', 'CFA 590,000'],
])('writes the sign of %s', async (currency, text) => {
  expect((await drawn({ currency })).texts).toContain(text)
})

test('can be read aloud: it has a title, a language, a heading and a table', async () => {
  const { dictionaries } = await drawn()
  expect(dictionaries).toContain('/Lang (en)')
  expect(dictionaries).toMatch(/\/Title \d+ 0 R/)
  expect(dictionaries).toContain('(Receipt NX-2026-000123)')
  expect(dictionaries).toContain('/DisplayDocTitle true')
  expect(dictionaries).toContain('/Marked true')
  for (const tag of ['Document', 'H1', 'Table', 'TR', 'TH', 'TD']) expect(dictionaries).toContain(`/S /${tag}\n`)
})

test('is the same to the byte when it is drawn again', async () => {
  const [first, second] = await Promise.all([drawReceipt(receipt, SITE), drawReceipt(receipt, SITE)])
  expect(first.equals(second)).toBe(true)
})

test('long names wrap, and nothing of them is lost', async () => {
  const churchName = `${'The Everlasting Fountain of Living Waters '.repeat(4)}${'Gospelassembly'.repeat(2)}`
  const payerName = 'Ọlálékan Adéwálé-Ọ̀ṣúntókun '.repeat(6).trim()
  const { texts, pages } = await drawn({ churchName, payerName })
  expect(pages).toBe(1)
  const bare = (text: string): string => text.replaceAll(' ', '')
  expect(bare(texts.join(''))).toContain(bare(churchName))
  expect(bare(texts.join(''))).toContain(bare(payerName.normalize('NFC')))
})

test('names in scripts that the fonts lack do not hinder the rest', async () => {
  const { texts } = await drawn({ churchName: 'كنيسة النعمة, Lagos 🙏', payerName: '王小明 Eze' })
  expect(texts).toContain('????? ??????, Lagos')
  expect(texts).toContain('??? Eze')
  expect(texts).toContain('₦5,900.00')
})

test('marks on letters and signs that turn the direction neither break nor turn a name', () => {
  const isLatin = (codePoint: number): boolean => codePoint < 0x370
  expect(printable('Gra\u0063\u0327e', isLatin)).toBe('Graçe')
  expect(printable('Grace\u202E Chapel\n\t 2', isLatin)).toBe('Grace Chapel 2')
  expect(printable('e\u20DD', isLatin)).toBe('e')
  expect(printable('🙏', isLatin)).toBe('?')
})

test('any name at all makes one page', { timeout: 60_000 }, async () => {
  const names = fc.string({ unit: 'binary', maxLength: 80 })
  await fc.assert(
    fc.asyncProperty(names, names, async (churchName, payerName) => {
      const { pages, texts } = await drawn({ churchName, payerName })
      expect(pages).toBe(1)
      expect(texts).toContain('₦5,900.00')
    }),
    { numRuns: 60 },
  )
})
