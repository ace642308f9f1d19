import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addProof, readOwnProof, readPayment, startTransfer, type Payment } from '#contract/billing/payments.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { addressOf } from '#server/test-kit/call.ts'
import { openBankAccount, setPrice } from '#server/test-kit/price-store.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let church: Church
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  await setPrice(app.look, { currency: 'NGN', amount: '5.9' })
  await openBankAccount(app.look, 'NGN')
  church = await app.buildChurch()
})
afterAll(() => app.stop())
// Ten may wait at most.
beforeEach(() => app.look(`update payment set state = 'cancelled' where state in ('created', 'pending')`))

const begun = async (): Promise<Payment> => {
  const body = { purpose: 'units', currency: 'NGN', amount: '5900' } as const
  return (await app.call(startTransfer, { body }, { token: church.admin.token })).body
}
const prove = (payment: Payment, file: File) =>
  app.call(addProof, { params: { id: payment.id }, file }, { token: church.admin.token })
const download = (path: string) => fetch(app.url + path, { headers: { authorization: `Bearer ${church.admin.token}` } })

const pdf = (name = 'slip.pdf'): File => new File(['%PDF-1.7\n1 0 obj\n'], name)
async function picture(format: 'png' | 'jpeg' | 'webp', width = 3_000): Promise<File> {
  const drawn = sharp({ create: { width, height: 1_500, channels: 3, background: '#ffffff' } })
  const bytes = await drawn
    .toFormat(format)
    .withExif({ IFD0: { Copyright: 'Where it was taken' } })
    .toBuffer()
  return new File([new Uint8Array(bytes)], `slip.${format}`)
}

test.each(['png', 'jpeg', 'webp'] as const)(
  'a proof as %s is encoded anew, readable and without what the camera adds',
  async (format) => {
    const payment = await begun()
    const { status, body } = await prove(payment, await picture(format))
    expect([status, body.state]).toEqual([200, 'pending'])
    expect(body.proofs).toEqual([{ id: expect.any(String), fileName: `slip.${format}`, contentType: 'image/webp' }])
    const params = { id: payment.id, proofId: body.proofs[0]?.id ?? '' }
    const reply = await download(addressOf(readOwnProof, { params }))
    expect(reply.headers.get('content-type')).toBe('image/webp')
    const kept = await sharp(Buffer.from(await reply.arrayBuffer())).metadata()
    expect(kept).toMatchObject({ format: 'webp', width: 2_000, height: 1_000 })
    expect(kept.exif).toBeUndefined()
  },
)

test('a proof as PDF is known by its first bytes and kept as it is, for saving and not for showing', async () => {
  const payment = await begun()
  const { body } = await prove(payment, pdf('Übẹ́r\u202eweisung.jpg'))
  expect(body.proofs).toMatchObject([{ fileName: 'Übẹ́rweisung.jpg', contentType: 'application/pdf' }])
  const params = { id: payment.id, proofId: body.proofs[0]?.id ?? '' }
  const reply = await download(addressOf(readOwnProof, { params }))
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment; /)
  expect(reply.headers.get('content-security-policy')).toContain('sandbox')
  expect(await reply.text()).toBe('%PDF-1.7\n1 0 obj\n')
})

test.each([
  ['nothing', ''],
  ['a page', '<html><script>alert(1)</script>'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['half a PNG', '\x89PNG\r\n\x1a\n'],
  ['a PDF later on', 'x%PDF-1.7'],
])('a proof that is %s is refused', async (_what, content) => {
  const payment = await begun()
  expect((await prove(payment, new File([Buffer.from(content, 'latin1')], 'slip.pdf'))).body.code).toBe(
    'unsupported_proof',
  )
  const { body } = await app.call(readPayment, { params: { id: payment.id } }, { token: church.admin.token })
  expect([body.state, body.proofs]).toEqual(['created', []])
})

test('a proof may be 8 MB and no more', async () => {
  const payment = await begun()
  const sized = (bytes: number): File => new File([`%PDF-${'x'.repeat(bytes - 5)}`], 'slip.pdf')
  expect((await prove(payment, sized(8 * 1024 * 1024 + 1))).body.code).toBe('too_large')
  expect((await prove(payment, sized(8 * 1024 * 1024))).status).toBe(200)
})

test('a proof is one of ten at most, even when more come at once', async () => {
  const payment = await begun()
  const replies: Awaited<ReturnType<typeof prove>>[] = []
  // One account may send four files at once.
  for (let waves = 0; waves < 7; waves++)
    replies.push(...(await Promise.all([prove(payment, pdf()), prove(payment, pdf())])))
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(4).fill(400)])
})
