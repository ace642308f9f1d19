import type { Received } from '#contract/endpoint.ts'
import { auditColumns, type AuditRow, type exportAudit as call } from '#contract/identity/audit.ts'
import { cursorPages, exportList, type ExportColumn } from '../../platform/exports/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Actor, Caller, Download } from '../../platform/http/index.ts'
import { deviceName } from '../sessions/device-name.ts'
import { audit } from './audit.ts'
import { entriesQuery, type Entry } from './audit-list-store.ts'
import { instantIn } from './instant-in.ts'
import { auditFilterOf } from './list-audit.ts'

type Query = Received<typeof call>['query']
type Column = (typeof auditColumns)[number]

/** The log, as much of it as matches, as a file. */
export function exportAudit(
  { database }: Pick<AppContext, 'database'>,
  caller: Caller,
  { query, actor, at }: { query: Query; actor: Actor; at: Date },
): Promise<Download> {
  const { tenantId, church } = caller
  const values = valuesIn(church.timeZone)
  return exportList<Entry>({
    database,
    scope: { tenantId },
    query,
    name: 'log',
    columns: auditColumns.map((id): ExportColumn<Entry> => ({ id, ...values[id] })),
    pages: (tx) => cursorPages(tx, entriesQuery(auditFilterOf(caller, query))),
    note: (tx, rows) => {
      const details = { list: 'audit', format: query.format, rows }
      return audit(tx, tenantId, actor, { act: 'list.exported', details, at })
    },
    at,
  })
}

const valuesIn = (timeZone: string): Record<Column, Omit<ExportColumn<Entry>, 'id'>> => ({
  at: { heading: 'When', value: ({ at }) => instantIn(timeZone, at) },
  actor: { heading: 'Who', value: ({ actorName }) => actorName },
  act: { heading: 'What', value: ({ act }) => act },
  subject: { heading: 'Affects', value: ({ subjectName }) => subjectName },
  details: { heading: 'Details', value: ({ details }) => textOf(details) },
  ip: { heading: 'IP address', value: ({ ip }) => ip },
  device: { heading: 'Device', value: ({ device }) => deviceName(device) },
})

const textOf = (details: AuditRow['details']): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : value}`)
    .join('; ')
