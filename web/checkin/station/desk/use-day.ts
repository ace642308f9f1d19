import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { readStationDay } from '#contract/checkin/station.ts'
import { call, isAway } from '../../../api/call.ts'
import { deviceZone, presentTime } from '../../../device/clock.ts'
import { keyOf, read } from '../../../api/queries.ts'
import { can, sessionQuery } from '../../../session/session.ts'
import { keepDay, readKeptDay } from '../../offline/kept-day.ts'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Whether this device has a network at all. */
const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

/** Other stations fill the same classes: the figures are asked for again so often. */
const FIGURES_EVERY_MS = 20_000

/** So long an answer is waited for where there is something to show meanwhile. */
const PATIENCE_MS = 5000
/** After this the day is shown as it was known last, whatever the network is about to say. */
const SHOWN_AFTER_MS = 500

/** The device's own zone, where nobody ever said the church's. */
const ownZone = () => deviceZone()

/** The day of this station: its events, and which of them is worked on. Without a network, as it was known last. */
export function useDay() {
  const client = useQueryClient()
  const hasNetwork = useOnline()
  const [before] = useState(readKeptDay)
  const {
    data: answer,
    error,
    refetch,
  } = useQuery({
    ...read(readStationDay),
    ...(before && { queryFn: ({ signal }) => call(readStationDay, {}, { signal, timeoutMs: PATIENCE_MS }) }),
    refetchInterval: FIGURES_EVERY_MS,
  })
  // The door has asked already, unless it opened without a network.
  const { data: session } = useQuery({ ...sessionQuery, enabled: answer !== undefined })
  const [chosenId, setChosenId] = useState(() => readKeptDay()?.eventId ?? null)
  useEffect(() => {
    if (!answer || !session) return
    const { id, name, timeZone } = session.church
    keepDay({ tenantId: id, accountId: session.accountId, churchName: name, timeZone, day: answer, eventId: chosenId })
  }, [answer, session, chosenId])
  useEffect(() => {
    if (hasNetwork) void refetch()
  }, [hasNetwork, refetch])
  // A read that is tried again forgets why it failed; what was kept stands until an answer comes.
  const [wasAway, setAway] = useState(false)
  if (!answer && !wasAway && isAway(error)) setAway(true)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  const isAlone = !answer && (wasAway || isLate)
  const kept = !answer && (isAlone || !hasNetwork) ? before : null
  const day = answer ?? kept?.day
  const today = day?.events.filter(({ isToday }) => isToday) ?? []
  return {
    tenantId: session?.church.id ?? before?.tenantId ?? null,
    churchName: session?.church.name ?? before?.churchName ?? '',
    timeZone: session?.church.timeZone ?? before?.timeZone ?? ownZone(),
    online: hasNetwork && !isAway(error) && !isAlone,
    isLoaded: day !== undefined,
    /** False: all that is known is what was kept. */
    isAnswered: answer !== undefined,
    /** The first answer may still come. */
    isAsking: !answer && hasNetwork && !wasAway,
    isLeader: session !== undefined && can(session, 'checkin.manage'),
    selfService: day?.selfService ?? false,
    today,
    event: today.find(({ id }) => id === chosenId) ?? today[0] ?? null,
    /** The next one, when there is none today. */
    next: day?.events.find(isAhead) ?? null,
    failure: day ? null : error,
    retry: () => void refetch(),
    chooseEvent: setChosenId,
    refresh: () => void client.invalidateQueries({ queryKey: keyOf(readStationDay) }),
    locked: () => turnOver(client, true),
    /** Unlocked: the desk is back. */
    reopen: () => turnOver(client, false),
  }
}

/** Neither of today nor over: what was kept may be of days ago. */
const isAhead = ({ isToday, startsAt }: { isToday: boolean; startsAt: string }): boolean =>
  !isToday && Date.parse(startsAt) > presentTime().getTime()

/** What this session may do has changed: that counts at once, also when nothing can be read any more. */
async function turnOver(client: QueryClient, selfService: boolean): Promise<void> {
  const { queryKey } = read(readStationDay)
  const kept = readKeptDay()
  if (kept) keepDay({ ...kept, day: { ...kept.day, selfService } })
  client.setQueryData(queryKey, (day) => day && { ...day, selfService })
  // An answer from before would turn it back.
  await client.cancelQueries({ queryKey })
  await Promise.all([
    client.invalidateQueries({ queryKey: sessionQuery.queryKey, refetchType: 'all' }),
    client.invalidateQueries({ queryKey }),
  ])
}

export type Day = ReturnType<typeof useDay>
