import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { DeliveryReason } from '#contract/messaging/delivery-reasons.ts'
import { countMessages } from '#contract/messaging/drafts.ts'
import { readSession } from '#contract/identity/session.ts'
import { listCampaigns, type CampaignReport } from '#contract/messaging/sent-sms.ts'
import { quoteResend, resendSms } from '#contract/messaging/resends.ts'
import type { SmsQuote } from '#contract/messaging/sms.ts'
import { call, type ApiFailure } from '../../api/call.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { QuoteDialog } from '../quote/quote-dialog.tsx'
import { RouteChoice } from '../sending/route-choice.tsx'
import { senderState, useSenderIds } from '../sender/sender-ids.ts'

const failures: Partial<Record<ApiFailure['code'], TextId>> = {
  quote_changed: 'messaging.compose.quoteChanged',
  sender_not_approved: 'messaging.test.notApproved',
  not_enough_units: 'messaging.replies.failedUnits',
  no_recipients: 'messaging.report.nobodyLeft',
}

/** The sender IDs that may send, and the one to try: another than that of the message, where there is one. */
function useSenderChoice(before: string) {
  const [chosen, choose] = useState<string | null>(null)
  const approved = (useSenderIds().data ?? []).filter((one) => senderState(one) === 'approved')
  const another = approved.find(({ mask }) => mask !== before)
  return { approved, senderId: chosen ?? another?.mask ?? before, choose, hasOther: another !== undefined }
}

type SenderChoiceProps = { choice: ReturnType<typeof useSenderChoice> }

function SenderChoice({ choice: { approved, senderId, choose, hasOther } }: SenderChoiceProps) {
  const t = useTexts()
  return (
    <SelectField
      label={t('messaging.compose.senderId')}
      hint={!hasOther && t('messaging.report.noOtherSender')}
      value={senderId}
      onChange={(event) => choose(event.target.value)}
    >
      {approved.map(({ mask }) => (
        <option key={mask} value={mask}>
          {mask}
        </option>
      ))}
    </SelectField>
  )
}

/** For whom it is sent again: those of these reasons; with another sender ID where that was why. */
export type Resending = { reasons: DeliveryReason[]; withSender: boolean }

type ResendProps = { campaign: CampaignReport; resending: Resending; onClose: () => void }

/** Sends a message again to those whom it did not reach, for what is quoted now. */
export function ResendDialog({ campaign: { id, senderId: before }, resending, onClose }: ResendProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const press = useIdempotencyKey()
  const choice = useSenderChoice(before)
  const { reasons, withSender } = resending
  const [wished, wish] = useState<string | null>(null)
  const asked = { params: { id }, query: { reasons: reasons.join(','), ...(wished && { routeId: wished }) } }
  const quote = useQuery({ ...read(quoteResend, asked), staleTime: 0, placeholderData: keepPreviousData })
  const send = useCall(
    ({ units, routeId }: SmsQuote) => {
      const body = { quotedUnits: units, routeId, reasons, ...(withSender && { senderId: choice.senderId }) }
      return call(resendSms, { params: { id }, body }, { idempotencyKey: press.keyFor(body) })
    },
    { refreshes: [listCampaigns, countMessages, readSession] },
  )
  const go = (agreed: SmsQuote) =>
    send.run(agreed, {
      done: (sent) => {
        press.done()
        toast.ok(t('messaging.compose.sentTitle'))
        onClose()
        void navigate({ to: paths.sentSmsReport, params: { id: sent.id } })
      },
      failed: ({ code }) => {
        if (code !== 'network') press.done()
        return quote.refetch()
      },
    })
  const count = quote.data?.recipients
  return (
    <QuoteDialog
      title={t('messaging.report.resendTitle')}
      quote={quote}
      act={count ? t('messaging.report.sendTo', { count }) : t('messaging.report.resend')}
      busy={send.busy || quote.isPlaceholderData}
      refused={send.failure ? t(failures[send.failure.code] ?? 'messaging.compose.sendFailed') : undefined}
      nobody={t('messaging.report.nobodyLeft')}
      onGo={go}
      onClose={onClose}
    >
      <p>{t('messaging.report.resendText')}</p>
      {withSender && <SenderChoice choice={choice} />}
      {quote.data && (
        <RouteChoice quote={quote.data} value={wished ?? quote.data.routeId} onChoose={(routeId) => wish(routeId)} />
      )}
    </QuoteDialog>
  )
}
