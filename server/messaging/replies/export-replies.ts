import { exportChurchList } from '../../identity/index.ts'
import type { exportReplies as exportCall, ReplyColumn } from '#contract/messaging/replies.ts'
import type { Database } from '../../platform/database/index.ts'
import { localTime, type ExportColumn } from '../../platform/exports/index.ts'
import type { Call, Download } from '../../platform/http/index.ts'
import { replyPages, type ExportedReply } from './conversation-store.ts'
import { searchedFor } from './conversations.ts'

const columns = (timeZone: string): (ExportColumn<ExportedReply> & { id: ReplyColumn })[] => {
  const local = localTime(timeZone)
  return [
    { id: 'at', heading: 'Received at', value: ({ at }) => local(at) },
    { id: 'phone', heading: 'Phone', value: ({ phone }) => phone },
    { id: 'name', heading: 'Name', value: ({ name }) => name },
    { id: 'text', heading: 'Reply', value: ({ text }) => text },
    { id: 'kind', heading: 'Kind', value: ({ kind }) => kind },
    { id: 'senderId', heading: 'Sender ID', value: ({ sender }) => sender },
    { id: 'assignedTo', heading: 'Assigned to', value: ({ assignedTo }) => assignedTo },
    { id: 'state', heading: 'Status', value: ({ state }) => state },
  ]
}

/** The replies of the conversations in sight as a file. */
export function exportReplies(
  database: Database,
  { query, caller, actor, at }: Call<typeof exportCall>,
): Promise<Download> {
  const { tenantId, accountId, church } = caller
  return exportChurchList({
    database,
    tenantId,
    actor,
    query,
    list: 'sms-replies',
    columns: columns(church.timeZone),
    pages: (tx) => replyPages(tx, { filter: query.filter, accountId, search: searchedFor(query.search) }),
    at,
  })
}
