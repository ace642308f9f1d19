import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Endpoint, Result } from '#contract/endpoint.ts'
import { addressOf, ApiFailure, call, type Rest } from '../../../api/call.ts'
import { fetchTogether } from '../../../api/together.ts'
import { useParams } from '@tanstack/react-router'

/** What was read last stays on the screen while it is read anew, and when that fails. */
type Kept = { data?: unknown; failure?: unknown; at: number; running?: Promise<unknown> }
export type Read<T> = { data: T | undefined; failure: unknown; isLoading: boolean; reload: () => void }

const FRESH_MS = 15_000
const RETRIES = 2
const RETRY_MS = 800
const NOTHING: Kept = { at: 0 }

const kept = new Map<string, Kept>()
const listeners = new Set<() => void>()

function keep(key: string, next: Kept): void {
  kept.set(key, next)
  for (const listener of listeners) listener()
}

type Args<E extends Endpoint> = Rest<E>[0]

const keyOf = <E extends Endpoint>(endpoint: E, args?: Args<E>): string => addressOf(endpoint, args ?? {})

const isPassing = (failure: unknown): boolean =>
  failure instanceof ApiFailure && (failure.code === 'network' || failure.status >= 500)

async function ask<E extends Endpoint>(endpoint: E, [args, options]: Rest<E>): Promise<Result<E>> {
  const rest = [args, { ...options, via: fetchTogether }] as unknown as Rest<E>
  for (let left = RETRIES; ; left -= 1) {
    try {
      return await call(endpoint, ...rest)
    } catch (failure) {
      if (left === 0 || !isPassing(failure)) throw failure
      await new Promise((soon) => setTimeout(soon, RETRY_MS))
    }
  }
}

/** Reads, or waits for the same reading that is under way; whoever asks for it on a screen sees the answer. */
export function load<E extends Endpoint>(endpoint: E, ...rest: Rest<E>): Promise<Result<E>> {
  const key = keyOf(endpoint, rest[0] as Args<E>)
  const before = kept.get(key) ?? NOTHING
  if (before.running) return before.running as Promise<Result<E>>
  const running = ask(endpoint, rest)
  keep(key, { ...before, running })
  // What was changed on the screen meanwhile is newer than this answer; so is everything after a sign-out.
  const isMine = () => kept.get(key)?.running === running
  running.then(
    (data) => isMine() && keep(key, { data, at: Date.now() }),
    (failure: unknown) => isMine() && keep(key, { ...before, failure, at: 0 }),
  )
  return running
}

function loadUnlessFresh<E extends Endpoint>(endpoint: E, ...rest: Rest<E>): void {
  const { at } = kept.get(keyOf(endpoint, rest[0] as Args<E>)) ?? NOTHING
  if (Date.now() - at > FRESH_MS) load(endpoint, ...rest).catch(() => undefined)
}

/**
 * Begins to read what the next screen needs, unless it is there. Quietly: a link that is only about to be pressed leads
 * nowhere when the session has ended. The guard of the screen does, when it is entered.
 */
export function warm<E extends Endpoint>(endpoint: E, ...[args]: Rest<E>): void {
  loadUnlessFresh(endpoint, ...([args, { quiet: true }] as unknown as Rest<E>))
}

/** Puts what is known now in the place of what was read. */
export function putRead<E extends Endpoint>(endpoint: E, args: Args<E>, data: Result<E>): void {
  keep(keyOf(endpoint, args), { data, at: Date.now() })
}

/** What anybody may read: the church whose sign-in page is shown next. */
const OF_NOBODY = '/api/checkin/door/'

/** Nothing that was read is shown to whoever signs in next. */
export function forgetReads(): void {
  for (const key of kept.keys()) if (!key.startsWith(OF_NOBODY)) kept.delete(key)
  for (const listener of listeners) listener()
}

/** The next screen that needs it reads it anew. */
export function outdate<E extends Endpoint>(endpoint: E, ...rest: Rest<E>): void {
  const key = keyOf(endpoint, rest[0] as Args<E>)
  const before = kept.get(key)
  if (before) keep(key, { ...before, at: 0 })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** One read of the API for a screen: what is known at once, and anew on arrival and when the network is back. */
export function useRead<E extends Endpoint>(endpoint: E, ...rest: Rest<E>): Read<Result<E>> {
  const key = keyOf(endpoint, rest[0] as Args<E>)
  const state = useSyncExternalStore(subscribe, () => kept.get(key) ?? NOTHING)
  const reload = () => void load(endpoint, ...rest).catch(() => undefined)
  const arrive = useEffectEvent((_key: string) => loadUnlessFresh(endpoint, ...rest))
  const again = useEffectEvent(reload)
  useEffect(() => {
    arrive(key)
    const onBack = () => again()
    window.addEventListener('online', onBack)
    return () => window.removeEventListener('online', onBack)
  }, [key])
  return {
    data: state.data as Result<E> | undefined,
    failure: state.failure,
    isLoading: state.running !== undefined,
    reload,
  }
}

/** A part of the address, such as `eventId`; '' where the address has none of this name. */
export function useParam(name: string): string {
  const params: Record<string, string | undefined> = useParams({ strict: false })
  return params[name] ?? ''
}
