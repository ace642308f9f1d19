import { once } from 'node:events'
import { expect, test } from 'vitest'
import { openSandbox } from './test-kit/sandbox.ts'

const invitation = {
  from: '"Grace Chapel" <no-reply@grace.example>',
  to: ['ada@example.com', 'Obi <obi@example.com>'],
  bcc: 'kemi@example.com',
  subject: 'Ẹ káàbọ̀, welcome',
  text: 'Choose a password: https://grace.example/reset?token=abc&x=1.',
  html: '<p>Choose a <a href="https://grace.example/reset">password</a></p>',
  headers: { 'List-Unsubscribe': '<https://grace.example/off>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
}

test('keeps a mail with everything a reader needs', async () => {
  const { mailer, mailInbox } = await openSandbox()
  await mailer().sendMail({ ...invitation, attachments: [{ filename: 'receipt.txt', content: 'paid' }] })
  const { total, items } = await mailInbox()
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({
    from: 'no-reply@grace.example',
    fromName: 'Grace Chapel',
    to: ['ada@example.com', 'obi@example.com', 'kemi@example.com'],
    subject: invitation.subject,
    html: expect.stringContaining(invitation.html),
    text: expect.stringContaining(invitation.text),
    headers: {
      'list-unsubscribe': '<https://grace.example/off>',
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    },
    attachments: [{ name: 'receipt.txt', type: 'text/plain', bytes: 4 }],
  })
})

test('finds mails by recipient, newest first, and can be emptied', async () => {
  const { mailer, mailInbox, url } = await openSandbox()
  const send = (to: string, subject: string) => mailer().sendMail({ from: 'a@b.example', to, subject, text: 'x' })
  await send('ada@example.com', 'one')
  await send('obi@example.com', 'two')
  await send('Ada@example.com', 'three')
  expect((await mailInbox('?to=ADA@example.com')).items.map((mail) => mail.subject)).toEqual(['three', 'one'])
  expect(await mailInbox('?limit=1')).toMatchObject({ total: 3, items: [{ subject: 'three' }] })
  await fetch(`${url}/_sandbox/mail`, { method: 'DELETE' })
  expect(await mailInbox()).toEqual({ total: 0, items: [] })
})

test('keeps the newest thousand', { timeout: 30_000 }, async () => {
  const { sandbox, mailInbox } = await openSandbox()
  const { createTransport } = await import('nodemailer')
  const pool = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, pool: true, maxMessages: Infinity })
  const send = (subject: string) => pool.sendMail({ from: 'a@b.example', to: 'c@d.example', subject, text: 'x' })
  await send('the oldest')
  await Promise.all(Array.from({ length: 999 }, (_, index) => send(`${index}`)))
  expect((await mailInbox('?limit=1000')).items.at(-1)?.subject).toBe('the oldest')
  await send('the newest')
  const { total, items } = await mailInbox('?limit=1000')
  expect([total, items[0]?.subject]).toEqual([1_000, 'the newest'])
  expect(items.some((mail) => mail.subject === 'the oldest')).toBe(false)
  pool.close()
})

test('refuse and tempfail keep the mail out, for good and for now', async () => {
  const { mailer, mailInbox, fault } = await openSandbox()
  await fault('mail', 'refuse')
  await fault('mail', 'tempfail')
  await expect(mailer().sendMail(invitation)).rejects.toMatchObject({ responseCode: 550 })
  await expect(mailer().sendMail(invitation)).rejects.toMatchObject({ responseCode: 451 })
  expect((await mailInbox()).total).toBe(0)
  await mailer().sendMail(invitation)
  expect((await mailInbox()).total).toBe(1)
})

test('a client that breaks off leaves the server standing', async () => {
  const { sandbox, mailer, mailInbox } = await openSandbox()
  const { connect } = await import('node:net')
  const socket = connect(sandbox.smtpPort, '127.0.0.1')
  await once(socket, 'data')
  const said = socket.setEncoding('utf8').iterator({ destroyOnReturn: false })
  socket.write('EHLO x\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<c@d.example>\r\nDATA\r\n')
  for await (const words of said) if (/^354/m.test(String(words))) break
  await new Promise<void>((resolve) => socket.write('Subject: half', () => resolve()))
  socket.resetAndDestroy()
  await mailer().sendMail(invitation)
  expect((await mailInbox()).items.map((mail) => mail.subject)).toEqual([invitation.subject])
})
