import { uploadContactFile, uploadContacts, REJECTED_ROWS_SHOWN } from '#contract/messaging/contact-files.ts'
import { clientGone, type Caller, type Serve, type Upload } from '../../platform/http/index.ts'
import { insertContactFile } from './store.ts'
import { readForChurch } from '../../platform/spreadsheets/index.ts'
import { parseContactFile, type ParsedContacts } from './parse-contact-file.ts'

/** Reads a contact file away from the server's own thread; refuses what cannot be read with a code. */
async function readContactFile(
  upload: Upload,
  church: { tenantId: string; isoCode: string },
  gone: AbortSignal,
): Promise<ParsedContacts> {
  const file = { path: upload.path, name: upload.name }
  return readForChurch(church.tenantId, gone, () => parseContactFile(file, church.isoCode, gone))
}

/** What the compose page shows of an uploaded file. */
const presentContactFile = (id: string, fileName: string, parsed: ParsedContacts) => ({
  id,
  fileName,
  rows: parsed.rows,
  contacts: parsed.contacts.length,
  duplicates: parsed.duplicates,
  rejected: parsed.rejected.length,
  rejectedRows: parsed.rejected.slice(0, REJECTED_ROWS_SHOWN),
})

const churchOf = ({ tenantId, church }: Caller) => ({ tenantId, isoCode: church.isoCode })

export function contactRoutes(serve: Serve): void {
  serve(uploadContactFile, async ({ caller, upload, at, reply, transact }) => {
    const parsed = await readContactFile(upload, churchOf(caller), clientGone(reply))
    const file = { tenantId: caller.tenantId, fileName: upload.name, uploadedBy: caller.accountId, at }
    return transact(async (tx) =>
      presentContactFile(await insertContactFile(tx, file, parsed.contacts), upload.name, parsed),
    )
  })

  serve(uploadContacts, async ({ caller, upload, at, reply, transact }) => {
    const parsed = await readContactFile(upload, churchOf(caller), clientGone(reply))
    const file = { tenantId: caller.tenantId, fileName: upload.name, uploadedBy: caller.accountId, at }
    return transact(async (tx) => {
      // Kept, so that a number sent to later is greeted with the name of the file.
      await insertContactFile(tx, file, parsed.contacts)
      return parsed.contacts.map(({ name, phone }) => (name === null ? { phone } : { name, phone }))
    })
  })
}
