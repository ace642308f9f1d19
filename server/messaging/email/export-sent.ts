import { exportChurchList } from '../../identity/index.ts'
import type { exportSentEmails as sentCall, SentEmailColumn } from '#contract/messaging/emails.ts'
import type { Database } from '../../platform/database/index.ts'
import { localTime, type ExportColumn } from '../../platform/exports/index.ts'
import type { Call, Download } from '../../platform/http/index.ts'
import { campaignPages, presentCampaign, type CampaignRecord } from '../campaigns/index.ts'

type Column = ExportColumn<CampaignRecord> & { id: SentEmailColumn }

/** In the words of the page of one email. */
const columnsOf = (timeZone: string): Column[] => {
  const local = localTime(timeZone)
  return [
    { id: 'sentAt', heading: 'Sent at', value: ({ sentAt }) => local(sentAt) },
    { id: 'subject', heading: 'Subject', value: ({ message }) => message },
    { id: 'sentBy', heading: 'Sent by', value: ({ sentBy }) => sentBy },
    { id: 'recipients', heading: 'Recipients', value: ({ recipients }) => recipients },
    { id: 'delivered', heading: 'Delivered', value: ({ delivered }) => delivered },
    { id: 'accepted', heading: 'Accepted', value: ({ sent, no_report }) => sent + no_report },
    { id: 'waiting', heading: 'On its way', value: ({ queued }) => queued },
    { id: 'bounced', heading: 'Bounced', value: ({ failed }) => failed },
    { id: 'unknown', heading: 'Unknown', value: ({ unknown }) => unknown },
    { id: 'skipped', heading: 'Skipped', value: ({ skipped }) => skipped },
    { id: 'units', heading: 'Units', value: (row) => presentCampaign(row).units },
    { id: 'state', heading: 'Status', value: ({ state }) => state },
  ]
}

/** The list of sent emails as a file. */
export function exportSent(database: Database, { query, caller, actor, at }: Call<typeof sentCall>): Promise<Download> {
  const { tenantId, church } = caller
  return exportChurchList({
    database,
    tenantId,
    actor,
    query,
    list: 'sent-emails',
    columns: columnsOf(church.timeZone),
    pages: (tx) => campaignPages(tx, { channel: 'email', search: query.search?.trim() ?? '' }),
    at,
  })
}
