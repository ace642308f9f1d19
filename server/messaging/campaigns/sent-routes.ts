import {
  countReasons,
  deleteSentSms,
  DETAILS_MAX,
  exportRecipients,
  exportSent,
  getAllSentSms,
  getSentMessageDetails,
  getSentSmsById,
  listCampaigns,
  listRecipients,
  readCampaign,
  readMessage,
} from '#contract/messaging/sent-sms.ts'
import {
  cancelCampaign as cancelCall,
  pauseCampaign as pauseCall,
  resumeCampaign as resumeCall,
} from '#contract/messaging/steering.ts'
import { audit } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, type Actor, type Serve } from '../../platform/http/index.ts'
import { exportRecipients as recipientsFile, exportSent as sentFile } from './export-sent.ts'
import {
  listSentSms,
  listSmsRecipients,
  readSentMessage,
  readSentSms,
  presentCampaign,
  reportsOf,
} from './list-sent.ts'
import { readReport } from './read-report.ts'
import { countCampaigns, hideCampaigns, selectCampaigns, selectReasons, selectRecipients } from './sent-store.ts'
import { cancelCampaign, pauseCampaign, resumeCampaign, type Steered } from './steer-campaign.ts'

const ROWS_A_NUMBERED_PAGE = 50
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function sentRoutes(serve: Serve, context: AppContext): void {
  const { database } = context
  numberedRoutes(serve)
  steeringRoutes(serve, context)

  serve(exportSent, (call) => sentFile(database, call))

  serve(exportRecipients, (call) => recipientsFile(database, call))

  serve(listCampaigns, ({ query, transact }) => transact((tx) => listSentSms(tx, query)))

  serve(readCampaign, ({ params, at, transact }) => transact((tx) => readReport(tx, params.id, at)))

  serve(readMessage, ({ params, transact }) => transact((tx) => readSentMessage(tx, params.id)))

  serve(countReasons, ({ params, transact }) =>
    transact(async (tx) => {
      await readSentSms(tx, params.id)
      return selectReasons(tx, params.id)
    }),
  )

  serve(listRecipients, ({ params, query, at, transact }) =>
    transact((tx) => listSmsRecipients(tx, params.id, { ...query, at })),
  )

  serve(deleteSentSms, ({ caller, actor, query, at, transact }) =>
    transact(async (tx) => {
      const ids = (query.IdList ?? query.SentSMSIdList ?? '')
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean)
      if (ids.length === 0 || !ids.every((id) => UUID.test(id)))
        throw new ApiError('invalid_input', { fields: { 'query.IdList': 'Write ids, split by commas.' } })
      const hidden = await hideCampaigns(tx, 'sms', ids, at)
      if (hidden > 0)
        await audit(tx, caller.tenantId, actor, { act: 'message.deleted', details: { messages: hidden }, at })
      return { deleted: hidden > 0, message: hidden > 0 ? 'Deleted' : 'These messages are not on the list any more' }
    }),
  )
}

type Who = { caller: { tenantId: string }; actor: Actor; at: Date }

/** Pausing, going on, cancelling what is left. */
function steeringRoutes(serve: Serve, { enqueue }: AppContext): void {
  const steered = ({ caller: { tenantId }, actor, at }: Who, campaignId: string): Steered => ({
    tenantId,
    channel: 'sms',
    campaignId,
    actor,
    at,
  })

  serve(pauseCall, ({ params: { id }, transact, ...who }) =>
    transact(async (tx) => {
      await pauseCampaign(tx, steered(who, id))
      return readReport(tx, id, who.at)
    }),
  )

  serve(resumeCall, ({ params: { id }, transact, ...who }) =>
    transact(async (tx) => {
      await resumeCampaign(tx, enqueue, steered(who, id))
      return readReport(tx, id, who.at)
    }),
  )

  serve(cancelCall, ({ params: { id }, transact, ...who }) =>
    transact(async (tx) => {
      await cancelCampaign(tx, enqueue, steered(who, id))
      return readReport(tx, id, who.at)
    }),
  )
}

/** The same in the shapes of existing clients. */
function numberedRoutes(serve: Serve): void {
  serve(getAllSentSms, ({ query, transact }) =>
    transact(async (tx) => {
      const offset = (Math.max(query.page ?? 1, 1) - 1) * ROWS_A_NUMBERED_PAGE
      const page = { channel: 'sms', search: '', after: null, limit: ROWS_A_NUMBERED_PAGE, offset } as const
      const campaigns = await selectCampaigns(tx, page)
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
      return { data, totalItems: await countCampaigns(tx, { channel: 'sms', search: '' }) }
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
      const rows = await selectRecipients(tx, id, { search: '', after: 0, limit: DETAILS_MAX })
      return rows.map(({ phone, name, state, changedAt }) => ({
        recipient: phone,
        name,
        deliveryReport: state,
        date: changedAt.toISOString(),
      }))
    }),
  )
}
