import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readFirstTimerFigures, type GuestFigures, type Period } from '#contract/followup/analytics.ts'
import { read } from '../../api/queries.ts'
import { useTexts } from '../../languages/index.ts'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import analytics from '../analytics/analytics.module.css'
import { AnswerCard, FlowCard, InflowCard } from '../analytics/charts.tsx'
import { PeopleDoor } from '../analytics/people-door.tsx'
import { ActivityTile, GuestsTile, RetentionTile } from '../analytics/tiles.tsx'
import { periodWords, useAnalyticsWords } from '../analytics/words.ts'
import { HubHead } from './hub-head.tsx'
import classes from './hub.module.css'
import { TopSources } from './top-sources.tsx'

const periods = Object.keys(periodWords) as Period[]

function PeriodSelect({ days, setDays }: { days: Period; setDays: (days: Period) => void }) {
  const t = useTexts()
  return (
    <SelectField
      label={t('followup.analytics.period')}
      value={days}
      onChange={({ target }) => setDays(periods.find((each) => each === target.value) ?? '30')}
    >
      {periods.map((each) => (
        <option key={each} value={each}>
          {t(periodWords[each])}
        </option>
      ))}
    </SelectField>
  )
}

function Figures({ figures }: { figures: GuestFigures }) {
  const t = useTexts()
  const shown = { figures }
  return (
    <div className={analytics['stack']}>
      <Card label={t('followup.analytics.overview')} padded={false} className={analytics['four']}>
        <GuestsTile shown={shown} name={t('followup.dashboard.total')} />
        <ActivityTile shown={shown} />
        <RetentionTile shown={shown} />
        <TopSources figures={figures} />
      </Card>
      {figures.guests > 0 ? (
        <div className={analytics['two']}>
          <FlowCard shown={shown} />
          <InflowCard shown={shown} />
          <AnswerCard shown={shown} of="interest" />
          <AnswerCard shown={shown} of="source" />
        </div>
      ) : (
        <Card label={t('followup.analytics.inflow')} padded={false}>
          <Empty title={t('followup.analytics.nobody')} />
        </Card>
      )}
    </div>
  )
}

/** How the whole church follows up: the same figures as the analytics, of one period. */
export function FollowupDashboardPage() {
  const t = useTexts()
  const words = useAnalyticsWords()
  const [days, setDays] = useState<Period>('30')
  const asked = read(readFirstTimerFigures, { query: { days, compare: 'last_year' } })
  const { data, error, refetch } = useQuery({ ...asked, placeholderData: keepPreviousData })
  return (
    <>
      <HubHead />
      <PeopleDoor>
        <div className={classes['overview']}>
          <div>
            <h2 className="serif">{t('followup.analytics.overview')}</h2>
            {data && <p className="small muted num">{words.days(data)}</p>}
          </div>
          <PeriodSelect {...{ days, setDays }} />
        </div>
        {error && <Failed failure={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading rows={5} />}
        {data && <Figures figures={data} />}
      </PeopleDoor>
    </>
  )
}
