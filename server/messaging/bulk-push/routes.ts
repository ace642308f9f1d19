import * as calls from '#contract/messaging/push.ts'
import { audit } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Serve } from '../../platform/http/index.ts'
import { cancelCampaign, hideCampaigns } from '../campaigns/index.ts'
import { exportRecipients, exportSent } from './export-push.ts'
import { listPush, listPushRecipients, readPush } from './list-push.ts'
import { pushAudience, quoteBulkPush, sendBulkPush, testBulkPush } from './send-bulk-push.ts'

/** Push to many people: who would get it, sending, what was sent. */
export function bulkPushRoutes(serve: Serve, { database, enqueue }: AppContext): void {
  serve(calls.quotePush, async ({ body, read }) => {
    const audience = await pushAudience(body.destination, body.category)
    return read((tx) => quoteBulkPush(tx, audience))
  })

  serve(calls.sendPush, async ({ caller, actor, body, at, transact }) => {
    const { tenantId, accountId } = caller
    const audience = await pushAudience(body.destination, body.category)
    return transact(async (tx) => {
      const sent = await sendBulkPush(tx, enqueue, { tenantId, accountId, at }, { ...body, audience })
      const { id, recipients, units } = sent
      await audit(tx, tenantId, actor, { act: 'message.sent', subjectId: id, details: { recipients, units }, at })
      return { id, recipients }
    })
  })

  serve(calls.testPush, ({ caller: { tenantId, personId }, body, at, transact }) =>
    transact(async (tx) => {
      await testBulkPush(tx, enqueue, { tenantId, personId, at }, body)
      return {}
    }),
  )

  serve(calls.listPush, ({ query, read }) => read((tx) => listPush(tx, query)))

  serve(calls.readSentPush, ({ params, read }) => read((tx) => readPush(tx, params.id)))

  serve(calls.listPushRecipients, ({ params, query, read }) => read((tx) => listPushRecipients(tx, params.id, query)))

  serve(calls.exportSentPush, (call) => exportSent(database, call))

  serve(calls.exportPushRecipients, (call) => exportRecipients(database, call))

  serve(calls.cancelPush, ({ caller: { tenantId }, actor, params: { id: campaignId }, at, transact }) =>
    transact(async (tx) => {
      await cancelCampaign(tx, enqueue, { tenantId, channel: 'push', campaignId, actor, at })
      return readPush(tx, campaignId)
    }),
  )

  existingRoutes(serve)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** In the shapes of existing clients. */
function existingRoutes(serve: Serve): void {
  serve(calls.getAllSentPushNotifications, ({ query, read }) =>
    read(async (tx) => {
      const { data: rows, totalItems } = await listPush(tx, query)
      const data = rows.map(({ id, title, message, sentAt, sentBy }) => ({
        id,
        subject: title,
        message,
        dateSent: sentAt,
        smsUnitsUsed: 0,
        sentByUser: sentBy,
      }))
      return { data, totalItems }
    }),
  )

  serve(calls.deleteSentPush, ({ caller, actor, query, at, transact }) =>
    transact(async (tx) => {
      const ids = query.IdList.split(',')
        .map((id) => id.trim())
        .filter(Boolean)
      if (ids.length === 0 || !ids.every((id) => UUID.test(id)))
        throw new ApiError('invalid_input', { fields: { 'query.IdList': 'Write ids, split by commas.' } })
      const hidden = await hideCampaigns(tx, 'push', ids, at)
      if (hidden === 0) return { deleted: false, message: 'These messages are not on the list any more' }
      await audit(tx, caller.tenantId, actor, { act: 'message.deleted', details: { messages: hidden }, at })
      return { deleted: true, message: 'Deleted' }
    }),
  )
}
