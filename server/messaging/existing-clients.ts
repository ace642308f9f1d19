import * as calls from '#contract/messaging/existing-clients.ts'
import type { Serve } from '#server/platform/http/index.ts'

/** Lists of parts that a church has nothing in yet. */
export function existingClientRoutes(serve: Serve): void {
  for (const call of [calls.getAllSmsReplies, calls.getAllSentEmails, calls.getAllSentPushNotifications])
    serve(call, () => Promise.resolve({ data: [], totalItems: 0 }))
  for (const call of [calls.getSmsDrafts, calls.getSmsSchedules, calls.getEmailDrafts, calls.getEmailSchedules])
    serve(call, () => Promise.resolve([]))
}
