import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { countMessages } from '#contract/messaging/drafts.ts'
import { deleteSentSms, listCampaigns, readCampaign, type CampaignRow } from '#contract/messaging/sent-sms.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { keyOf, read } from '../../api/queries.ts'
import { sessionQuery } from '../../session/session.ts'
import { isUnderWay, paceOf } from './delivery.ts'

/** One send, looked at again as long as something is expected of it and the page is in sight. */
export const following = (id: string) => ({
  ...read(readCampaign, { params: { id } }),
  refetchInterval: ({ state }: { state: { data: CampaignRow | undefined } }) =>
    state.data ? paceOf(state.data, Date.now()) : false,
})

const byId = (results: UseQueryResult<CampaignRow>[]) =>
  Object.fromEntries(results.flatMap(({ data }) => (data ? [[data.id, data]] : [])))

/** The rows with those that still move as they are now. Only they are asked for: the list itself may be long. */
function useFollowed(rows: readonly CampaignRow[]): readonly CampaignRow[] {
  const [openedAt] = useState(() => Date.now())
  const moving = rows.filter((row) => paceOf(row, openedAt) !== false)
  const fresh = useQueries({ queries: moving.map(({ id }) => following(id)), combine: byId })
  return useMemo(() => rows.map((row) => fresh[row.id] ?? row), [rows, fresh])
}

/** Units that come back when a send ends, and afterwards for what did not arrive, stand in the session. */
export function useBalanceAfter(sending: number, returned?: number) {
  const client = useQueryClient()
  const before = useRef({ sending, returned })
  useEffect(() => {
    const { current } = before
    const hasMore = current.returned !== undefined && current.returned !== returned
    if (sending < current.sending || hasMore) void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    before.current = { sending, returned }
  }, [client, sending, returned])
}

/** Sent SMS, newest first, page by page, and live while one is being sent. */
export function useSentSms(search: string) {
  const list = usePagedList<CampaignRow>([...keyOf(listCampaigns), { search }], (page, signal) =>
    call(listCampaigns, { query: { ...(search && { search }), ...page } }, { signal }),
  )
  const rows = useFollowed(list.rows)
  useBalanceAfter(rows.filter(isUnderWay).length)
  return { ...list, rows }
}

/** Ids stand in the address, and proxies refuse addresses beyond 8 kB. */
const IDS_A_CALL = 150

async function deleteAll(ids: readonly string[]) {
  let answer = { deleted: false, message: '' }
  for (let from = 0; from < ids.length; from += IDS_A_CALL)
    answer = await call(deleteSentSms, { query: { IdList: ids.slice(from, from + IDS_A_CALL).join(',') } })
  return answer
}

/** Takes sent SMS off the list. */
export const useDeleteSent = () => useCall(deleteAll, { refreshes: [listCampaigns, countMessages] })
