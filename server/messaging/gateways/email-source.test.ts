import { generateKeyPairSync } from 'node:crypto'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { readDkim } from '../../test-kit/dkim.ts'
import { emailSource, quotedPrintable, type Letter } from './email-source.ts'

const letter: Letter = {
  fromName: 'Grace Chapel',
  from: 'news@grace.example',
  to: 'ada@one.example',
  replyTo: 'office@grace.example',
  subject: 'Sunday',
  text: 'Hello',
  html: '<p>Hello</p>',
  messageId: '<1.2@mail.example>',
  stopLink: 'https://narthex.example/o/abcde000000000',
  dkim: null,
  at: new Date('2026-11-22T09:05:00Z'),
}
const read = async (part: Partial<Letter>) => PostalMime.parse(await emailSource({ ...letter, ...part }))
const linesOf = async (part: Partial<Letter>) =>
  (await emailSource({ ...letter, ...part })).toString('latin1').split('\r\n')

test('what is written is read: names, subject and both bodies in any script', async () => {
  const subject = 'Ọlá, “thanks” for ₦500 and a subject that is long enough to stand in several lines of a header 🎉'
  const text = `Ẹ káàbọ̀ = a + b\r\n.\r\nFrom here on, a line with spaces behind  \n${'long '.repeat(60)}end\t`
  const html = `<p dir="rtl">مرحبا</p>${'<p style="margin:0">Ọ̀sọ̀sẹ̀</p>'.repeat(50)}`
  const mail = await read({ subject, text, html, fromName: 'Ìjọ “Grace”, Lagos' })
  expect(mail).toMatchObject({ subject, from: { name: 'Ìjọ “Grace”, Lagos', address: 'news@grace.example' } })
  expect(mail.text?.trimEnd()).toBe(text.replaceAll('\r\n', '\n').trimEnd())
  expect(mail.html?.trim()).toBe(html)
  expect(mail.date).toBe('2026-11-22T09:05:00.000Z')
  expect((await linesOf({ subject, text, html })).filter((line) => line.length > 78)).toEqual([])
})

test('no name, subject or address ends a header and begins another', async () => {
  const mail = await read({
    subject: 'x\r\nBcc: a@b.example',
    fromName: 'y"\r\nBcc: c@d.example',
    to: 'z@bücher.example',
  })
  expect(mail.headers.some(({ key }) => key === 'bcc')).toBe(false)
  expect(mail.to?.[0]?.address).toBe('z@xn--bcher-kva.example')
  expect(mail.from?.name).toBe('y" Bcc: c@d.example')
})

test('no line is too long or broken inside a sign, wherever the signs fall', () => {
  for (let start = 0; start < 80; start++) {
    const text = `${'x'.repeat(start)}${'ọ='.repeat(120)}`
    const written = quotedPrintable(text)
    expect(
      written.split('\r\n').filter((line) => line.length > 76 || /=[0-9A-F]?$/.test(line.replace(/=$/, ''))),
    ).toEqual([])
    const bytes = written
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    expect(Buffer.from(bytes, 'latin1').toString()).toBe(text)
  }
})

test('the signature holds, covers one-click, and breaks with a letter', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const dkim = { domainName: 'grace.example', keySelector: 'nx1', privateKey }
  const bodies = ['Hello', '', 'two  spaces \t\n\n\n', '.\n..\n']
  for (const text of bodies) {
    const source = await emailSource({ ...letter, subject: 'Ọlá '.repeat(30), text, dkim })
    expect(readDkim(source, key)).toMatchObject({ holds: true, domain: 'grace.example', selector: 'nx1' })
    expect(readDkim(source, key)?.headers).toContain('list-unsubscribe-post')
    const forged = Buffer.from(source.toString('latin1').replace('<p>Hello', '<p>Hullo'), 'latin1')
    expect(readDkim(forged, key)?.holds).toBe(false)
  }
})
