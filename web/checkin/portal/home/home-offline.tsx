import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconRefresh, IconChevronRight } from '../../../ui/icons.ts'
import { Failed } from '../../../ui/states/index.ts'
import { Note } from '../../../ui/surfaces/note.tsx'
import { PageHeader } from '../../../ui/surfaces/page-header.tsx'
import { useKeptPasses } from '../session/kept-passes.ts'
import { Spinner } from '../reading/spinner.tsx'
import { Link } from '@tanstack/react-router'
import type { Pass } from '#contract/checkin/registration.ts'
import { thankYouPath } from '../../../routing/portal-paths.ts'
import { Card } from '../../../ui/surfaces/card.tsx'
import { useWhen } from '../events/event-words.tsx'
import classes from './home.module.css'

/** The codes stand on the passes themselves, not here where anybody looks over the shoulder. */
export function Passes({ passes }: { passes: readonly Pass[] }) {
  const t = useTexts()
  const when = useWhen()
  return (
    <Card title={t('portal.home.passes')} padded={false}>
      <ul className={classes['passes']}>
        {passes.map(({ id, event, children, waiting }) => (
          <li key={id}>
            <Link to={thankYouPath(id)}>
              <span className="grow">
                <span className={classes['name']}>{event.name}</span>
                <span className="small muted">
                  {event.cancelled ? t('portal.home.cancelled') : when(event.startsAt)}
                </span>
                <span className="small muted">
                  {[
                    ...children.map(({ firstName }) => firstName),
                    ...(waiting.length > 0 ? [t('portal.home.waiting', { count: waiting.length })] : []),
                  ].join(', ')}
                </span>
              </span>
              <IconChevronRight size={20} stroke={1.75} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

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
