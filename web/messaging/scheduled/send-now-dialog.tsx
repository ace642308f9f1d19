import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readSession } from '#contract/identity/session.ts'
import { quoteDraft, sendDraft, type DraftRow } from '#contract/messaging/drafts.ts'
import { listCampaigns } from '#contract/messaging/sent-sms.ts'
import type { SmsQuote } from '#contract/messaging/sms.ts'
import { call } from '../../api/call.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { toast } from '../../ui/toasts/index.ts'
import { keptReads } from '../lists/kept-messages.ts'
import { QuoteDialog } from '../quote/quote-dialog.tsx'

/** Sends one that waits for its time, or could not go, at once, for what is quoted now. */
export function SendNowDialog({ row, onClose }: { row: DraftRow; onClose: () => void }) {
  const t = useTexts()
  const navigate = useNavigate()
  const press = useIdempotencyKey()
  const { id, version } = row
  const quote = useQuery({ ...read(quoteDraft, { params: { id } }), staleTime: 0 })
  const [refused, refuse] = useState('')
  const send = useCall(
    ({ units }: SmsQuote) => {
      const body = { version, quotedUnits: units }
      return call(sendDraft, { params: { id }, body }, { idempotencyKey: press.keyFor(body) })
    },
    { refreshes: [...keptReads, listCampaigns, readSession] },
  )
  const go = (agreed: SmsQuote) =>
    send.run(agreed, {
      done: ({ status, message, sentMessageDTO }) => {
        press.done()
        if (!status) {
          refuse(message)
          return quote.refetch()
        }
        toast.ok(t('messaging.compose.sentTitle'))
        onClose()
        if (sentMessageDTO) void navigate({ to: paths.sentSmsReport, params: { id: sentMessageDTO.id } })
      },
      failed: ({ code }) => {
        const isElsewhere = code === 'changed_meanwhile' || code === 'already_sent'
        refuse(t(isElsewhere ? 'messaging.draft.changedMeanwhile' : 'messaging.compose.sendFailed'))
      },
    })
  return (
    <QuoteDialog
      title={t('messaging.scheduled.sendNowTitle')}
      quote={quote}
      act={t('messaging.scheduled.sendNow')}
      busy={send.busy}
      refused={refused}
      onGo={go}
      onClose={onClose}
    >
      <p className="clip">{row.content.message}</p>
    </QuoteDialog>
  )
}
