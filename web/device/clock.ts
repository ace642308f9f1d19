/** How far the server's clock is ahead of this device's: none but in a demo whose clock was moved. */
let aheadMs = 0

/** Every answer of such a demo says it; one that says nothing is of real time. */
export function noteClock({ headers }: Response): void {
  aheadMs = Number(headers.get('narthex-clock-ahead') ?? 0) || 0
}

/** The present time as the server has it, for whatever goes by the day. */
export const presentTime = (): Date => new Date(Date.now() + aheadMs)
