import { exportChurchList } from '../../identity/index.ts'
import type { EmailSaid, exportEmailRecipients as recipientsCall } from '#contract/messaging/emails.ts'
import type { Database } from '../../platform/database/index.ts'
import { localTime, type ExportColumn } from '../../platform/exports/index.ts'
import { ApiError, type Call, type Download } from '../../platform/http/index.ts'
import { recipientPages, selectCampaign, type ExportedRecord } from '../campaigns/index.ts'
import { selectPositions, selectSaid } from './said-store.ts'

type Row = ExportedRecord & { said: EmailSaid | null }

const words: Record<EmailSaid, string> = {
  hard: 'Bounced',
  soft: 'Bounced for now',
  complaint: 'Marked as spam',
  unsubscribed: 'Unsubscribed',
}

const columnsOf = (timeZone: string): ExportColumn<Row>[] => {
  const local = localTime(timeZone)
  return [
    { id: 'position', heading: 'No.', value: ({ position }) => position },
    { id: 'name', heading: 'Name', value: ({ name }) => name },
    { id: 'email', heading: 'Email', value: ({ phone }) => phone },
    { id: 'state', heading: 'Status', value: ({ state }) => state },
    { id: 'said', heading: 'What came back', value: ({ said }) => said && words[said] },
    { id: 'words', heading: 'In the words of their server', value: ({ code }) => code },
    { id: 'at', heading: 'Time', value: ({ changedAt }) => local(changedAt) },
  ]
}

/** The delivery report of one sent email as a file; `not_found` also for another church's. */
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
    name: 'email-recipients',
    subjectId: id,
    columns: columnsOf(church.timeZone),
    pages: async function* (tx) {
      if (!(await selectCampaign(tx, 'email', id))) throw new ApiError('not_found')
      const { search = '', state, said } = query
      const among = said && (await selectPositions(tx, id, said))
      for await (const rows of recipientPages(tx, id, { search: search.trim(), state, among })) {
        const positions = rows.map(({ position }) => position)
        const saidAt = await selectSaid(tx, id, positions)
        yield rows.map((row) => ({ ...row, said: saidAt.get(row.position) ?? null }))
      }
    },
    at,
  })
}
