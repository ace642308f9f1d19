import { fork, type ChildProcess } from 'node:child_process'
import os from 'node:os'
import { ApiError } from '../runtime/api-error.ts'
import { openTurnstile } from '../runtime/turns.ts'
import { NEXT, SpreadsheetError, type ReaderMessage } from '../spreadsheets/index.ts'

const MAX_MEGABYTES = 256
/** So many files are read at once; each may take that memory and one processor. */
const takeTurn = openTurnstile({
  atOnce: 2,
  waitingMost: 100,
  refuse: () => new ApiError('too_many_tries', { retryAfter: 10 }),
})
/** From one message to the next. */
const MAX_MS = 30_000
/** Whatever the file holds, the child can neither write nor start programs nor reach the network. */
const OPTIONS = [`--max-old-space-size=${MAX_MEGABYTES}`, '--permission', '--allow-fs-read=*']

/** `script`: a file that calls `answerServer`; it gets `args` and nothing else. */
type Reading = { script: string; args: string[]; signal?: AbortSignal | undefined }

/**
 * Reads a hostile file in a process of its own and hands on what that says, message by message: the next one is asked
 * for when this one is worked off, so that nothing piles up here. Throws SpreadsheetError, also when the process dies or
 * falls silent, and the signal's reason.
 */
export async function* readInProcess<Portion>({ script, args, signal }: Reading): AsyncGenerator<Portion> {
  const endTurn = await takeTurn()
  try {
    signal?.throwIfAborted()
    const child = startChild(script, args)
    try {
      yield* portionsOf<Portion>(child, signal)
    } finally {
      child.kill('SIGKILL')
    }
  } finally {
    endTurn()
  }
}

function startChild(script: string, args: string[]): ChildProcess {
  // An empty environment: the child needs no secret, so it has none. Its dying words are of no use either.
  const child = fork(script, args, { execArgv: OPTIONS, env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  // People who wait for a page go before a file.
  if (child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  // A child that is gone already cannot be asked for more; that is told by its disconnecting.
  child.on('error', () => {})
  return child
}

async function* portionsOf<Portion>(child: ChildProcess, signal: AbortSignal | undefined): AsyncGenerator<Portion> {
  let message = await nextMessage<Portion>(child, signal)
  while (message.kind === 'portion') {
    yield message.portion
    const following = nextMessage<Portion>(child, signal)
    child.send(NEXT, () => {})
    message = await following
  }
  if (message.kind === 'failed') throw new SpreadsheetError(message.code)
}

function nextMessage<Portion>(child: ChildProcess, signal: AbortSignal | undefined): Promise<ReaderMessage<Portion>> {
  const { promise, resolve, reject } = Promise.withResolvers<ReaderMessage<Portion>>()
  const unreadable = (): void => reject(new SpreadsheetError('unreadable_file'))
  const abort = (): void => reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'))
  const timer = setTimeout(unreadable, MAX_MS)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  child.once('error', unreadable)
  // Not 'exit': that may come before the last messages are read.
  child.once('disconnect', unreadable)
  child.once('message', resolve)
  if (!child.connected) unreadable()
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    child.off('error', unreadable).off('disconnect', unreadable).off('message', resolve)
  })
}
