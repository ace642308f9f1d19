import { useEffect, useState } from 'react'
import type { Result } from '#contract/endpoint.ts'
import { watchPlaces, type ClassChoice } from '#contract/checkin/registration.ts'
import { addressOf } from '../../../lib/api.ts'
import { placesOf, type Places } from './choices.ts'

/** When the server cannot tell more people at the moment, it is asked again later. */
const AGAIN_MS = 30_000

type Message = Result<typeof watchPlaces>

/** Listens until the returned function is called. The browser itself comes back after the line was cut. */
function listen(eventId: string, onPlaces: (places: Places) => void): () => void {
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    source = new EventSource(addressOf(watchPlaces, { params: { id: eventId } }))
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as Message
      onPlaces(new Map(message.map(({ classId, placesLeft }) => [classId, placesLeft])))
    }
    // Refused, not cut: the browser would not ask again. The last numbers stay; the server is exact anyway.
    source.onerror = () => {
      if (source?.readyState === EventSource.CLOSED) again = setTimeout(open, AGAIN_MS)
    }
  }
  const close = () => {
    clearTimeout(again)
    source?.close()
  }
  // Nobody looks at a page in the background, and a phone should not be kept awake.
  const follow = () => {
    close()
    if (document.visibilityState === 'visible') open()
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    close()
  }
}

/** Places left of each class as they change; what was read with the event until the first message. */
export function usePlaces(eventId: string, classes: readonly ClassChoice[]): Places {
  const [live, setLive] = useState<{ since: readonly ClassChoice[]; places: Places }>()
  useEffect(() => listen(eventId, (places) => setLive({ since: classes, places })), [eventId, classes])
  return live?.since === classes ? live.places : placesOf(classes)
}
