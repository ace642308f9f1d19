import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listIncidents, type Incident } from '#contract/checkin/incidents.ts'
import { read } from '../../api/queries.ts'

const LOOK_EVERY_MS = 30_000
const NOBODY: readonly Incident[] = []

/**
 * What somebody who leads the check-in has to settle. It is asked for again and again, and at once when `news` is another: it
 * may have happened at another station.
 */
export function useIncidents(isOn = true, news: unknown = null): readonly Incident[] {
  const { data = NOBODY, refetch } = useQuery({
    ...read(listIncidents),
    enabled: isOn,
    refetchInterval: LOOK_EVERY_MS,
    refetchIntervalInBackground: true,
  })
  useEffect(() => {
    if (isOn) void refetch()
  }, [isOn, news, refetch])
  return data
}
