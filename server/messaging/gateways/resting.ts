import type { Clock } from '../../platform/runtime/index.ts'
import { GatewayBusy, GatewayClosed, type Gateway } from './gateway.ts'

/** So often in a row, then it rests. */
const CLOSED_IN_A_ROW = 3
const REST_MS = 20_000
/** Longer than any gateway may ask for. */
const LONGEST_PAUSE_MS = 600_000

/**
 * The same gateway, left alone while it rests, whichever campaign comes next. One that asks for a pause gets it, and until
 * it is over whatever is asked of it comes back as busy. One that was closed several times in a row rests for some seconds:
 * whatever is handed to it then comes back at once as not taken, so that another gateway of the route takes it without a
 * wait, look-ups go through, and after the rest one call tries it again.
 */
export function restingGateway(gateway: Gateway, clock: Clock): Gateway {
  const pause = rest(clock, LONGEST_PAUSE_MS)
  const closure = rest(clock, REST_MS)
  let closed = 0
  const paused = async <T>(call: () => Promise<T>): Promise<T> => {
    const left = pause.left()
    if (left > 0) throw new GatewayBusy(Math.ceil(left / 1000))
    try {
      return await call()
    } catch (failure) {
      if (failure instanceof GatewayBusy) pause.begin(failure.seconds * 1000)
      throw failure
    }
  }
  const submit: Gateway['submit'] = async (messages) => {
    if (closure.left() > 0) throw new GatewayClosed('The gateway cannot be reached, and rests.')
    try {
      const answers = await gateway.submit(messages)
      closed = 0
      return answers
    } catch (failure) {
      closed = failure instanceof GatewayClosed ? closed + 1 : 0
      if (closed >= CLOSED_IN_A_ROW) closure.begin(REST_MS)
      throw failure
    }
  }
  return {
    ...gateway,
    submit: (messages) => paused(() => submit(messages)),
    lookUp: (messages) => paused(() => gateway.lookUp(messages)),
  }
}

/** A time that passes, `longest` at most: a clock that was moved back keeps nobody waiting. */
function rest(clock: Clock, longest: number): { begin: (ms: number) => void; left: () => number } {
  let until = 0
  return {
    begin: (ms) => {
      until = clock.now().getTime() + ms
    },
    left: () => {
      const left = until - clock.now().getTime()
      return left > longest ? 0 : left
    },
  }
}
