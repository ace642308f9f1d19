import type { FileContact, RejectedRow } from '../contact-rows/collect-contacts.ts'

/** What the reading process tells the server: contacts and refusals in portions, then the counts. */
export type ContactPortion =
  | { contacts: FileContact[] }
  | { rejected: RejectedRow[] }
  | { rows: number; duplicates: number }
