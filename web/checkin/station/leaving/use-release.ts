import { useState } from 'react'
import type { Collection, Verdict } from '#contract/checkin/station.ts'
import { OwnRefusal } from '../../offline/station-refusal.ts'
import type { Desk } from '../desk/desk.ts'
import { useAct } from '../desk/use-act.ts'
import { inClass, verdictFor, type Collector } from './verdicts.ts'

/** Nobody of the list. */
export const SOMEBODY_ELSE = 'else'

type Releasing = {
  collection: Collection
  /** As it was scanned or typed; null: the family was looked for by name or phone. */
  code: string | null
  desk: Desk
  onDone: (released: readonly string[], collectorName: string) => void
}

/** Who goes home, with whom, and what the rules say of it. The server decides all the same. */
export function useRelease({ collection, code: shown, desk, onDone }: Releasing) {
  const act = useAct()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(inClass(collection)))
  const [collectorId, setCollectorId] = useState<string | null>(null)
  const [code, setCode] = useState(shown)
  const collector = collection.collectors.find(({ personId }) => personId === collectorId) ?? null
  const verdict: Verdict | null = collector && verdictFor(collection, collector, chosen)
  const release = (who: Collector) =>
    act.run(async () => {
      const body = { eventId: collection.eventId, code: code ?? '', childIds: [...chosen], collectorId: who.personId }
      onDone(await desk.checkOut(body), who.name)
    })
  const { failure } = act
  return {
    ...act,
    chosen,
    /** That nobody was let go stands in the log, or will: once for what is chosen now. */
    isWritten: failure?.code === 'not_released' && !(failure instanceof OwnRefusal && !failure.isWritten),
    collectorId,
    collector,
    verdict,
    code,
    /** The code is right as far as anybody knows here. */
    showCode: (typed: string) => {
      act.forget()
      setCode(typed)
    },
    choose: (personId: string) => {
      act.forget()
      setCollectorId(personId)
    },
    toggle: (personId: string) => {
      act.forget()
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(personId)) next.add(personId)
        return next
      })
    },
    release: () => collector && release(collector),
  }
}

export type Release = ReturnType<typeof useRelease>
