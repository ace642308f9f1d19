import { useState, type RefObject } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { toast } from '../../ui/toasts/index.ts'
import { quoteBodyOf, sendBodyOf } from '../draft/bodies.ts'
import { missingIn, type Draft, type Missing } from '../draft/draft.ts'
import { useQuote } from '../quote/use-quote.ts'
import { useSend } from '../sending/use-send.ts'
import { selectedSender, senderState, useSenderIds } from '../sender/sender-ids.ts'

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
