import { useEffect, useState } from 'react'
import { useFormat } from '../../../lib/format.tsx'
import { presentTime } from '../../../lib/clock.ts'

const TICK_MS = 5000

/** The time in the church's zone. */
export function Clock() {
  const format = useFormat()
  const [now, setNow] = useState(presentTime)
  useEffect(() => {
    const timer = setInterval(() => setNow(presentTime()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return <time className="num strong">{format.time(now)}</time>
}
