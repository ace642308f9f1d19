import { randomUUIDv7 } from 'node:crypto'

/** The characters of a UUID that tell its millisecond. */
const MILLISECOND = 13

let last = ''

/** A UUID (v7) that comes after the one before it of this process, also within one millisecond. */
export function orderedId(): string {
  let id = randomUUIDv7()
  // Where the clock has stepped back the millisecond is another: then it is taken as it is.
  while (id <= last && id.slice(0, MILLISECOND) === last.slice(0, MILLISECOND)) id = randomUUIDv7()
  last = id
  return id
}
