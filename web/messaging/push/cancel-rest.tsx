import { cancelPush, listPush, listPushRecipients, readSentPush, type SentPush } from '#contract/messaging/push.ts'
import { call } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { useCall } from '../../api/use-call.ts'
import { CancelRest as Cancelling, useNotCancelled } from '../report/cancel-rest.tsx'

/** Calls back what has not left of a notification. */
export function CancelRest({ push: { id, recipients, counts } }: { push: SentPush }) {
  const cancelling = useCall(() => call(cancelPush, { params: { id } }), {
    fills: read(readSentPush, { params: { id } }),
    refreshes: [listPush, listPushRecipients],
    failed: useNotCancelled(),
  })
  const left = recipients - counts.queued - counts.skipped
  return <Cancelling count={counts.queued} left={left} units={0} cancelling={cancelling} />
}
