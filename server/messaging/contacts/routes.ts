import { uploadContactFile, uploadContacts, REJECTED_ROWS_SHOWN } from '#contract/messaging/contact-files.ts'
import { clientGone, type Caller, type Serve, type Upload } from '../../platform/http/index.ts'
import {
  deleteContactFiles,
  insertContactFile,
  selectChurchesWithOldFiles,
  selectOldContactFiles,
} from './contact-store.ts'
import { parseContactFile } from './parse-contact-file.ts'
import type { ParsedContacts } from './collect-contacts.ts'
import { readForChurch } from '../../platform/file-reading/index.ts'
import { z } from 'zod/mini'
import { announcement } from '../../platform/announcements.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Database } from '../../platform/database/index.ts'
import { defineJob } from '../../platform/jobs/index.ts'

export function contactRoutes(serve: Serve, { database }: Pick<AppContext, 'database'>): void {
  serve(uploadContactFile, async ({ caller, upload, at, reply, transact }) => {
    const parsed = await readContactFile(upload, churchOf(caller), { database, gone: clientGone(reply) })
    const file = { tenantId: caller.tenantId, fileName: upload.name, uploadedBy: caller.accountId, at }
    return transact(async (tx) =>
      presentContactFile(await insertContactFile(tx, file, parsed.contacts), upload.name, parsed),
    )
  })

  serve(uploadContacts, async ({ caller, upload, at, reply, transact }) => {
    const parsed = await readContactFile(upload, churchOf(caller), { database, gone: clientGone(reply) })
    const file = { tenantId: caller.tenantId, fileName: upload.name, uploadedBy: caller.accountId, at }
    return transact(async (tx) => {
      // Kept, so that a number sent to later is greeted with the name of the file.
      await insertContactFile(tx, file, parsed.contacts)
      return parsed.contacts.map(({ name, phone }) => (name === null ? { phone } : { name, phone }))
    })
  })
}

/** Reads a contact file away from the server's own thread; refuses what cannot be read with a code. */
async function readContactFile(
  upload: Upload,
  { tenantId, isoCode }: { tenantId: string; isoCode: string },
  { database, gone }: { database: Database; gone: AbortSignal },
): Promise<ParsedContacts> {
  const file = { path: upload.path, name: upload.name }
  return readForChurch({ database, tenantId, gone }, () => parseContactFile(file, isoCode, gone))
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

const KEPT_MS = 30 * 24 * 60 * 60 * 1000

export const forgetContactsJob = defineJob({ name: 'messaging.forget-contact-files', payload: z.object({}) })

/** Asks which of these files a message that is not sent yet needs: they stay until it has gone or is deleted. */
export const contactFilesInUse = announcement<{ fileIds: string[] }, string[]>()

/** Contact files hold numbers of people who are in no record of ours: they go after 30 days. */
export async function forgetContacts({ database, clock }: AppContext): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  const churches = await database.withoutTenant((tx) => selectChurchesWithOldFiles(tx, before))
  for (const tenantId of churches)
    await database.withTenant(tenantId, async (tx) => {
      const fileIds = await selectOldContactFiles(tx, before)
      const used = new Set((await contactFilesInUse.announce(tx, { fileIds })).flat())
      await deleteContactFiles(
        tx,
        fileIds.filter((id) => !used.has(id)),
      )
    })
}
