import { useRef } from 'react'
import { useNavigate } from '@tanstack/react-router'
import type { Result } from '#contract/endpoint.ts'
import { readSession } from '#contract/identity/session.ts'
import { listDrafts, sendDraft } from '#contract/messaging/drafts.ts'
import { listCampaigns } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { ApiFailure, call } from '../../api/call.ts'
import { useCall, useRefresh } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { toast, ORDINARY } from '../../ui/toasts/index.ts'
import { failureText, isSameRequest, sendRequestOf, type Content, type SendRequest } from './send-request.ts'

type Answer = Result<typeof sendSms>

function ask({ content, key, quotedUnits, draft }: SendRequest): Promise<Answer> {
  const options = { idempotencyKey: key }
  if (!draft) return call(sendSms, { body: { ...content.body, quotedUnits } }, options)
  const { id, version } = draft
  return call(sendDraft, { params: { id }, body: { version, quotedUnits } }, options)
}

async function send(request: SendRequest): Promise<Answer> {
  const answer = await ask(request)
  // Something on the way, such as a hotel's sign-in page, may answer in the server's place.
  if (typeof (answer as Partial<Answer> | null)?.status !== 'boolean')
    throw new ApiFailure('unexpected', 0, 'The answer is not ours.')
  return answer
}

type Sending = {
  onQuoteChanged: () => void
  /** Keeps the message with its route and answers which draft goes; null: none is kept, the message goes as it is. */
  keep: (chosen: { routeId: string | null }) => Promise<SendRequest['draft']>
  /** Where units are bought. */
  buyUnits: string
  /** Units that are missing for these. */
  missing: (units: number) => number
}

/** Sends a message once a press, however often the answer is lost, and says what came of it. */
export function useSend({ onQuoteChanged, keep, buyUnits, missing }: Sending) {
  const t = useTexts()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const press = useRef<SendRequest | null>(null)

  const refuse = ({ code, message }: Answer, { quotedUnits }: Content) => {
    if (code === 'quote_changed') {
      onQuoteChanged()
      return toast.warn(t('messaging.compose.quoteChanged'))
    }
    const count = missing(quotedUnits)
    if (code !== 'not_enough_units' || count <= 0) return toast.warn(message || t('messaging.compose.errorOccur'))
    return toast.bad(t('messaging.compose.unitsMissing', { count }), {
      text: t('messaging.compose.nothingSent'),
      action: { label: t('messaging.compose.buyUnits'), onPick: () => void navigate({ to: buyUnits }) },
    })
  }

  const sendOnce = async (content: Content) => {
    const last = press.current
    press.current = isSameRequest(last, content)
      ? last
      : sendRequestOf(content, await keep({ routeId: content.body.routeId ?? null }))
    return send(press.current)
  }
  return useCall(sendOnce, {
    done: (answer, content) => {
      // Answered for good, either way: the next press is a new one.
      press.current = null
      if (!answer.status) return refuse(answer, content)
      void refresh(readSession, listCampaigns, listDrafts)
    },
    failed: (failure) => {
      if (failure.code === 'idempotency_key_reused') press.current = null
      // Which of two texts goes is asked in its own dialog.
      if (failure.code === 'changed_meanwhile') return
      const text = failureText(failure)
      if (text) toast.bad(t(text), { duration: ORDINARY })
    },
  })
}
