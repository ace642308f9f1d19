import { answerServer } from '../../platform/spreadsheets/index.ts'
import { readContacts, type ContactPortion } from './collect-contacts.ts'

/** Runs in a process of its own, that may write nothing, call nobody and die: `node contact-file-child.ts path isoCode`. */
const [path = '', isoCode = ''] = process.argv.slice(2)
/** A few milliseconds of reading for the server. */
const ROWS_PER_PORTION = 1_000

await answerServer(portionsOfFile())

async function* portionsOfFile(): AsyncGenerator<ContactPortion> {
  const { contacts, rejected, rows, duplicates } = await readContacts(path, isoCode)
  for (const portion of portionsOf(contacts)) yield { contacts: portion }
  for (const portion of portionsOf(rejected)) yield { rejected: portion }
  yield { rows, duplicates }
}

function* portionsOf<Row>(rows: Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_PORTION) yield rows.slice(start, start + ROWS_PER_PORTION)
}
