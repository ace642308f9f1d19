import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { demoNow } from '../clock/clock.ts'
import { BadInput, checked } from '../platform/input.ts'
import { postDelivery } from '../platform/post-delivery.ts'
import { MAILS_KEPT, type Mail, type Mails } from './mails.ts'

const wanted = z.object({ to: z.string().min(3).max(254), kind: z.enum(['hard', 'soft', 'complaint']) })
type Kind = z.infer<typeof wanted>['kind']

type Setting = { mails: Mails; webhookUrl: string | null; closing: AbortSignal }

/** `POST /_sandbox/mail/bounces`: the newest mail to an address comes back, as receiving servers report it. */
export function bounceRoutes(app: FastifyInstance, { mails, webhookUrl, closing }: Setting): void {
  app.post('/_sandbox/mail/bounces', async (request, reply) => {
    const { to, kind } = checked(wanted, request.body)
    const isTo = (mail: Mail): boolean => mail.to.some((address) => address.toLowerCase() === to.toLowerCase())
    const mail = mails.kept.newest(MAILS_KEPT).find((one) => isTo(one) && one.bouncesTo.startsWith('b-'))
    if (!mail) throw new BadInput('No email of a church went to this address.')
    if (!webhookUrl) throw new BadInput('Nobody is there to bring reports to.')
    const url = new URL(`/api/webhooks/mail/${encodeURIComponent(mail.bouncesTo)}`, webhookUrl).href
    const headers = { 'content-type': 'message/rfc822' }
    const taken = await postDelivery({ url, body: reportOf(mail, to, kind), headers, closing })
    return reply.code(taken ? 200 : 502).send({ taken })
  })
}

const statuses = {
  hard: { status: '5.1.1', said: 'smtp; 550 5.1.1 The email account that you tried to reach does not exist' },
  soft: { status: '4.2.2', said: 'smtp; 452 4.2.2 The email account that you tried to reach is over quota' },
}

/** A delivery status notification (RFC 3464), or a complaint (RFC 5965). */
function reportOf(mail: Mail, to: string, kind: Kind): string {
  const boundary = randomUUID()
  const part = (type: string, ...lines: string[]): string[] => [
    `--${boundary}`,
    `Content-Type: ${type}`,
    '',
    ...lines,
    '',
  ]
  const [type, middle] =
    kind === 'complaint'
      ? ['feedback-report', ['Feedback-Type: abuse', 'User-Agent: Sandbox/1.0', 'Version: 1']]
      : [
          'delivery-status',
          [
            'Reporting-MTA: dns; sandbox.example',
            '',
            `Final-Recipient: rfc822; ${to}`,
            'Action: failed',
            `Status: ${statuses[kind].status}`,
            `Diagnostic-Code: ${statuses[kind].said}`,
          ],
        ]
  return [
    'From: Mail Delivery System <mailer-daemon@sandbox.example>',
    `To: <${mail.bouncesTo}>`,
    `Date: ${demoNow().toUTCString()}`,
    `Subject: ${kind === 'complaint' ? 'Complaint about message' : 'Undelivered Mail Returned to Sender'}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=${type}; boundary="${boundary}"`,
    '',
    ...part('text/plain; charset=utf-8', kind === 'complaint' ? 'Marked as spam.' : 'Your mail came back.'),
    ...part(`message/${type}`, ...middle),
    ...part('text/rfc822-headers', `Subject: ${mail.subject}`, `Message-ID: ${mail.headers['message-id'] ?? ''}`),
    `--${boundary}--`,
    '',
  ].join('\r\n')
}
