import { uploadContactFile, uploadContacts } from '#contract/messaging/contact-files.ts'
import type { Serve } from '#server/platform/http/index.ts'
import { insertContactFile } from './store.ts'
import { presentContactFile, readContactFile } from './upload-contacts.ts'

export function contactRoutes(serve: Serve): void {
  serve(uploadContactFile, async ({ caller, upload, at, transact }) => {
    const parsed = await readContactFile(upload, caller.church.isoCode)
    const file = { tenantId: caller.tenantId, fileName: upload.name, uploadedBy: caller.accountId, at }
    return transact(async (tx) =>
      presentContactFile(await insertContactFile(tx, file, parsed.contacts), upload.name, parsed),
    )
  })

  serve(uploadContacts, async ({ caller, upload, at, transact }) => {
    const parsed = await readContactFile(upload, caller.church.isoCode)
    const file = { tenantId: caller.tenantId, fileName: upload.name, uploadedBy: caller.accountId, at }
    return transact(async (tx) => {
      // Kept, so that a number sent to later is greeted with the name of the file.
      await insertContactFile(tx, file, parsed.contacts)
      return parsed.contacts.map(({ name, phone }) => (name === null ? { phone } : { name, phone }))
    })
  })
}
