import { useState, type RefObject, useRef } from 'react'
import { useTexts } from '../../languages/index.ts'
import { toast, ORDINARY } from '../../ui/toasts/index.ts'
import { quoteBodyOf, sendBodyOf, type SendBody, missingIn, type Draft, type Missing } from '../draft/draft.ts'
import { useQuote } from '../quote/use-quote.ts'
import { selectedSender, senderState, useSenderIds } from '../sender/sender-ids.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Result } from '#contract/endpoint.ts'
import { listCampaigns } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { ApiFailure, call } from '../../api/call.ts'
import { keyOf } from '../../api/queries.ts'
import { sessionQuery } from '../../session/session.ts'
import { failureText, UnexpectedAnswer, isSameRequest, sendRequestOf, type SendRequest } from './send-request.ts'

type Answer = Result<typeof sendSms>

async function send({ body, key }: SendRequest): Promise<Answer> {
  const answer = await call(sendSms, { body }, { idempotencyKey: key })
  // Something on the way, such as a hotel's sign-in page, may answer in the server's place.
  if (typeof (answer as Partial<Answer> | null)?.status !== 'boolean') throw new UnexpectedAnswer()
  return answer
}

type Sending = {
  /** The units of the quote in sight; worked out first when there is none. */
  agreedUnits: () => Promise<number>
  onQuoteChanged: () => void
}

/** Sends a message once a press, however often the answer is lost, and says what came of it. */
function useSend({ agreedUnits, onQuoteChanged }: Sending) {
  const t = useTexts()
  const queries = useQueryClient()
  const press = useRef<SendRequest | null>(null)

  const refuse = ({ code, message }: Answer) => {
    if (code === 'quote_changed') onQuoteChanged()
    toast.warn(
      code === 'quote_changed' ? t('messaging.compose.quoteChanged') : message || t('messaging.compose.errorOccur'),
    )
  }

  return useMutation({
    mutationFn: async (body: SendBody) => {
      const last = press.current
      press.current = isSameRequest(last, body) ? last : sendRequestOf(body, await agreedUnits())
      return send(press.current)
    },
    onSuccess: (answer) => {
      // Answered for good, either way: the next press is a new one.
      press.current = null
      if (!answer.status) return refuse(answer)
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      void queries.invalidateQueries({ queryKey: keyOf(listCampaigns) })
    },
    onError: (failure) => {
      if (failure instanceof ApiFailure && failure.code === 'idempotency_key_reused') press.current = null
      const text = failureText(failure)
      if (text) toast.bad(t(text), { duration: ORDINARY })
    },
  })
}

/** What was missing at the last press, as far as it is still missing. */
const stillMissing = (before: Missing, now: Missing): Missing => ({
  ...(before.message && now.message && { message: now.message }),
  ...(before.destination && now.destination && { destination: true }),
})

/** Where the cursor goes when something is missing. */
type Fields = { message: RefObject<HTMLElement | null>; destination: RefObject<HTMLElement | null> }

/** The draft, its sender, its cost and its way out. */
export function useCompose(initial: Draft, fields: Fields) {
  const t = useTexts()
  const [draft, setDraft] = useState(initial)
  const [asked, setAsked] = useState<Missing>({})
  const [sentUnits, setSentUnits] = useState<number | null>(null)
  const senderIds = useSenderIds()
  const selected = selectedSender(senderIds.data ?? [], draft.senderId)
  const sender = selected && senderState(selected) === 'approved' ? selected.mask : null
  const quoting = useQuote(quoteBodyOf(draft))
  const sending = useSend({ agreedUnits: quoting.agreedUnits, onQuoteChanged: quoting.refresh })
  const missing = missingIn(draft, sender)

  const send = () => {
    if (sending.isPending || sentUnits !== null) return
    setAsked(missing)
    if (missing.message) fields.message.current?.focus()
    else if (missing.destination) fields.destination.current?.focus()
    else if (sender === null) toast.warn(t('messaging.compose.noSender'))
    else
      sending.mutate(sendBodyOf(draft, sender), {
        onSuccess: ({ status, unitsUsed }) => status && setSentUnits(unitsUsed),
      })
  }

  return {
    draft,
    change: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
    sender,
    selected,
    senderIds,
    quoting,
    missing: stillMissing(asked, missing),
    send,
    isSending: sending.isPending,
    sentUnits,
  }
}
