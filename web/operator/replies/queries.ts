import * as calls from '#contract/operator/unclaimed-replies.ts'
import type { UnclaimedReply } from '#contract/operator/unclaimed-replies.ts'
import { call } from '../../api/call.ts'
import { keyOf } from '../../api/queries.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { useConsoleCall } from '../form/password-again.tsx'

/** Replies that no church could be found for, page by page. */
export const useUnclaimed = () =>
  usePagedList<UnclaimedReply>(keyOf(calls.listUnclaimedReplies), (page, signal) =>
    call(calls.listUnclaimedReplies, { query: page }, { signal }),
  )

export const useAssign = ({ id }: UnclaimedReply) =>
  useConsoleCall(
    (churchId: string) => call(calls.assignUnclaimedReply, { params: { id }, body: { churchId } }),
    calls.listUnclaimedReplies,
  )

export const useRemove = ({ id }: UnclaimedReply) =>
  useConsoleCall(() => call(calls.removeUnclaimedReply, { params: { id } }), calls.listUnclaimedReplies)
