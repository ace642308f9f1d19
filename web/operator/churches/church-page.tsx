import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { DeskChurch } from '#contract/operator/churches.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { IconCalendarDollar, IconHistory } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { Fact, Facts } from '../parts/facts.tsx'
import { LatestPayments, LatestSenders } from './church-lists.tsx'
import { GateBadge, LastActive, Size, usePlace } from './church-parts.tsx'
import classes from './churches.module.css'
import { useChurch } from './queries.ts'

const TermDialog = lazy(async () => ({ default: (await import('./term-dialog.tsx')).TermDialog }))

function SubscriptionCard({ church }: { church: DeskChurch }) {
  const t = useTexts()
  const format = useFormat()
  return (
    <Card title={t('operator.church.subscription')} aside={<GateBadge gate={church.gate} />}>
      <Facts>
        <Fact label={t('operator.churches.plan')}>{church.planName}</Fact>
        <Fact label={t('operator.churches.expires')}>{format.day(church.expiresOn)}</Fact>
        <Fact label={t('operator.churches.people')}>
          <Size church={church} />
        </Fact>
        <Fact label={t('operator.churches.units')}>{format.number(church.units)}</Fact>
        <Fact label={t('operator.church.currency')}>{church.currency}</Fact>
        <Fact label={t('operator.churches.created')}>{format.dateTime(church.createdAt)}</Fact>
        <Fact label={t('operator.churches.lastActive')}>
          <LastActive at={church.lastActiveAt} />
        </Fact>
      </Facts>
    </Card>
  )
}

function Church({ church }: { church: DeskChurch }) {
  const t = useTexts()
  const placeOf = usePlace()
  const [isChanging, setChanging] = useState(false)
  const actions = (
    <>
      <ButtonLink to={paths.deskLog} search={{ church: church.id }} icon={IconHistory}>
        {t('operator.church.log')}
      </ButtonLink>
      <Button kind="primary" icon={IconCalendarDollar} onClick={() => setChanging(true)}>
        {t('operator.term.title')}
      </Button>
    </>
  )
  const back = { to: paths.deskChurches, label: t('operator.nav.churches') }
  return (
    <>
      <PageHeader title={church.name} back={back} actions={actions}>
        {placeOf(church)}
      </PageHeader>
      <div className={classes['board']}>
        <SubscriptionCard church={church} />
        <div className={classes['aside']}>
          <LatestPayments church={church} />
          <LatestSenders church={church} />
        </div>
      </div>
      <Suspense>{isChanging && <TermDialog id={church.id} onClose={() => setChanging(false)} />}</Suspense>
    </>
  )
}

/** One church: its subscription, what it paid and asked for, and the way to lift its gate. */
export function ChurchPage() {
  const t = useTexts()
  const { id } = useParams({ from: '/desk/operator/churches/$id' })
  const { data, error, refetch } = useChurch(id)
  if (data) return <Church church={data} />
  const back = { to: paths.deskChurches, label: t('operator.nav.churches') }
  return (
    <>
      <PageHeader title={t('operator.church.title')} back={back} />
      <Card padded={false}>{error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading />}</Card>
    </>
  )
}
