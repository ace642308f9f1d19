import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id } from '../pages.ts'

export const CONTACT_FILE_MAX_BYTES = 16 * 1024 * 1024
export const CONTACT_FILE_MAX_ROWS = 100_000
/** Of the rows that could not be used, this many are listed one by one; the count is always whole. */
export const REJECTED_ROWS_SHOWN = 200

export const rejectedReason = z.enum([
  'empty',
  'too_short',
  'too_long',
  'not_a_number',
  'scientific_notation',
  'not_valid_here',
])
export type RejectedReason = z.infer<typeof rejectedReason>

export const rejectedRow = z.object({
  /** Row in the file as a spreadsheet shows it, counted from 1. */
  row: z.int(),
  value: z.string(),
  reason: rejectedReason,
})

/** A contact file as the compose page sees it. */
export const uploadContactFile = endpoint({
  method: 'POST',
  path: '/api/messaging/contact-files',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Upload contacts (csv, txt, xlsx); the numbers are kept for 30 days and can be sent to by the id',
  multipart: { field: 'contactUploadedFile', maxBytes: CONTACT_FILE_MAX_BYTES },
  response: z.object({
    id,
    fileName: z.string(),
    rows: z.int(),
    contacts: z.int(),
    duplicates: z.int(),
    rejected: z.int(),
    rejectedRows: z.array(rejectedRow),
  }),
  errors: [
    'unreadable_file',
    'too_many_rows',
    'too_large',
    'unsupported_media_type',
    'invalid_input',
    'too_many_tries',
  ],
})

/** The same upload in the shape of existing clients. */
export const uploadContacts = endpoint({
  method: 'POST',
  path: '/api/messaging/upload',
  access: { ability: 'messages.send', whileGated: true },
  summary: 'Upload contacts and receive them as a list',
  multipart: { field: 'contactUploadedFile', maxBytes: CONTACT_FILE_MAX_BYTES },
  response: z.array(z.object({ name: z.optional(z.string()), phone: z.string() })),
  errors: [
    'unreadable_file',
    'too_many_rows',
    'too_large',
    'unsupported_media_type',
    'invalid_input',
    'too_many_tries',
  ],
})
