import type { TenantId } from '../../platform/database/index.ts'
import { exportList, type ExportedList } from '../../platform/exports/index.ts'
import type { Actor, Download } from '../../platform/http/index.ts'
import { audit } from './audit-store.ts'

type ChurchList<Row> = Omit<ExportedList<Row>, 'scope' | 'note' | 'name'> & {
  tenantId: TenantId
  actor: Actor
  /** What the log calls it, and its file too where that has no name of its own. */
  list: string
  name?: string
  /** What the list is about, where it is about one thing. */
  subjectId?: string
}

/** A list of a church as a file. The log says who took it away, and how many rows: without that there is no file. */
export function exportChurchList<Row>(exported: ChurchList<Row>): Promise<Download> {
  const { tenantId, actor, list, name = list, subjectId = null, ...rest } = exported
  const { query, at } = rest
  return exportList({
    ...rest,
    scope: { tenantId },
    name,
    note: (tx, rows) =>
      audit(tx, tenantId, actor, {
        act: 'list.exported',
        subjectId,
        details: { list, format: query.format, rows },
        at,
      }),
  })
}
