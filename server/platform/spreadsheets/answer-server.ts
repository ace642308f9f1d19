import { NEXT, type ReaderMessage } from './reader-message.ts'
import { SpreadsheetError } from './spreadsheet-error.ts'

/** The reading process's side of `readInProcess`: sends each portion and waits until the server asks for the next. */
export async function answerServer<Portion>(portions: AsyncIterable<Portion>): Promise<void> {
  try {
    for await (const portion of portions) {
      const asked = serverAsks()
      await send({ kind: 'portion', portion })
      await asked
    }
    await send({ kind: 'done' })
  } catch (error) {
    await send({ kind: 'failed', code: error instanceof SpreadsheetError ? error.code : 'unreadable_file' })
  }
  process.disconnect?.()
}

function serverAsks(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  process.once('message', (message) => {
    if (message === NEXT) resolve()
  })
  return promise
}

async function send(message: ReaderMessage<unknown>): Promise<void> {
  if (!process.send) throw new Error('started without the server')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  process.send(message, undefined, undefined, (error) => (error ? reject(error) : resolve()))
  await promise
}
