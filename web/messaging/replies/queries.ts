import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as calls from '#contract/messaging/replies.ts'
import type { Conversation, ConversationFilter, ConversationRow } from '#contract/messaging/replies.ts'
import { call, type ApiFailure } from '../../api/call.ts'
import { useIdempotencyKey } from '../../api/idempotency-key.ts'
import { keyOf, read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { readAgain } from '../../lists/read-again.ts'
import { toast } from '../../ui/toasts/index.ts'

/** An open inbox is looked at while people write. */
const FOLLOW_MS = 10_000

export const useCounts = () => useQuery({ ...read(calls.countConversations), refetchInterval: FOLLOW_MS }).data

/** The conversations; read again as soon as the figures say that something has been said or done. */
export function useConversations(filter: ConversationFilter, search: string) {
  const client = useQueryClient()
  const counts = useCounts()
  const figures = counts && JSON.stringify(counts)
  const query = { filter, ...(search && { search }) }
  useEffect(() => {
    if (figures === undefined) return
    for (const one of [calls.listConversations, calls.readConversation]) void readAgain(client, keyOf(one))
  }, [client, figures])
  return usePagedList<ConversationRow>([...keyOf(calls.listConversations), query], (page, signal) =>
    call(calls.listConversations, { query: { ...query, ...page } }, { signal }),
  )
}

/** Receipts of answers come without any other sign. */
export const useConversation = (id: string) =>
  useQuery({ ...read(calls.readConversation, { params: { id } }), refetchInterval: FOLLOW_MS })

const sentences: Partial<Record<ApiFailure['code'], TextId>> = {
  stopped: 'messaging.replies.failedStopped',
  not_enough_units: 'messaging.replies.failedUnits',
  sender_not_approved: 'messaging.replies.failedSender',
  network: 'messaging.replies.failedNetwork',
  timeout: 'messaging.replies.failedNetwork',
}

const failureText = ({ code }: ApiFailure): TextId => sentences[code] ?? 'messaging.replies.failed'

/** Does something to a conversation; its answer is shown at once. `said`: the toast when it is done. */
function useChange<What>(
  id: string,
  change: (what: What) => Promise<Conversation>,
  said?: (what: What) => TextId | undefined,
) {
  const t = useTexts()
  return useCall(change, {
    fills: read(calls.readConversation, { params: { id } }),
    refreshes: [calls.countConversations, calls.listConversations],
    done: (_changed, what) => {
      const text = said?.(what)
      if (text) toast.ok(t(text))
    },
    failed: (failure) => void toast.bad(t(failureText(failure))),
  })
}

type Marks = { read?: true; done?: boolean; maybeStop?: false }

export const useMark = (id: string) =>
  useChange(
    id,
    (body: Marks) => call(calls.markConversation, { params: { id }, body }),
    ({ done }) => (done ? 'messaging.replies.doneToast' : undefined),
  )

export const useAssign = (id: string) =>
  useChange(id, (accountId: string | null) => call(calls.assignConversation, { params: { id }, body: { accountId } }))

export const useStop = (id: string) =>
  useChange(
    id,
    (stop: boolean) => call(calls.stopConversation, { params: { id }, body: { stop } }),
    (stop) => (stop ? 'messaging.replies.stoppedToast' : 'messaging.replies.allowedToast'),
  )

/** One press is one answer, even when it is pressed again because the network was slow. */
export function useAnswer(id: string) {
  const key = useIdempotencyKey()
  return useChange(
    id,
    async (text: string) => {
      const options = { idempotencyKey: key.keyFor({ id, text }) }
      const changed = await call(calls.answerConversation, { params: { id }, body: { text } }, options)
      key.done()
      return changed
    },
    () => 'messaging.replies.sent',
  )
}
