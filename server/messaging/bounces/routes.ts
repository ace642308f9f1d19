import { receiveMailReport } from '#contract/messaging/bounces.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Serve } from '../../platform/http/index.ts'
import { receiveReceipts, referenceOf } from '../campaigns/index.ts'
import { readBounceAddress } from '../email/index.ts'
import { MAIL_SERVER, reasonOf, type Receipt } from '../gateways/index.ts'
import { readReport, type MailReport } from './read-report.ts'

/** What comes back of emails. The address that it came to is what it is believed by. */
export function bounceRoutes(serve: Serve, context: AppContext): void {
  serve(receiveMailReport, async ({ params, request }) => {
    const place = readBounceAddress(params.to, context.config.secretKey)
    if (!place) throw new ApiError('not_found')
    const report = await readReport(request.rawBody ?? Buffer.alloc(0))
    const receipt = receiptOf(referenceOf(place.campaignId, place.position), report)
    if (receipt) await receiveReceipts(context, MAIL_SERVER, [receipt])
    return { kind: report.kind }
  })
}

function receiptOf(reference: string, { kind, code, words }: MailReport): Receipt | null {
  switch (kind) {
    case 'other':
      return null
    case 'accepted':
    case 'delivered':
      return { reference, state: kind, reason: null }
    case 'complaint':
      return { reference, state: 'delivered', reason: 'marked_as_spam', code: words }
    case 'hard':
    case 'soft':
      return { reference, state: 'failed', reason: reasonFor(kind, code ?? ''), code: saidOf(code, words) }
  }
}

const reasonFor = (kind: 'hard' | 'soft', code: string) => {
  const reason = reasonOf(code, kind === 'hard' ? 550 : 450)
  return reason === 'refused' && kind === 'hard' ? 'no_such_address' : reason
}

/** With the code in front, where the words do not have it. */
const saidOf = (code: string | null, words: string | null): string | null =>
  code && !words?.includes(code) ? [code, words].filter(Boolean).join(' ') : words
