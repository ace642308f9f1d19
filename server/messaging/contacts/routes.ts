import { uploadContactFile, uploadContacts } from '#contract/messaging/contact-files.ts'
import { clientGone, type Caller, type Serve } from '#server/platform/http/index.ts'
import { insertContactFile } from './store.ts'
import { presentContactFile, readContactFile } from './upload-contacts.ts'

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
