import type { UseQueryResult } from '@tanstack/react-query'
import { useTexts } from '../../lib/languages/index.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import type { Summary } from './figures.tsx'
import { WeekColumns } from './week-columns.tsx'

const Content = ({ summary }: { summary: UseQueryResult<Summary> }) => {
  const t = useTexts()
  if (summary.isPending) return <Loading rows={4} />
  if (summary.isError) return <Failed failure={summary.error} onRetry={() => void summary.refetch()} />
  const weeks = summary.data.firstTimersByWeek
  if (weeks.every(({ count }) => count === 0))
    return <Empty title={t('app.inflow.emptyTitle')}>{t('app.inflow.emptyText')}</Empty>
  return <WeekColumns weeks={weeks} />
}

/** First-timers by week. */
export function Inflow({ summary }: { summary: UseQueryResult<Summary> }) {
  const t = useTexts()
  return (
    <Card
      title={t('app.inflow.title')}
      aside={<span className="small muted">{t('app.inflow.note')}</span>}
      padded={summary.isSuccess}
    >
      <Content summary={summary} />
    </Card>
  )
}
