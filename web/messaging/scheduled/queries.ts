import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { quoteDraft, type DraftRow } from '#contract/messaging/drafts.ts'
import { cancelSchedule } from '#contract/messaging/schedules.ts'
import { listCampaigns } from '#contract/messaging/sent-sms.ts'
import type { SmsQuote } from '#contract/messaging/sms.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall, useRefresh } from '../../api/use-call.ts'
import { presentTime } from '../../device/clock.ts'
import { useCan, useSession } from '../../session/session.ts'
import { keptReads, useKeptSms } from '../lists/kept-messages.ts'
import { unitsShort } from './going.ts'

/** The worker comes a moment after the time. */
const AFTER_MS = 4_000
const MINUTE_MS = 60_000

/** The time as it goes on, minute by minute; and the list anew once the next message's time has come. */
function usePassingTime(rows: readonly DraftRow[]): Date {
  const refresh = useRefresh()
  const [now, setNow] = useState(presentTime)
  const next = rows.find(({ state, goesAt }) => state === 'scheduled' && goesAt)?.goesAt
  const wake = useEffectEvent(() => {
    setNow(presentTime())
    if (next && Date.parse(next) <= presentTime().getTime()) void refresh(...keptReads, listCampaigns)
  })
  useEffect(() => {
    const ahead = next ? Date.parse(next) - presentTime().getTime() + AFTER_MS : MINUTE_MS
    const timer = setTimeout(wake, Math.min(Math.max(ahead, AFTER_MS), MINUTE_MS))
    return () => clearTimeout(timer)
  }, [next, now])
  return now
}

const byDraft = (rows: readonly DraftRow[]) => (results: UseQueryResult<SmsQuote>[]) =>
  new Map(rows.flatMap(({ id }, at) => (results[at]?.data ? [[id, results[at].data] as const] : [])))

/** What each would cost as of now; asked only by those who may send. */
function useQuotes(rows: readonly DraftRow[]): ReadonlyMap<string, SmsQuote> {
  const canSend = useCan('messages.send')
  const combine = useMemo(() => byDraft(rows), [rows])
  return useQueries({
    queries: rows.map(({ id }) => ({ ...read(quoteDraft, { params: { id } }), enabled: canSend, retry: false })),
    combine,
  })
}

/** A message that waits for its time or could not go, with what there is to say of it now. */
export type Going = { row: DraftRow; quote: SmsQuote | undefined; short: number; now: Date }

/** SMS that go at a time or could not go, the next one first. */
export function useScheduledSms(search: string) {
  const list = useKeptSms('schedules', search)
  const now = usePassingTime(list.rows)
  const quotes = useQuotes(list.rows)
  const { units: balance } = useSession()
  const rows = useMemo(() => {
    const units = new Map([...quotes].map(([id, quote]) => [id, quote.units]))
    // A search may leave some out that go before and take their units.
    const short = search === '' ? unitsShort(list.rows, units, balance) : new Map<string, number>()
    return list.rows.map((row): Going => ({ row, quote: quotes.get(row.id), short: short.get(row.id) ?? 0, now }))
  }, [list.rows, quotes, balance, now, search])
  return { ...list, rows }
}

/** Makes a draft of it again. */
export const useCancelSchedule = () =>
  useCall((id: string) => call(cancelSchedule, { params: { id } }), { refreshes: keptReads })
