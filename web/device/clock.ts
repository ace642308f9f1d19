import { useEffect, useState } from 'react'

/** How far the server's clock is ahead of this device's: none but in a demo whose clock was moved. */
let aheadMs = 0

/** Every answer of such a demo says it; one that says nothing is of real time. */
export function noteClock({ headers }: Response): void {
  aheadMs = Number(headers.get('narthex-clock-ahead') ?? 0) || 0
}

/** The present time as the server has it, for whatever goes by the day. */
export const presentTime = (): Date => new Date(Date.now() + aheadMs)

/** The zone of this device. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A value that changes while somebody types, as it stands once they have paused so long. */
export function useSettled<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
