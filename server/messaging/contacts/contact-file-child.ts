import { ContactFileError } from '../contact-files/contact-file-error.ts'
import type { ParsedContacts } from '../contact-rows/collect-contacts.ts'
import { readContacts } from '../contact-rows/read-contacts.ts'
import type { ChildMessage } from './child-message.ts'

/** Runs in a process of its own, that may write nothing, call nobody and die: `node contact-file-child.ts path isoCode`. */
const [path = '', isoCode = ''] = process.argv.slice(2)
/** A few milliseconds of reading for the server. */
const ROWS_PER_MESSAGE = 1_000

await readContacts(path, isoCode).then(report, (error: unknown) => {
  const code = error instanceof ContactFileError ? error.code : 'unreadable_file'
  return send({ kind: 'failed', code })
})
process.disconnect?.()

async function report({ contacts, rejected, rows, duplicates }: ParsedContacts): Promise<void> {
  for (const portion of portionsOf(contacts)) await send({ kind: 'contacts', contacts: portion })
  for (const portion of portionsOf(rejected)) await send({ kind: 'rejected', rejected: portion })
  await send({ kind: 'done', rows, duplicates })
}

function* portionsOf<Row>(rows: Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_MESSAGE) yield rows.slice(start, start + ROWS_PER_MESSAGE)
}

/** Waits until the server took the message, so that they do not pile up. */
async function send(message: ChildMessage): Promise<void> {
  if (!process.send) throw new Error('started without the server')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  process.send(message, undefined, undefined, (error) => (error ? reject(error) : resolve()))
  await promise
}
