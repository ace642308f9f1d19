import { once } from 'node:events'
import pg from 'pg'

// node-postgres knows the messages of COPY and leaves it to others to use them; its types do not tell of them.
type CopyConnection = pg.Connection & { sendCopyFromChunk: (chunk: Buffer) => void; endCopyFrom: () => void }
type Answered = (error: Error | undefined, result: pg.QueryResult) => void

/** Rows go together until they are so many bytes. */
const CHUNK_BYTES = 65_536

/** Awaited by whoever reads; nothing more is read from the database meanwhile. */
class CopyOut extends pg.Query {
  #parts: Buffer[] = []
  #bytes = 0
  #wake: () => void = () => {}
  #stream: pg.Connection['stream'] | null = null
  #over = false
  constructor(statement: string, answered: Answered) {
    super({ text: statement }, (error: Error | undefined, result: pg.QueryResult) => {
      this.#over = true
      answered(error, result)
      this.#wake()
    })
  }
  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: pg.Connection): void {
    // The parser uses its buffer again.
    this.#parts.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    this.#stream = stream
    if (this.#bytes < CHUNK_BYTES) return
    stream.pause()
    this.#wake()
  }
  async *chunks(): AsyncGenerator<Buffer> {
    for (;;) {
      while (!this.#over && this.#bytes < CHUNK_BYTES)
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      const chunk = Buffer.concat(this.#parts)
      this.#parts = []
      this.#bytes = 0
      if (chunk.length > 0) yield chunk
      else if (this.#over) return
      this.#stream?.resume()
    }
  }
}

/** What COPY … TO STDOUT gives, and at last how many rows it was. */
export async function* copyOut(client: pg.Client, statement: string): AsyncGenerator<Buffer, number> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
  promise.catch(() => {})
  const copy = new CopyOut(statement, (error, result) => (error ? reject(error) : resolve(result)))
  client.query(copy)
  yield* copy.chunks()
  return (await promise).rowCount ?? 0
}

export type CopyIn = { write: (chunk: Buffer) => Promise<void>; end: () => Promise<number> }

class CopyInQuery extends pg.Query {
  readonly #begun: (connection: CopyConnection) => void
  constructor(statement: string, begun: (connection: CopyConnection) => void, answered: Answered) {
    super({ text: statement }, answered)
    this.#begun = begun
  }
  handleCopyInResponse(connection: CopyConnection): void {
    this.#begun(connection)
  }
}

/** Begins COPY … FROM STDIN; `end` answers how many rows came in. */
export async function copyIn(client: pg.Client, statement: string): Promise<CopyIn> {
  const begun = Promise.withResolvers<CopyConnection>()
  const { promise: ended, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
  ended.catch(begun.reject)
  client.query(new CopyInQuery(statement, begun.resolve, (error, result) => (error ? reject(error) : resolve(result))))
  const connection = await begun.promise
  return {
    write: async (chunk) => {
      connection.sendCopyFromChunk(chunk)
      // A refused row answers before everything was sent: then nothing drains any more.
      if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, 'drain'), ended])
    },
    end: async () => {
      connection.endCopyFrom()
      return (await ended).rowCount ?? 0
    },
  }
}
