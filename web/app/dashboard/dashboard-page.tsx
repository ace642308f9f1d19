import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { peopleSummary } from '#contract/people/persons.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { read } from '../../lib/queries.ts'
import { useCan, useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { IconSend } from '../../ui/icons.ts'
import { Empty } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { useHasPage } from '../pages.ts'
import classes from './dashboard.module.css'
import { Figures } from './figures.tsx'
import { dayAt, greetingAt } from './greeting.ts'
import { Inflow } from './inflow.tsx'
import { SentLately } from './sent-lately.tsx'
import { useWaiting, Waiting } from './waiting.tsx'
import { presentTime } from '../../lib/clock.ts'

function Welcome() {
  const { person, church } = useSession()
  const t = useTexts()
  const format = useFormat()
  const maySend = useCan('messages.send')
  const hasPage = useHasPage()
  const [now] = useState(presentTime)
  const { today, toSunday } = dayAt(now, church.timeZone)
  const send = maySend && hasPage(paths.composeSms) && (
    <ButtonLink to={paths.composeSms} kind="primary" icon={IconSend}>
      {t('app.dashboard.sendSms')}
    </ButtonLink>
  )
  return (
    <PageHeader
      title={t(greetingAt(now, church.timeZone), { name: person.firstName })}
      tabTitle={t('app.dashboard.title')}
      actions={send}
    >
      {t('app.dashboard.today', { day: format.longDay(today), toSunday })}
    </PageHeader>
  )
}

function NothingOpen() {
  const t = useTexts()
  return (
    <Card padded={false} label={t('app.dashboard.title')}>
      <Empty title={t('app.dashboard.nothingTitle')} picture="closed">
        {t('app.dashboard.nothingText')}
      </Empty>
    </Card>
  )
}

/** What a church sees first: its people and what was sent, as far as this person may see them. */
export function DashboardPage() {
  const seesPeople = useCan('people.read')
  const seesMessages = useCan('messages.read')
  const summary = useQuery({ ...read(peopleSummary), enabled: seesPeople })
  const waiting = useWaiting()
  const hasWaiting = waiting.length > 0
  const beside = hasWaiting || (seesPeople && seesMessages)
  return (
    <>
      <Welcome />
      {!seesPeople && !seesMessages && !hasWaiting && <NothingOpen />}
      <Figures summary={summary.data} failed={summary.isError} />
      <div
        className={[classes['rows'], beside && classes['two'], hasWaiting && classes['wide']].filter(Boolean).join(' ')}
      >
        {seesPeople && <Inflow summary={summary} />}
        {hasWaiting && <Waiting>{waiting}</Waiting>}
        {seesMessages && <SentLately />}
      </div>
    </>
  )
}
