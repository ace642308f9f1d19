import { useEffect, useState } from 'react'
import type * as seldomFile from './seldom.ts'

type Seldom = typeof seldomFile

let arrived: Seldom | null = null

/**
 * What the first screen of a station does without. It is fetched as soon as that stands, not when it is wanted, for then the
 * network may be gone; null until it has come. What was asked for meanwhile is shown when it has.
 */
export function useSeldom(): Seldom | null {
  const [seldom, setSeldom] = useState(arrived)
  useEffect(() => {
    if (seldom) return undefined
    let isHere = true
    const fetchIt = () =>
      void import('./seldom.ts').then(
        (found) => {
          arrived = found
          if (isHere) setSeldom(found)
        },
        // It is tried again when there is a network.
        () => undefined,
      )
    fetchIt()
    addEventListener('online', fetchIt)
    return () => {
      isHere = false
      removeEventListener('online', fetchIt)
    }
  }, [seldom])
  return seldom
}
