import type { ContactFileProblem } from '../contact-files/contact-file-error.ts'
import type { FileContact, RejectedRow } from '../contact-rows/collect-contacts.ts'

/** What the parsing process tells the server: contacts and refusals in portions, then the counts; or why there are none. */
export type ChildMessage =
  | { kind: 'contacts'; contacts: FileContact[] }
  | { kind: 'rejected'; rejected: RejectedRow[] }
  | { kind: 'done'; rows: number; duplicates: number }
  | { kind: 'failed'; code: ContactFileProblem }
