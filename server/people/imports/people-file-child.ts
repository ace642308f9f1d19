import { answerServer, SpreadsheetError, spreadsheetTables } from '../../platform/spreadsheets/index.ts'
import { isValue, looksLikePeople, readTable, type ReadTable } from './read-table.ts'
import type { PeoplePortion } from './upload-import.ts'

/** Runs in a process of its own, that may write nothing, call nobody and die: `node people-file-child.ts path isoCode`. */
const [path = '', isoCode = ''] = process.argv.slice(2)
/** A few milliseconds of work for the server and the database. */
const ROWS_PER_PORTION = 1_000

await answerServer(portions())

async function* portions(): AsyncGenerator<PeoplePortion> {
  const { columns, count, rows } = await peopleTable()
  yield { columns, count }
  for (let rest = rows(), portion = take(rest); portion.length > 0; portion = take(rest)) yield { rows: portion }
}

/** The first sheet that has headings of people; else the first with any rows: instructions may stand before it. */
async function peopleTable(): Promise<ReadTable> {
  let first: ReadTable | null = null
  for await (const sheet of spreadsheetTables(path, isValue(isoCode))) {
    const table = readTable(sheet, isoCode)
    if (table && looksLikePeople(table)) return table
    first ??= table
  }
  if (!first) throw new SpreadsheetError('unreadable_file')
  return first
}

function take<Row>(rows: Generator<Row>): Row[] {
  const portion: Row[] = []
  while (portion.length < ROWS_PER_PORTION) {
    const next = rows.next()
    if (next.done) break
    portion.push(next.value)
  }
  return portion
}
