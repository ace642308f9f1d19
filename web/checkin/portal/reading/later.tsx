import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'

/** On a poor network the screen itself has come by then. In milliseconds. */
export const CALM_MS = 3000

type LaterProps = {
  load: () => Promise<ComponentType>
  /** Without it the part is fetched as soon as the screen stands. */
  calm?: boolean
}

/** A part of a screen that comes after it; without a network it stays away. */
export function Later({ load, calm }: LaterProps) {
  const [loaded, setLoaded] = useState<{ Part: ComponentType } | null>(null)
  const fetchPart = useEffectEvent(() => {
    load().then(
      (Part) => setLoaded({ Part }),
      () => undefined,
    )
  })
  useEffect(() => {
    const timer = setTimeout(() => fetchPart(), calm ? CALM_MS : 0)
    return () => clearTimeout(timer)
  }, [calm])
  return loaded && <loaded.Part />
}
