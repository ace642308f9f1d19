import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { countReasons, listRecipients, type CampaignRow, type RecipientRow } from '#contract/messaging/sent-sms.ts'
import { call } from '../../api/call.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { readAgain } from '../../lists/read-again.ts'
import { keyOf, read } from '../../api/queries.ts'
import { isUnderWay } from '../sent/delivery.ts'
import { following, useBalanceAfter } from '../sent/queries.ts'
import type { ReportFilter } from './report-filter.ts'

/** One sent SMS, live as long as something is expected of it. */
export function useCampaign(id: string) {
  const query = useQuery(following(id))
  const { data } = query
  useBalanceAfter(data && isUnderWay(data) ? 1 : 0, data?.unitsReturned)
  return query
}

/** Why messages did not arrive, read again when more did not. */
export function useReasons({ id, counts }: CampaignRow) {
  const client = useQueryClient()
  const { failed } = counts
  const seen = useRef(failed)
  useEffect(() => {
    if (seen.current === failed) return
    seen.current = failed
    void client.invalidateQueries({ queryKey: read(countReasons, { params: { id } }).queryKey })
  }, [client, id, failed])
  return useQuery(read(countReasons, { params: { id } })).data ?? []
}

/** A list that was scrolled far is many pages: it is read anew when sending has ended, not every two seconds. */
const READ_ANEW_UP_TO = 100

/** Reads the recipients again whenever the figures of their message have moved. */
function useMoving({ id, counts, state }: CampaignRow, shown: number) {
  const client = useQueryClient()
  const now = { figures: JSON.stringify(counts), state }
  const seen = useRef(now)
  const { figures } = now
  useEffect(() => {
    const hasMoved = seen.current.figures !== figures || seen.current.state !== state
    const hasEnded = seen.current.state !== state
    if (!hasMoved || (shown > READ_ANEW_UP_TO && !hasEnded)) return
    seen.current = { figures, state }
    void readAgain(client, [...keyOf(listRecipients), id])
  }, [client, id, figures, state, shown])
}

/** The people of one sent SMS and how it arrived with each, page by page. */
export function useRecipients(campaign: CampaignRow, { search, state, reason }: ReportFilter) {
  const { id } = campaign
  const filter = { ...(search && { search }), ...(state && { state }), ...(reason && { reason }) }
  const list = usePagedList<RecipientRow>([...keyOf(listRecipients), id, filter], (page, signal) =>
    call(listRecipients, { params: { id }, query: { ...filter, ...page } }, { signal }),
  )
  useMoving(campaign, list.rows.length)
  return list
}
