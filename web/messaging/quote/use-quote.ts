import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { quoteSms, type SmsQuote } from '#contract/messaging/sms.ts'
import { call } from '../../api/call.ts'
import { keyOf } from '../../api/queries.ts'
import { useSettled } from '../../device/clock.ts'
import type { QuoteBody } from '../draft/draft.ts'

const PAUSE_MS = 400

/** The body is the key: asking again for the same text and people is the same question. Nothing is kept afterwards. */
const quoteQuery = (asked: string) =>
  queryOptions({
    queryKey: [...keyOf(quoteSms), asked],
    queryFn: ({ signal }) => call(quoteSms, { body: JSON.parse(asked) as QuoteBody }, { signal }),
    gcTime: 0,
    retry: 1,
  })

export type Quoting = {
  /** The figures in sight; those of the text before while new ones are on their way. */
  quote: SmsQuote | null
  /** True when the figures are not of the text as it stands. */
  isStale: boolean
  isWanted: boolean
  failure: Error | null
  refresh: () => void
  /** The quote in sight or, when it is of another text, that of the server. */
  agreed: () => Promise<SmsQuote>
}

/** What the draft costs, asked after a pause in writing; a newer question cancels the older one. */
export function useQuote(body: QuoteBody | null): Quoting {
  const queries = useQueryClient()
  const wanted = body && JSON.stringify(body)
  const asked = useSettled(wanted, PAUSE_MS)
  const query = useQuery({
    ...quoteQuery(asked ?? ''),
    enabled: asked !== null && wanted !== null,
    placeholderData: keepPreviousData,
  })
  const quote = wanted === null ? null : (query.data ?? null)
  const isStale = wanted !== asked || query.isPlaceholderData || query.isFetching
  return {
    quote,
    isStale,
    isWanted: wanted !== null,
    failure: wanted === asked && !query.isFetching ? query.error : null,
    refresh: () => void query.refetch(),
    agreed: async () => (quote && !isStale ? quote : queries.query(quoteQuery(wanted ?? ''))),
  }
}
