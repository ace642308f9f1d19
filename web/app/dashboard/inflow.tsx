import type { PeopleFigures } from '#contract/people/persons.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { WeekColumns } from './week-columns.tsx'

/** First-timers by week. */
export function Inflow({ weeks }: { weeks: PeopleFigures['firstTimersByWeek'] }) {
  const t = useTexts()
  return (
    <Card title={t('app.inflow.title')} aside={<span className="small muted">{t('app.inflow.note')}</span>}>
      <WeekColumns weeks={weeks} />
    </Card>
  )
}
