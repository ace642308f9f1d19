import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import os from 'node:os'
import { fileURLToPath } from 'node:url'
import { ContactFileError } from '../contact-files/contact-file-error.ts'
import type { FileContact, ParsedContacts, RejectedRow } from '../contact-rows/collect-contacts.ts'
import type { ChildMessage } from './child-message.ts'
import { inTurn } from './in-turn.ts'

export type { ContactFileProblem } from '../contact-files/contact-file-error.ts'
export type { FileContact, ParsedContacts, RejectedRow } from '../contact-rows/collect-contacts.ts'
export { ContactFileError }

const CHILD = fileURLToPath(new URL('./contact-file-child.ts', import.meta.url))
const CHILD_MAX_MEGABYTES = 256
const CHILD_MAX_MS = 30_000
/** Whatever the file holds, the child can neither write nor start programs nor reach the network. */
const CHILD_OPTIONS = [`--max-old-space-size=${CHILD_MAX_MEGABYTES}`, '--permission', '--allow-fs-read=*']

/**
 * Reads a contact file (csv, txt, xlsx, by its contents) in a process of its own. `isoCode` is the church's country.
 * Throws ContactFileError: `too_many_rows`, or `unreadable_file` when there is no number or the file misbehaves.
 */
export function parseContactFile(
  file: { path: string; name: string },
  isoCode: string,
  signal?: AbortSignal,
): Promise<ParsedContacts> {
  return inTurn(() => {
    signal?.throwIfAborted()
    return receive(startChild(file.path, isoCode), signal)
  })
}

function startChild(path: string, isoCode: string): ChildProcess {
  // An empty environment: the child needs no secret, so it has none. Its dying words are of no use either.
  const child = fork(CHILD, [path, isoCode], {
    execArgv: CHILD_OPTIONS,
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // People who wait for a page go before a file.
  if (child.pid) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL)
  return child
}

function receive(child: ChildProcess, signal?: AbortSignal): Promise<ParsedContacts> {
  const contacts: FileContact[] = []
  const rejected: RejectedRow[] = []
  const { promise, resolve, reject } = Promise.withResolvers<ParsedContacts>()
  const unreadable = (): void => reject(new ContactFileError('unreadable_file'))
  const abort = (): void => reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'))
  const timer = setTimeout(unreadable, CHILD_MAX_MS)
  signal?.addEventListener('abort', abort, { once: true })
  child.once('error', unreadable)
  // Not 'exit': that may come before the last messages are read.
  child.once('disconnect', unreadable)
  child.on('message', (message: ChildMessage) => {
    if (message.kind === 'contacts') contacts.push(...message.contacts)
    else if (message.kind === 'rejected') rejected.push(...message.rejected)
    else if (message.kind === 'failed') reject(new ContactFileError(message.code))
    else resolve({ rows: message.rows, contacts, duplicates: message.duplicates, rejected })
  })
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    child.kill('SIGKILL')
  })
}
