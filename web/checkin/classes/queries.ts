import { useQuery, useQueryClient } from '@tanstack/react-query'
import { countAdults, listClasses, markSeen, pageParent, readRoster, type Roster } from '#contract/checkin/classes.ts'
import { useRef, useState } from 'react'
import { inLine } from '../../api/act.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { read } from '../../api/queries.ts'
import { toast } from '../../ui/toasts/index.ts'
import { failureText } from '../failure-text.ts'
import { underWay } from '../under-way.tsx'

/** A class is looked at while children come and go; only as long as the page is in sight. */
const FOLLOW_MS = 10_000
const FOLLOW_LIST_MS = 30_000
const MOST_ADULTS = 200

export const useClasses = () => useQuery({ ...read(listClasses), refetchInterval: FOLLOW_LIST_MS })

export const useRoster = (id: string) =>
  useQuery({ ...read(readRoster, { params: { id } }), refetchInterval: FOLLOW_MS, staleTime: 0 })

/** What the class shows before the server has answered, and what it answered. */
function useRosterData(id: string) {
  const client = useQueryClient()
  const { queryKey } = read(readRoster, { params: { id } })
  return {
    now: () => client.getQueryData(queryKey),
    show: (roster: Roster) => client.setQueryData(queryKey, roster),
    /** What is on its way was asked before this act and must not undo it. */
    hush: () => client.cancelQueries({ queryKey }),
    readAgain: () => void client.invalidateQueries({ queryKey }),
  }
}

/** Ticks that the notes of a child were read, or takes the tick back; what was pressed stands at once. */
export function useMarkSeen(id: string, personId: string) {
  const t = useTexts()
  const data = useRosterData(id)
  const presses = useRef(0)
  const [wanted, setWanted] = useState<boolean | null>(null)
  const mark = async (seen: boolean) => {
    presses.current += 1
    const own = presses.current
    setWanted(seen)
    try {
      data.show(
        await inLine(`seen ${id}`, async () => {
          await data.hush()
          return underWay(call(markSeen, { params: { id }, body: { personId, seen } }))
        }),
      )
    } catch (failure) {
      data.readAgain()
      toast.bad(t(failureText(failure)))
    }
    // Pressed again meanwhile: the answer to that one is still to come.
    if (own === presses.current) setWanted(null)
  }
  return { wanted, mark: (seen: boolean) => void mark(seen) }
}

/** Says that there are so many adults more or fewer; what is pressed is shown at once, and the next press counts from it. */
export function useCountAdults(id: string): (by: number) => void {
  const t = useTexts()
  const data = useRosterData(id)
  const wanted = useRef<number | null>(null)
  const show = () => {
    const roster = data.now()
    if (roster && wanted.current !== null) data.show({ ...roster, adults: wanted.current })
  }
  const count = async (adults: number) => {
    wanted.current = adults
    show()
    await data.hush()
    // Hushing brings back what stood before the press.
    show()
    try {
      const roster = await inLine(`adults ${id}`, () =>
        underWay(call(countAdults, { params: { id }, body: { adults } })),
      )
      // Pressed again meanwhile: the answer to that one is still to come.
      if (wanted.current !== null && wanted.current !== adults) return
      wanted.current = null
      data.show(roster)
    } catch (failure) {
      wanted.current = null
      data.readAgain()
      toast.bad(t(failureText(failure)))
    }
  }
  return (by) => {
    const adults = (wanted.current ?? data.now()?.adults ?? 0) + by
    if (adults >= 0 && adults <= MOST_ADULTS) void count(adults)
  }
}

/** Asks the parents of a child to come; what came of it stands at the child. */
export function useCallParent(id: string) {
  const data = useRosterData(id)
  const ask = async (personId: string) => {
    await data.hush()
    return underWay(call(pageParent, { params: { id }, body: { personId } }))
  }
  return useCall(ask, { done: data.show })
}
