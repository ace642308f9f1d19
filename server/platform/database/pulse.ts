import net from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import pg from 'pg'

/** Feels, every second, whether the database still answers. */
export type Pulse = {
  /** True when the last beat was felt. */
  isFelt: () => boolean
  /** Beats now and says whether it was felt. */
  beat: () => Promise<boolean>
  stop: () => Promise<void>
}

type PulseOptions = {
  url: string
  /** Begins to listen to all other connections; the answer tells later whether anything came in on one. */
  listen: () => () => boolean
  /** Is told when the pulse is lost: whatever waits for an answer now will get none. */
  onLost: () => void
}

// Together well under the five seconds within which every request is answered.
const EVERY_MS = 1_000
const WHILE_LOST_MS = 250
const SILENCE_MS = 2_500

/**
 * A network that swallows packets resets nothing, and a query that waits may just be long. A connection of its own, with
 * nothing to do but this, tells the two apart.
 */
export function startPulse({ url, listen, onLost }: PulseOptions): Pulse {
  const artery = openArtery(url)
  let felt = true
  let stopped = false
  let beating: Promise<boolean> | null = null
  let timer: NodeJS.Timeout | undefined
  const once = async (): Promise<boolean> => {
    const heard = listen()
    const answer = await artery.answers()
    const isThere = answer === 'yes' || (answer === 'some' && felt) || heard()
    if (felt && !isThere && !stopped) onLost()
    felt = isThere
    return isThere
  }
  const beat = (): Promise<boolean> => (beating ??= once().finally(() => (beating = null)))
  const next = (): void => {
    if (stopped) return
    timer = setTimeout(() => void beat().finally(next), felt ? EVERY_MS : WHILE_LOST_MS).unref()
  }
  next()
  return {
    isFelt: () => felt,
    beat,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await beating
      artery.close()
    },
  }
}

type Artery = { answers: () => Promise<Answer>; close: () => void }
/** `some`: connecting takes several answers, with a password four; a slow database gave one of them in time, and goes on. */
type Answer = 'yes' | 'some' | 'no' | 'silence'

/** One connection, kept while it answers. One that was cut is replaced at once: that the others are cut is not said. */
function openArtery(url: string): Artery {
  let client: pg.Client | null = null
  let connecting: Promise<void> | null = null
  const close = (): void => {
    client?.connection.stream.destroy()
    client = null
    connecting = null
  }
  const connect = (): pg.Client => {
    const fresh = new pg.Client({ connectionString: url, application_name: 'narthex-pulse' })
    fresh.on('error', () => {})
    connecting = fresh.connect().then(() => {
      connecting = null
    })
    return fresh
  }
  const ask = async (): Promise<Answer> => {
    const asked = (client ??= connect())
    const before = received(asked)
    const answer = await answerOf(connecting ?? asked.query('select'))
    if (answer === 'silence' && connecting && received(asked) > before) return 'some'
    if (answer !== 'yes' || connecting) close()
    return answer
  }
  const answers = async (): Promise<Answer> => {
    const wasOpen = client !== null
    const answer = await ask()
    return answer === 'no' && wasOpen ? ask() : answer
  }
  return { answers, close }
}

/** What has come in on a connection. Under TLS, of the encrypted stream: what counts is whether it grows. */
export const received = ({ connection: { stream } }: Pick<pg.Client, 'connection'>): number =>
  stream instanceof net.Socket ? stream.bytesRead : 0

async function answerOf(asked: Promise<unknown>): Promise<Answer> {
  let said: Answer = 'silence'
  const answered = asked.then(
    () => (said = 'yes'),
    (error: unknown) => (said = isBusy(error) ? 'yes' : 'no'),
  )
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, SILENCE_MS).unref()
  await Promise.race([answered, over.promise])
  clearTimeout(timer)
  // After a busy moment of our own, the time is over before what has come in was read: reading comes next.
  for (let turn = 0; turn < 3 && said === 'silence'; turn++) await nextTurn()
  return said
}

/** All its connections are taken: it is there. */
const isBusy = (error: unknown): boolean => (error as { code?: string }).code === '53300'
