import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Result } from '#contract/endpoint.ts'
import { deleteDrafts } from '#contract/messaging/drafts.ts'
import * as calls from '#contract/messaging/push.ts'
import type { PushRow, SentPush } from '#contract/messaging/push.ts'
import { listPushSchedules, unschedulePush, type PushSchedule } from '#contract/messaging/push-schedules.ts'
import { call } from '../../api/call.ts'
import { keyOf, read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { useSettled } from '../../device/clock.ts'
import { useNumberedList } from '../../lists/numbered-list.ts'
import { usePagedList } from '../../lists/paged-list.ts'

const asked = (search: string) => (search ? { search } : {})

/** Sent notifications, newest first, a numbered page of them. */
export const useSentPush = (search: string, page: number) =>
  useNumberedList<PushRow>([...keyOf(calls.listPush), { search, page }], (signal) =>
    call(calls.listPush, { query: { page, ...asked(search) } }, { signal }),
  )

/** Those that wait for their time, by that time. */
export const useScheduledPush = (search: string) =>
  usePagedList<PushSchedule>([...keyOf(listPushSchedules), { search }], (page, signal) =>
    call(listPushSchedules, { query: { ...asked(search), ...page } }, { signal }),
  )

/** A push is handed over within a minute. */
const LIVE_MS = 2_000

/** One sent notification, looked at again while some of it is on its way. */
export const useOnePush = (id: string) =>
  useQuery({
    ...read(calls.readSentPush, { params: { id } }),
    refetchInterval: ({ state }) => (state.data && state.data.counts.queued > 0 ? LIVE_MS : false),
  })

/** Somebody whom it was for. */
export type Recipient = Result<typeof calls.listPushRecipients>['items'][number]

type Wanted = { search: string; state?: Recipient['state'] }

/** Read anew whenever the figures change. */
export const useRecipients = ({ id, counts }: SentPush, { search, ...narrowed }: Wanted) =>
  usePagedList<Recipient>([...keyOf(calls.listPushRecipients), id, { search, ...narrowed, counts }], (page, signal) =>
    call(calls.listPushRecipients, { params: { id }, query: { ...asked(search), ...narrowed, ...page } }, { signal }),
  )

const PAUSE_MS = 400

/** Who would get it, asked after a pause. */
export function useReach(body: { destination: object; category: PushSchedule['category'] } | null) {
  const wanted = body && JSON.stringify(body)
  const settled = useSettled(wanted, PAUSE_MS)
  const query = useQuery({
    queryKey: [...keyOf(calls.quotePush), settled],
    queryFn: ({ signal }) => call(calls.quotePush, { body: JSON.parse(settled ?? '') as never }, { signal }),
    enabled: settled !== null && wanted !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  return {
    reach: wanted === null ? null : (query.data ?? null),
    isStale: wanted !== settled || query.isFetching,
    failure: query.error,
  }
}

/** Ids stand in the address, and proxies refuse addresses beyond 8 kB. */
const IDS_A_CALL = 150

async function deleteSent(ids: readonly string[]) {
  let answer = { deleted: false, message: '' }
  for (let from = 0; from < ids.length; from += IDS_A_CALL)
    answer = await call(calls.deleteSentPush, { query: { IdList: ids.slice(from, from + IDS_A_CALL).join(',') } })
  return answer
}

async function deleteScheduled(ids: readonly string[]) {
  const { deleted } = await call(deleteDrafts, { body: { ids: [...ids] } })
  return { deleted: deleted > 0, message: '' }
}

/** Takes them off the list. */
export const useDeleteSent = () => useCall(deleteSent, { refreshes: [calls.listPush] })
/** Cancels those that still wait. */
export const useDeleteScheduled = () => useCall(deleteScheduled, { refreshes: [listPushSchedules] })
/** Calls one back, and keeps it. */
export const useUnschedule = () =>
  useCall((id: string) => call(unschedulePush, { params: { id } }), { refreshes: [listPushSchedules] })
