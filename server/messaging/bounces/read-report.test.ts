import { expect, test } from 'vitest'
import { isHard, readReport } from './read-report.ts'

const report = (type: string, fields: string, boundary = 'x') =>
  Buffer.from(
    [
      'From: mailer-daemon@x.example',
      'MIME-Version: 1.0',
      `Content-Type: multipart/report; report-type=${type}; boundary=${boundary}`,
      '',
      `--${boundary}`,
      'Content-Type: text/plain',
      '',
      'Your mail came back.',
      `--${boundary}`,
      `Content-Type: message/${type}`,
      '',
      fields,
      `--${boundary}`,
      'Content-Type: text/rfc822-headers',
      '',
      'Subject: Action: failed',
      `--${boundary}--`,
      '',
    ].join('\r\n'),
  )
const status = (action: string, code: string, said = '') =>
  report(
    'delivery-status',
    `Reporting-MTA: dns; x.example\r\n\r\nFinal-Recipient: rfc822; a@x.example\r\nAction: ${action}\r\nStatus: ${code}\r\nDiagnostic-Code: ${said}`,
  )

test('a refusal for good, one for now, a delay, a delivery', async () => {
  expect(await readReport(status('failed', '5.1.1', 'smtp; 550 5.1.1 No\r\n such user'))).toEqual({
    kind: 'hard',
    code: '5.1.1',
    words: '550 5.1.1 No such user',
  })
  expect(await readReport(status('Failed', '4.2.2', 'smtp; 452 full'))).toMatchObject({
    kind: 'soft',
    words: '452 full',
  })
  expect(await readReport(status('failed', '5.7.1', 'smtp; 550 5.7.1 spam'))).toMatchObject({ kind: 'soft' })
  expect(await readReport(status('delayed', '4.4.1'))).toMatchObject({ kind: 'other' })
  expect(await readReport(status('delivered', '2.0.0'))).toMatchObject({ kind: 'delivered' })
  expect(await readReport(status('relayed', '2.0.0'))).toMatchObject({ kind: 'accepted' })
})

test('a complaint of a reader, and a report that is none', async () => {
  const arf = (type: string) => report('feedback-report', `Feedback-Type: ${type}\r\nUser-Agent: Some/1\r\nVersion: 1`)
  expect(await readReport(arf('abuse'))).toMatchObject({ kind: 'complaint' })
  expect(await readReport(arf('not-spam'))).toMatchObject({ kind: 'other' })
})

test('what is no report says nothing', async () => {
  const holiday =
    'From: a@x.example\r\nAuto-Submitted: auto-replied\r\nSubject: Away\r\n\r\nAction: failed\r\nStatus: 5.1.1'
  for (const raw of [
    '',
    holiday,
    '\0'.repeat(1000),
    `Content-Type: multipart/report; boundary=x\r\n\r\n${'--x\r\n'.repeat(5000)}`,
  ])
    expect(await readReport(Buffer.from(raw))).toMatchObject({ kind: 'other' })
})

test('a full mailbox and a refusal of us are not for good', () => {
  const hard = ['5.0.0', '5.1.1', '5.1.10', '5.2.1', '5.4.4', '5.5.0']
  const soft = ['4.1.1', '5.2.2', '5.3.4', '5.7.1', '5.7.26', '4.4.7']
  expect(hard.filter((code) => !isHard(code, null))).toEqual([])
  expect(soft.filter((code) => isHard(code, null))).toEqual([])
  expect([isHard(null, '550 unknown'), isHard(null, '451 later'), isHard(null, null)]).toEqual([true, false, false])
})
