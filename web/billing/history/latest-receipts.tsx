import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listPayments } from '#contract/billing/payments.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { paths } from '../../routing/paths.ts'
import { read } from '../../api/queries.ts'
import { IconChevronRight } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { usePaymentName } from './payment-parts.tsx'
import classes from './latest-receipts.module.css'

const SHOWN = 5

/** The latest receipts, for a church whose gate is shut: its billing history is behind it. */
export function LatestReceipts() {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const nameOf = usePaymentName()
  const { data } = useQuery(read(listPayments, { query: { limit: 20 } }))
  const paid = (data?.items ?? []).filter(({ receiptNumber }) => receiptNumber !== null).slice(0, SHOWN)
  if (paid.length === 0) return null
  return (
    <Card title={t('billing.receipt.latest')}>
      <ul className={classes['list']}>
        {paid.map((payment) => (
          <li key={payment.id}>
            <Link to={paths.receiptWhileGated} params={{ id: payment.id }}>
              <span>
                <b>{nameOf(payment)}</b>
                <span className="small muted num">
                  {format.day(calendarDay(new Date(payment.createdAt), format.timeZone))} ·{' '}
                  {money.minor(payment.amountMinor, payment.currency)}
                </span>
              </span>
              <IconChevronRight size={16} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
