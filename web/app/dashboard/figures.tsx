import type { ReactNode } from 'react'
import type { Result } from '#contract/endpoint.ts'
import type { peopleSummary } from '#contract/people/persons.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts, type TextId } from '../../lib/languages/index.ts'
import { useCan, useSession } from '../../lib/session.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import classes from './dashboard.module.css'

export type Summary = Result<typeof peopleSummary>

const Figure = ({ name, value, note }: { name: string; value: ReactNode; note: ReactNode }) => (
  <div>
    <dt className="muted">{name}</dt>
    <dd className={`${classes['value']} num`}>{value}</dd>
    <dd className="small muted">{note}</dd>
  </div>
)

const Coming = () => <span className={classes['wait']} aria-hidden="true" />

/** First-timers of the last 30 days beside the 30 days before. */
function difference({ firstTimersLast30Days, firstTimersBefore }: Summary): { id: TextId; count: number } {
  const more = firstTimersLast30Days - firstTimersBefore
  if (more === 0) return { id: 'app.figures.same', count: 0 }
  return { id: more > 0 ? 'app.figures.more' : 'app.figures.fewer', count: Math.abs(more) }
}

function PeopleFigures({ summary, failed }: FiguresProps) {
  const t = useTexts()
  const format = useFormat()
  const { church } = useSession()
  const people = summary?.people ?? church.people
  const missing = failed ? '–' : <Coming />
  const trend = summary && difference(summary)
  const share = summary && summary.people > 0 ? summary.withPhone / summary.people : 0
  return (
    <>
      <Figure
        name={t('app.figures.people')}
        value={format.number(people)}
        note={t('app.figures.peopleNote', { size: format.number(church.membershipSize) })}
      />
      <Figure
        name={t('app.figures.firstTimers')}
        value={summary ? format.number(summary.firstTimersLast30Days) : missing}
        note={trend ? t(trend.id, { count: format.number(trend.count) }) : missing}
      />
      <Figure
        name={t('app.figures.withPhone')}
        value={summary ? format.number(summary.withPhone) : missing}
        note={summary ? t('app.figures.withPhoneNote', { share: format.percent(share) }) : missing}
      />
    </>
  )
}

type FiguresProps = { summary: Summary | undefined; failed: boolean }

/** The church in four numbers, in one card. */
export function Figures({ summary, failed }: FiguresProps) {
  const t = useTexts()
  const format = useFormat()
  const { units } = useSession()
  const seesPeople = useCan('people.read')
  const seesMessages = useCan('messages.read')
  if (!seesPeople && !seesMessages) return null
  return (
    <Card label={t('app.figures.label')} padded={false}>
      <dl className={classes['figures']}>
        {seesPeople && <PeopleFigures summary={summary} failed={failed} />}
        {seesMessages && (
          <Figure name={t('app.figures.units')} value={format.number(units)} note={t('app.figures.unitsNote')} />
        )}
      </dl>
    </Card>
  )
}
