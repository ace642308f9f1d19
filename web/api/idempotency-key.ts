import { useRef } from 'react'

/**
 * The Idempotency-Key of what somebody means to do: the same as long as they mean the same, however often they press and
 * whatever answer was lost; another one once it was done, or when they mean something else.
 */
export function useIdempotencyKey() {
  const last = useRef<{ meant: string; key: string } | null>(null)
  return {
    keyFor: (what: unknown): string => {
      const meant = JSON.stringify(what)
      if (last.current?.meant !== meant) last.current = { meant, key: crypto.randomUUID() }
      return last.current.key
    },
    done: () => {
      last.current = null
    },
  }
}
