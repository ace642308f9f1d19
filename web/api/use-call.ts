import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { failureIn } from './act.ts'
import type { ApiFailure } from './call.ts'
import { keyOf } from './queries.ts'
import { useAct } from './use-act.ts'

/** Reads these anew wherever they are in sight. */
const refresh = (client: QueryClient, endpoints: readonly Endpoint[]) =>
  Promise.all(endpoints.map((endpoint) => client.invalidateQueries({ queryKey: keyOf(endpoint) })))

type Plan<Sent, Answer> = {
  /** Read again before anything is said of it; also when it was refused, for then what is in sight is old. */
  refreshes?: readonly Endpoint[]
  /** The read (`read(...)`) that answers the same from now on. */
  fills?: { queryKey: readonly unknown[] }
  /** Also when the screen is gone. */
  done?: (answer: Answer, sent: Sent) => unknown
  failed?: (failure: ApiFailure, sent: Sent) => unknown
}

/** Does the work, and then what the plan says of how it ended. */
export async function carryOut<Answer>(
  client: QueryClient,
  work: () => Promise<Answer>,
  { refreshes = [], fills, done, failed }: Plan<void, Answer>,
): Promise<Answer> {
  const answer = await work().catch(async (cause: unknown) => {
    await refresh(client, refreshes)
    await failed?.(failureIn(cause))
    throw cause
  })
  if (fills) client.setQueryData(fills.queryKey, answer)
  await refresh(client, refreshes)
  await done?.(answer)
  return answer
}

/** Reads these anew wherever they are in sight. */
export function useRefresh() {
  const client = useQueryClient()
  return (...endpoints: readonly Endpoint[]) => refresh(client, endpoints)
}

/** What the screen does of its own; a screen that is gone, or no longer waits, does nothing. */
type Then<Answer> = { done?: (answer: Answer) => unknown; failed?: (failure: ApiFailure) => unknown }

/**
 * The way to change something on the server: `run` sends it, busy meanwhile, and what else it changes is read anew. `send`
 * is the same for a form that is busy itself: it gives the answer, or throws.
 */
export function useCall<Sent = void, Answer = unknown>(
  work: (sent: Sent) => Promise<Answer>,
  { done, failed, ...plan }: Plan<Sent, Answer> = {},
) {
  const client = useQueryClient()
  const { run, ...act } = useAct()
  const [last, setLast] = useState<{ sent: Sent; answer?: Answer } | null>(null)
  const send = (sent: Sent): Promise<Answer> =>
    carryOut(client, () => work(sent), {
      ...plan,
      done: (answer) => done?.(answer, sent),
      failed: (failure) => failed?.(failure, sent),
    })
  const watch = async (sent: Sent, then: Then<Answer>, isWatched: () => boolean) => {
    setLast({ sent })
    try {
      const answer = await send(sent)
      if (!isWatched()) return
      setLast({ sent, answer })
      then.done?.(answer)
    } catch (cause) {
      if (isWatched()) then.failed?.(failureIn(cause))
      throw cause
    }
  }
  return {
    ...act,
    send,
    run: (sent: Sent, then: Then<Answer> = {}) => run((isWatched) => watch(sent, then, isWatched)),
    /** What is being sent. */
    sent: act.busy ? last?.sent : undefined,
    /** What the last one answered; nothing while the next is under way. */
    answer: last?.answer,
  }
}

/** A call of a screen, as a part of it takes it. */
export type Calling<Sent = void, Answer = unknown> = ReturnType<typeof useCall<Sent, Answer>>
