import { useParams, Link } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { ConsoleChurch } from '#contract/operator/churches.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { IconCalendarDollar, IconHistory, IconPlus } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { Fact, Facts } from '../facts/facts.tsx'
import { GateBadge, LastActive, Size, usePlace } from './church-parts.tsx'
import classes from './churches.module.css'
import { TimeLineCard } from './time-line.tsx'
import { useChurch, usePaymentsOf, useSendersOf } from './queries.ts'
import { useMoney } from '../../languages/money.ts'
import { PaymentBadge, usePaymentName } from '../payments/payment-parts.tsx'
import { SenderBadge } from '../senders/sender-parts.tsx'

type LinesProps = {
  query: { isPending: boolean; error: Error | null; refetch: () => unknown }
  isEmpty: boolean
  none: string
  children: ReactNode
}

function Lines({ query, isEmpty, none, children }: LinesProps) {
  if (query.isPending) return <Loading rows={2} />
  if (query.error) return <Failed failure={query.error} onRetry={() => void query.refetch()} />
  return isEmpty ? <p className="muted">{none}</p> : <ul className={classes['lines']}>{children}</ul>
}

type OfChurch = { church: ConsoleChurch }

/** What the church paid lately, and the way to the whole list. */
function LatestPayments({ church }: OfChurch) {
  const t = useTexts()
  const money = useMoney()
  const format = useFormat()
  const nameOf = usePaymentName()
  const query = usePaymentsOf(church)
  const all = (
    <Link to={paths.consolePayments} search={{ search: church.name }}>
      {t('operator.church.all')}
    </Link>
  )
  return (
    <Card title={t('operator.church.payments')} aside={all}>
      <Lines query={query} isEmpty={query.data?.length === 0} none={t('operator.church.noPayments')}>
        {query.data?.map((payment) => (
          <li key={payment.id}>
            <span className="grow">
              <span className="strong num">{money.minor(payment.amountMinor, payment.currency)}</span>
              <span className={`${classes['place']} num`}>
                {nameOf(payment)} · {format.dateTime(payment.createdAt)}
              </span>
            </span>
            <PaymentBadge payment={payment} />
          </li>
        ))}
      </Lines>
    </Card>
  )
}

/** The sender IDs that the church asked for, and the way to the whole list. */
function LatestSenders({ church }: OfChurch) {
  const t = useTexts()
  const format = useFormat()
  const query = useSendersOf(church)
  const all = (
    <Link to={paths.consoleSenders} search={{ search: church.name }}>
      {t('operator.church.all')}
    </Link>
  )
  return (
    <Card title={t('operator.nav.senders')} aside={all}>
      <Lines query={query} isEmpty={query.data?.length === 0} none={t('operator.church.noSenders')}>
        {query.data?.map(({ id, mask, state, requestedAt }) => (
          <li key={id}>
            <span className="grow">
              <bdi dir="ltr" className="strong">
                {mask}
              </bdi>
              <span className={`${classes['place']} num`}>
                {t('operator.senders.asked', { when: format.dateTime(requestedAt) })}
              </span>
            </span>
            <SenderBadge state={state} />
          </li>
        ))}
      </Lines>
    </Card>
  )
}

const DaysDialog = lazy(async () => ({ default: (await import('./days-dialog.tsx')).DaysDialog }))
const TermDialog = lazy(async () => ({ default: (await import('./term-dialog.tsx')).TermDialog }))

function SubscriptionCard({ church }: { church: ConsoleChurch }) {
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

function Church({ church }: { church: ConsoleChurch }) {
  const t = useTexts()
  const placeOf = usePlace()
  const [isChanging, setChanging] = useState(false)
  const [isGiving, setGiving] = useState(false)
  const actions = (
    <>
      <ButtonLink to={paths.consoleLog} search={{ church: church.id }} icon={IconHistory}>
        {t('operator.church.log')}
      </ButtonLink>
      <Button icon={IconPlus} onClick={() => setGiving(true)}>
        {t('operator.days.title')}
      </Button>
      <Button kind="primary" icon={IconCalendarDollar} onClick={() => setChanging(true)}>
        {t('operator.term.title')}
      </Button>
    </>
  )
  const back = { to: paths.consoleChurches, label: t('operator.nav.churches') }
  return (
    <>
      <PageHeader title={church.name} back={back} actions={actions}>
        {placeOf(church)}
      </PageHeader>
      <div className={classes['board']}>
        <div className={classes['aside']}>
          <SubscriptionCard church={church} />
          <TimeLineCard church={church} />
        </div>
        <div className={classes['aside']}>
          <LatestPayments church={church} />
          <LatestSenders church={church} />
        </div>
      </div>
      <Suspense>{isGiving && <DaysDialog church={church} onClose={() => setGiving(false)} />}</Suspense>
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
  const back = { to: paths.consoleChurches, label: t('operator.nav.churches') }
  return (
    <>
      <PageHeader title={t('operator.church.title')} back={back} />
      <Card padded={false}>{error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading />}</Card>
    </>
  )
}
