import { useState } from 'react'
import { exportReplies } from '#contract/messaging/replies.ts'
import { useTexts } from '../../languages/index.ts'
import { useListExport, type ExportColumn } from '../../lists/list-export.ts'
import { useSession } from '../../session/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { ExportPanel } from '../../ui/data-table/export-panel.tsx'
import { IconDownload } from '../../ui/icons.ts'
import type { RepliesSearch } from './replies-search.ts'

const columns: readonly ExportColumn[] = [
  { id: 'at', title: 'messaging.replies.receivedAt', of: 'at' },
  { id: 'phone', title: 'messaging.report.phone', of: 'phone' },
  { id: 'name', title: 'messaging.report.name', of: 'name' },
  { id: 'text', title: 'messaging.replies.reply', of: 'text' },
  { id: 'kind', title: 'messaging.replies.kind', of: 'kind' },
  { id: 'senderId', title: 'messaging.export.sender', of: 'senderId' },
  { id: 'assignedTo', title: 'messaging.replies.assignee', of: 'assignedTo' },
  { id: 'state', title: 'messaging.export.state', of: 'state' },
]
const shown = columns.map(({ id }) => id)

type ExportProps = { search: RepliesSearch; total: number; onBusy: (isBusy: boolean) => void; onClose: () => void }

function ExportDialog({ search: { show, search }, total, onBusy, onClose }: ExportProps) {
  const t = useTexts()
  const { church } = useSession()
  const exporting = useListExport({
    endpoint: exportReplies,
    query: { ...(search && { search }), ...(show && { filter: show }) },
    columns,
    shown,
    total,
    title: t('messaging.replies.title'),
    what: t('messaging.replies.conversations', { count: total }),
    church: church.name,
  })
  return (
    <Dialog open onClose={onClose} title={t('ui.export.title')}>
      <ExportPanel exporting={exporting} onBusy={onBusy} onDone={onClose} />
    </Dialog>
  )
}

/** Takes the replies of the conversations in sight away as a file. */
export function ExportButton({ search, total }: { search: RepliesSearch; total: number }) {
  const t = useTexts()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  return (
    <>
      <Button icon={IconDownload} busy={isBusy} onClick={() => setOpen(true)}>
        {t('ui.export.title')}
      </Button>
      {isOpen && <ExportDialog {...{ search, total }} onBusy={setBusy} onClose={() => setOpen(false)} />}
    </>
  )
}
