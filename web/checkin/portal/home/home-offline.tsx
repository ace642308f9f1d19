import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconRefresh } from '../../../ui/icons.ts'
import { Failed } from '../../../ui/states/index.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { PageHeader } from '../../../ui/surfaces/page-header.tsx'
import { useKeptPasses } from '../shared/kept-passes.ts'
import { Spinner } from '../shared/spinner.tsx'
import { Passes } from './passes.tsx'

/** What stands below is what was known last. */
export function OfflineNote({ onRetry }: { onRetry: () => void }) {
  const t = useTexts()
  return (
    <Note
      tone="info"
      action={
        <Button size="sm" icon={IconRefresh} onClick={onRetry}>
          {t('ui.state.tryAgain')}
        </Button>
      }
    >
      {t('portal.pass.offline')}
    </Note>
  )
}

/** When the dashboard cannot be read: the passes that this phone has kept, or what went wrong. */
export function HomeOffline({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const t = useTexts()
  const passes = useKeptPasses()
  if (!passes) return <Spinner />
  if (passes.length === 0) return <Failed failure={failure} onRetry={onRetry} />
  return (
    <>
      <PageHeader title={t('portal.shell.home')} />
      <OfflineNote onRetry={onRetry} />
      <Passes passes={passes} />
    </>
  )
}
