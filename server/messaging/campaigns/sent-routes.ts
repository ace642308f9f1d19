import {
  deleteSentSms,
  exportRecipients,
  exportSent,
  getAllSentSms,
  getSentMessageDetails,
  getSentSmsById,
  listCampaigns,
  listRecipients,
  readCampaign,
} from '#contract/messaging/sent-sms.ts'
import { audit } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Serve } from '../../platform/http/index.ts'
import { exportRecipients as recipientsFile, exportSent as sentFile } from './export-sent.ts'
import { listSentSms, listSmsRecipients, readSentSms, presentCampaign, reportsOf } from './list-sent.ts'
import { countCampaigns, hideCampaigns, selectCampaigns, selectRecipients } from './sent-store.ts'

const ROWS_A_NUMBERED_PAGE = 50
const WHOLE_REPORT = 200_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function sentRoutes(serve: Serve, { database }: AppContext): void {
  numberedRoutes(serve)

  serve(exportSent, (call) => sentFile(database, call))

  serve(exportRecipients, (call) => recipientsFile(database, call))

  serve(listCampaigns, ({ query, transact }) => transact((tx) => listSentSms(tx, query)))

  serve(readCampaign, ({ params, transact }) =>
    transact(async (tx) => presentCampaign(await readSentSms(tx, params.id))),
  )

  serve(listRecipients, ({ params, query, transact }) => transact((tx) => listSmsRecipients(tx, params.id, query)))

  serve(deleteSentSms, ({ caller, actor, query, at, transact }) =>
    transact(async (tx) => {
      const ids = (query.IdList ?? query.SentSMSIdList ?? '')
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean)
      if (ids.length === 0 || !ids.every((id) => UUID.test(id)))
        throw new ApiError('invalid_input', { fields: { 'query.IdList': 'Write ids, split by commas.' } })
      const hidden = await hideCampaigns(tx, ids, at)
      if (hidden > 0)
        await audit(tx, caller.tenantId, actor, { act: 'message.deleted', details: { messages: hidden }, at })
      return { deleted: hidden > 0, message: hidden > 0 ? 'Deleted' : 'These messages are not on the list any more' }
    }),
  )
}

/** The same in the shapes of existing clients. */
function numberedRoutes(serve: Serve): void {
  serve(getAllSentSms, ({ query, transact }) =>
    transact(async (tx) => {
      const offset = (Math.max(query.page ?? 1, 1) - 1) * ROWS_A_NUMBERED_PAGE
      const campaigns = await selectCampaigns(tx, { search: '', after: null, limit: ROWS_A_NUMBERED_PAGE, offset })
      const data = campaigns.map((campaign) => {
        const { id, message, senderId: subject, sentAt, units } = { ...campaign, ...presentCampaign(campaign) }
        const reports = reportsOf(campaign)
        return {
          id,
          message,
          subject,
          dateSent: sentAt,
          smsUnitsUsed: units,
          report: reports.map((status) => ({ status })),
          deliveryReport: reports.map((report) => ({ report })),
        }
      })
      return { data, totalItems: await countCampaigns(tx, '') }
    }),
  )

  serve(getSentSmsById, ({ query, transact }) =>
    transact(async (tx) => {
      const { id, senderId, message, sentAt, sentBy } = await readSentSms(tx, query.CommReportId)
      return { id, subject: senderId, message, dateSent: sentAt.toISOString(), sentByUser: sentBy }
    }),
  )

  serve(getSentMessageDetails, ({ query, transact }) =>
    transact(async (tx) => {
      const { id } = await readSentSms(tx, query.CommReportId)
      const rows = await selectRecipients(tx, id, { search: '', state: undefined, after: 0, limit: WHOLE_REPORT })
      return rows.map(({ phone, name, state, changedAt }) => ({
        recipient: phone,
        name,
        deliveryReport: state,
        date: changedAt.toISOString(),
      }))
    }),
  )
}
