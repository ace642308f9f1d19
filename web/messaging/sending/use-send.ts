import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Result } from '#contract/endpoint.ts'
import { listCampaigns } from '#contract/messaging/sent-sms.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { ApiFailure, call } from '../../lib/api.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { keyOf } from '../../lib/queries.ts'
import { sessionQuery } from '../../lib/session.ts'
import { ORDINARY, toast } from '../../ui/toasts/index.ts'
import type { SendBody } from '../draft/bodies.ts'
import { failureText, UnexpectedAnswer } from './failure-text.ts'
import { isSamePress, pressOf, type Press } from './press.ts'

type Answer = Result<typeof sendSms>

async function send({ body, key }: Press): Promise<Answer> {
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
export function useSend({ agreedUnits, onQuoteChanged }: Sending) {
  const t = useTexts()
  const queries = useQueryClient()
  const press = useRef<Press | null>(null)

  const refuse = ({ code, message }: Answer) => {
    if (code === 'quote_changed') onQuoteChanged()
    toast.warn(
      code === 'quote_changed' ? t('messaging.compose.quoteChanged') : message || t('messaging.compose.errorOccur'),
    )
  }

  return useMutation({
    mutationFn: async (body: SendBody) => {
      const last = press.current
      press.current = isSamePress(last, body) ? last : pressOf(body, await agreedUnits())
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
