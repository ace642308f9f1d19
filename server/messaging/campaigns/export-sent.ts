import { exportChurchList } from '../../identity/index.ts'
import type {
  exportRecipients as recipientsCall,
  exportSent as sentCall,
  RecipientColumn,
  SentColumn,
} from '#contract/messaging/sent-sms.ts'
import type { Database } from '../../platform/database/index.ts'
import { localTime, type ExportColumn } from '../../platform/exports/index.ts'
import type { Call, Download } from '../../platform/http/index.ts'
import { readSentSms, presentCampaign } from './list-sent.ts'
import { campaignPages, recipientPages, type CampaignRecord, type ExportedRecord } from './sent-store.ts'

type Columns<Id extends string, Row> = (ExportColumn<Row> & { id: Id })[]

const sentColumns = (timeZone: string): Columns<SentColumn, CampaignRecord> => {
  const local = localTime(timeZone)
  return [
    { id: 'sentAt', heading: 'Sent at', value: ({ sentAt }) => local(sentAt) },
    { id: 'senderId', heading: 'Sender ID', value: ({ senderId }) => senderId },
    { id: 'message', heading: 'Message', value: ({ message }) => message },
    { id: 'sentBy', heading: 'Sent by', value: ({ sentBy }) => sentBy },
    { id: 'recipients', heading: 'Recipients', value: ({ recipients }) => recipients },
    { id: 'delivered', heading: 'Delivered', value: ({ delivered }) => delivered },
    { id: 'sent', heading: 'Sent', value: ({ sent }) => sent },
    { id: 'queued', heading: 'Queued', value: ({ queued }) => queued },
    { id: 'failed', heading: 'Failed', value: ({ failed }) => failed },
    { id: 'no_report', heading: 'No report', value: ({ no_report }) => no_report },
    { id: 'unknown', heading: 'Unknown', value: ({ unknown }) => unknown },
    { id: 'skipped', heading: 'Skipped', value: ({ skipped }) => skipped },
    { id: 'units', heading: 'Units', value: (row) => presentCampaign(row).units },
    { id: 'unitsReturned', heading: 'Units returned', value: (row) => presentCampaign(row).unitsReturned },
    { id: 'state', heading: 'Status', value: ({ state }) => state },
  ]
}

const recipientColumns = (timeZone: string): Columns<RecipientColumn, ExportedRecord> => {
  const local = localTime(timeZone)
  return [
    { id: 'position', heading: 'No.', value: ({ position }) => position },
    { id: 'name', heading: 'Name', value: ({ name }) => name },
    { id: 'phone', heading: 'Phone', value: ({ phone }) => phone },
    { id: 'network', heading: 'Network', value: ({ network }) => network },
    { id: 'state', heading: 'Status', value: ({ state }) => state },
    { id: 'segments', heading: 'Pages', value: ({ segments }) => segments },
    { id: 'units', heading: 'Units', value: ({ units }) => units },
    { id: 'reason', heading: 'Reason', value: ({ reason }) => reason },
    { id: 'code', heading: 'Network code', value: ({ code }) => code },
    { id: 'at', heading: 'Time', value: ({ changedAt }) => local(changedAt) },
  ]
}

/** The list of sent SMS as a file. */
export function exportSent(database: Database, { query, caller, actor, at }: Call<typeof sentCall>): Promise<Download> {
  const { tenantId, church } = caller
  return exportChurchList({
    database,
    tenantId,
    actor,
    query,
    list: 'sent-sms',
    columns: sentColumns(church.timeZone),
    pages: (tx) => campaignPages(tx, { channel: 'sms', search: query.search?.trim() ?? '', state: query.state }),
    at,
  })
}

/** The delivery report of one sent SMS as a file; `not_found` also for another church's. */
export function exportRecipients(
  database: Database,
  { params: { id }, query, caller, actor, at }: Call<typeof recipientsCall>,
): Promise<Download> {
  const { tenantId, church } = caller
  return exportChurchList({
    database,
    tenantId,
    actor,
    query,
    list: 'recipients',
    subjectId: id,
    columns: recipientColumns(church.timeZone),
    pages: async function* (tx) {
      await readSentSms(tx, id)
      const { search = '', state, reason } = query
      yield* recipientPages(tx, id, { search: search.trim(), state, reason })
    },
    at,
  })
}
