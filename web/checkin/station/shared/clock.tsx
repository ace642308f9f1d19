import { useEffect, useState } from 'react'
import { useFormat } from '../../../lib/format.tsx'

const TICK_MS = 5000

/** The time in the church's zone. */
export function Clock() {
  const format = useFormat()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return <time className="num strong">{format.time(now)}</time>
}
