import { useEffect, useState } from 'react'

const KEY = 'nx.clock-ahead'
/**
 * How far the server's clock is ahead of this device's: 0 except in a demo whose clock was moved. Kept on the device, so that a
 * station that opens without a network knows the demo's day.
 */
let aheadMs: number | null = null

const readAhead = (): number => (typeof window === 'undefined' ? 0 : Number(localStorage.getItem(KEY)))

/** Takes over the server's clock. Only a demo with a moved clock sends the header; an error may be a proxy's. */
export function noteClock({ ok, headers }: Response): void {
  if (!ok) return
  const told = Number(headers.get('narthex-clock-ahead') ?? 0) || 0
  if (told === (aheadMs ??= readAhead())) return
  aheadMs = told
  if (told === 0) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, String(told))
}

/** The present time as the server has it, for whatever goes by the day. */
export const presentTime = (): Date => new Date(Date.now() + (aheadMs ??= readAhead()))

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
