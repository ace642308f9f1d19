import { exportAudit, type AuditAct } from '#contract/identity/audit.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { useListExport, type ExportColumn } from '../../lib/list-export.ts'
import { useSession } from '../../lib/session.ts'
import { actWords } from './act-words.ts'
import { logQueryOf, type LogFiltering } from './log-filter.ts'

const columns: readonly ExportColumn[] = [
  { id: 'at', title: 'identity.log.at', of: 'at' },
  { id: 'actor', title: 'identity.log.actor', of: 'actor' },
  { id: 'act', title: 'identity.log.what', of: 'what' },
  { id: 'subject', title: 'identity.log.subject', of: 'subject' },
  { id: 'details', title: 'identity.log.details', of: 'what' },
  { id: 'device', title: 'identity.log.device', of: 'where' },
  { id: 'ip', title: 'identity.log.network', of: 'where' },
]

const isAct = (text: string): text is AuditAct => Object.hasOwn(actWords, text)

/** File and print of the log. Files name acts by their codes, for other programs; paper names them in words. */
export function useLogExport({ state, shown }: LogFiltering, total: number) {
  const t = useTexts()
  const exporting = useListExport({
    endpoint: exportAudit,
    query: logQueryOf(state),
    columns,
    shown,
    total,
    title: t('identity.log.title'),
    what: t('identity.log.count', { count: total }),
    church: useSession().church.name,
  })
  return {
    ...exporting,
    sheet: async () => {
      const { headings, rows } = await exporting.sheet()
      const told = (value: string) => (isAct(value) ? t(actWords[value], NOTHING_SAID) : value)
      return { headings, rows: rows.map((row) => row.map(told)) }
    },
  }
}

/** On paper the details stand in a column of their own. */
const NOTHING_SAID = { count: 0, number: '', name: '', list: '', format: '', again: 'no', removed: 'no', off: 'yes' }
