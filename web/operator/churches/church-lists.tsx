import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DeskChurch } from '#contract/operator/churches.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PaymentBadge, usePaymentName } from '../payments/payment-parts.tsx'
import { SenderBadge } from '../senders/sender-parts.tsx'
import classes from './churches.module.css'
import { usePaymentsOf, useSendersOf } from './queries.ts'

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

type OfChurch = { church: DeskChurch }

/** What the church paid lately, and the way to the whole list. */
export function LatestPayments({ church }: OfChurch) {
  const t = useTexts()
  const money = useMoney()
  const format = useFormat()
  const nameOf = usePaymentName()
  const query = usePaymentsOf(church)
  const all = (
    <Link to={paths.deskPayments} search={{ search: church.name }}>
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
export function LatestSenders({ church }: OfChurch) {
  const t = useTexts()
  const format = useFormat()
  const query = useSendersOf(church)
  const all = (
    <Link to={paths.deskSenders} search={{ search: church.name }}>
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
