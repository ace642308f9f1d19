import { listMovements, type StatementLine, type UnitMovement } from '#contract/billing/statement.ts'
import { call } from '../../lib/api.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { usePagedList } from '../../lib/paged-list.ts'
import { paths } from '../../lib/paths.ts'
import { keyOf } from '../../lib/queries.ts'
import { useCan, useSession } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Failed, Loading } from '../../ui/states/index.ts'
import { After, Units, wordOf } from './movement-parts.tsx'
import type { statementQueryOf } from './statement-filter.ts'
import classes from './statement.module.css'

type MessageProps = {
  subject: NonNullable<StatementLine['subject']>
  /** What of the statement is looked at: the movements are those that the line sums up. */
  query: ReturnType<typeof statementQueryOf>
  onClose: () => void
}

/** The movements of one message, each with the balance after it, and the way to its report. */
export function MessageDialog({ subject: { kind, id, text }, query, onClose }: MessageProps) {
  const t = useTexts()
  const { units } = useSession()
  const seesMessages = useCan('messages.read')
  const list = usePagedList<UnitMovement>([...keyOf(listMovements), id, query, units], (page, signal) =>
    call(listMovements, { query: { ...query, ...page, message: id } }, { signal }),
  )
  const title = kind === 'notice' ? t('billing.statement.notice') : text || t('billing.statement.message')
  // What was taken off the list of messages has no report any more.
  const report = kind === 'message' && text !== '' && seesMessages && (
    <ButtonLink to={paths.sentSmsReport} params={{ id }} kind="primary">
      {t('billing.statement.report')}
    </ButtonLink>
  )
  return (
    <Dialog open onClose={onClose} title={title} actions={report}>
      {list.isLoading && <Loading rows={3} />}
      {list.failure !== null && <Failed failure={list.failure} onRetry={list.retry} />}
      <ul className={classes['movements']} aria-label={t('billing.statement.title')}>
        {list.rows.map((movement) => (
          <li key={movement.id} className={classes['card']}>
            <div className="row between">
              <span className="strong">{t(wordOf(movement))}</span>
              <Units change={movement.change} spent={movement.units} />
            </div>
            <After {...movement} />
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button onClick={list.loadMore} busy={list.isLoadingMore}>
          {t('billing.statement.more')}
        </Button>
      )}
    </Dialog>
  )
}
