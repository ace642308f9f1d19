import type { TimeLineItem } from '#contract/billing/subscription.ts'
import { useFormat } from '../languages/format.tsx'
import { useTexts } from '../languages/index.ts'
import { useMoney } from '../languages/money.ts'

/** What moved a subscription, in words: to churches and to operators the same. */
export function useTermWords() {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const titleOf = ({ kind, planName, months, days }: TimeLineItem): string => {
    const plan = planName ?? ''
    switch (kind) {
      case 'opened':
        return t('ui.term.opened', { plan })
      case 'paid':
        return t('ui.term.paid', { plan, months: months ?? 0 })
      case 'refunded':
        return days === null ? t('ui.term.refunded') : t('ui.term.refundedDays', { days })
      case 'granted':
        return t('ui.term.granted', { days: days ?? 0 })
      case 'begun':
        return t('ui.term.begun', { plan })
      case 'expired':
        return t('ui.term.expired')
      default:
        return t('ui.term.changed', { plan })
    }
  }
  /** Where it led to, with what was paid for it and why it was done. */
  const detailOf = ({ kind, expiresOn, payment, reason }: TimeLineItem): string =>
    [
      kind === 'expired'
        ? t('ui.term.lastDay', { day: format.day(expiresOn) })
        : t('ui.term.until', { day: format.day(expiresOn) }),
      payment && money.minor(payment.amountMinor, payment.currency),
      payment?.reference,
      reason,
    ]
      .filter(Boolean)
      .join(' · ')
  return { titleOf, detailOf, dayOf: ({ onDay }: TimeLineItem) => format.day(onDay) }
}
