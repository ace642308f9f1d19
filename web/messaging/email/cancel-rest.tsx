import {
  cancelEmail,
  getAllSentEmails,
  listEmailRecipients,
  readSentEmail,
  type SentEmail,
} from '#contract/messaging/emails.ts'
import { readSession } from '#contract/identity/session.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { CancelRest as Cancelling, useNotCancelled } from '../report/cancel-rest.tsx'

/** Calls back what has not left of an email. */
export function CancelRest({ email: { id, recipients, counts, unitsHeld } }: { email: SentEmail }) {
  const cancelling = useCall(() => call(cancelEmail, { params: { id } }), {
    fills: read(readSentEmail, { params: { id } }),
    refreshes: [getAllSentEmails, listEmailRecipients, readSession],
    failed: useNotCancelled(),
  })
  const left = recipients - counts.waiting - counts.skipped
  return <Cancelling count={counts.waiting} left={left} units={unitsHeld} cancelling={cancelling} />
}
