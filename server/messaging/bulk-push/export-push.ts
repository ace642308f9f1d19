import { exportChurchList } from '../../identity/index.ts'
import type {
  exportPushRecipients as recipientsCall,
  exportSentPush as sentCall,
  SentPushColumn,
} from '#contract/messaging/push.ts'
import type { Database } from '../../platform/database/index.ts'
import { localTime, type ExportColumn } from '../../platform/exports/index.ts'
import type { Call, Download } from '../../platform/http/index.ts'
import { campaignPages, recipientPages, type CampaignRecord, type ExportedRecord } from '../campaigns/index.ts'
import { presentPush, readPush } from './list-push.ts'

type Column = ExportColumn<CampaignRecord> & { id: SentPushColumn }

/** In the words of the page of one notification. */
const sentColumns = (timeZone: string): Column[] => {
  const local = localTime(timeZone)
  const counted = (row: CampaignRecord) => presentPush(row).counts
  return [
    { id: 'sentAt', heading: 'Sent at', value: ({ sentAt }) => local(sentAt) },
    { id: 'title', heading: 'Title', value: ({ senderId }) => senderId },
    { id: 'message', heading: 'Message', value: ({ message }) => message },
    { id: 'sentBy', heading: 'Sent by', value: ({ sentBy }) => sentBy },
    { id: 'recipients', heading: 'Recipients', value: ({ recipients }) => recipients },
    { id: 'sent', heading: 'Sent', value: (row) => counted(row).sent },
    { id: 'waiting', heading: 'On its way', value: (row) => counted(row).queued },
    { id: 'notReached', heading: 'Not sent', value: (row) => counted(row).failed },
    { id: 'skipped', heading: 'Skipped', value: (row) => counted(row).skipped },
    { id: 'units', heading: 'Units', value: () => 0 },
    { id: 'state', heading: 'Status', value: ({ state }) => state },
  ]
}

const recipientColumns = (timeZone: string): ExportColumn<ExportedRecord>[] => {
  const local = localTime(timeZone)
  return [
    { id: 'position', heading: 'No.', value: ({ position }) => position },
    { id: 'name', heading: 'Name', value: ({ name }) => name },
    { id: 'state', heading: 'Status', value: ({ state }) => state },
    { id: 'reason', heading: 'Reason', value: ({ reason }) => reason },
    { id: 'at', heading: 'Time', value: ({ changedAt }) => local(changedAt) },
  ]
}

/** The list of sent push notifications as a file. */
export function exportSent(database: Database, { query, caller, actor, at }: Call<typeof sentCall>): Promise<Download> {
  const { tenantId, church } = caller
  return exportChurchList({
    database,
    tenantId,
    actor,
    query,
    list: 'sent-push',
    name: 'sent-notifications',
    columns: sentColumns(church.timeZone),
    pages: (tx) => campaignPages(tx, { channel: 'push', search: query.search?.trim() ?? '' }),
    at,
  })
}

/** Whom one of them reached, as a file; `not_found` also for another church's. */
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
    name: 'notification-recipients',
    subjectId: id,
    columns: recipientColumns(church.timeZone),
    pages: async function* (tx) {
      await readPush(tx, id)
      const { search = '', state } = query
      yield* recipientPages(tx, id, { search: search.trim(), state })
    },
    at,
  })
}
