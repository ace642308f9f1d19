import { useEffect, useEffectEvent, useState } from 'react'
import type { Payment } from '#contract/billing/payments.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { isOpen, useOpenPayments, useRefreshAfterDecision } from '../queries.ts'
import { TransferCard } from './transfer-card.tsx'
import classes from './transfer.module.css'
import { FailedDialog, PaidDialog } from './verdict-dialogs.tsx'
import { useReturn, isSaidByDialog, useVerdictToast } from './use-return.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import checkoutClasses from './checkout.module.css'
import type { Provider } from '#contract/billing/providers.ts'
import { useMoney } from '../../languages/money.ts'
import { useCan } from '../../session/session.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { GiveUp } from './give-up.tsx'
import { useWhat, useLeave } from './use-paying.ts'
import { providerNames } from './own-page.tsx'
import shared from './transfer.module.css'

type OpenCheckoutProps = { payment: Payment; provider: Provider }

function Acts({ payment, provider }: OpenCheckoutProps) {
  const t = useTexts()
  const leave = useLeave()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <div className={shared['acts']}>
      {payment.checkoutUrl && (
        <Button kind="primary" onClick={() => void leave(payment)}>
          {t('billing.checkout.continue')}
        </Button>
      )}
      <Button kind="quiet" onClick={() => setLeaving(true)}>
        {t('billing.transfer.giveUp')}
      </Button>
      {isLeaving && (
        <GiveUp payment={payment} onClose={() => setLeaving(false)}>
          {t('billing.checkout.giveUpText', { provider: providerNames[provider] })}
        </GiveUp>
      )}
    </div>
  )
}

/** A payment at a provider that nobody has decided: it can be gone on with, or given up. */
function OpenCheckout({ payment, provider }: OpenCheckoutProps) {
  const t = useTexts()
  const money = useMoney()
  const whatOf = useWhat()
  const mayAct = useCan('billing.manage')
  const name = providerNames[provider]
  const isLookedAt = payment.state === 'review'
  const badge = <Badge tone="warn">{t(isLookedAt ? 'billing.state.review' : 'billing.checkout.waitingForYou')}</Badge>
  return (
    <Card title={t('billing.checkout.with', { provider: name })} aside={badge}>
      <div className="stack">
        <p className="muted">{whatOf(payment)}</p>
        <dl className={checkoutClasses['facts']}>
          <dt>{t('billing.transfer.amount')}</dt>
          <dd className="num">{money.minor(payment.amountMinor, payment.currency)}</dd>
          <dt>{t('billing.transfer.reference')}</dt>
          <dd>
            <bdi dir="ltr" className="num">
              {payment.reference}
            </bdi>
          </dd>
        </dl>
        <Note tone="info">
          {t(isLookedAt ? 'billing.checkout.review' : 'billing.checkout.openText', { provider: name })}
        </Note>
        {mayAct && !isLookedAt && <Acts payment={payment} provider={provider} />}
      </div>
    </Card>
  )
}

/** The payer is back, and the provider is being asked. Closing it stops nothing. */
function ConfirmingDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('billing.checkout.confirming')}
      art={<span className={`${checkoutClasses['spin']} ${checkoutClasses['large']}`} aria-hidden="true" />}
    >
      <p className={`muted ${checkoutClasses['mid']}`} role="status">
        {t('billing.checkout.confirmingText')}
      </p>
    </Dialog>
  )
}

type Purpose = Payment['purpose']
const NONE: ReadonlySet<string> = new Set()

/**
 * Tells of a payment that was open when this page was shown and has succeeded since, and of the one whose payer is back
 * with it paid; once what it changes has been read anew.
 */
function useJustPaid(payments: readonly Payment[], returned: Payment | null) {
  const [watched, setWatched] = useState(NONE)
  const [closed, setClosed] = useState(NONE)
  const [renewedFor, setRenewedFor] = useState<string | null>(null)
  const unwatched = payments.filter((payment) => isOpen(payment) && !watched.has(payment.id))
  if (unwatched.length > 0) setWatched(new Set([...watched, ...unwatched.map(({ id }) => id)]))
  const isNews = ({ id, state }: Payment) =>
    state === 'succeeded' && (id === returned?.id || watched.has(id)) && !closed.has(id)
  const paid = [...(returned ? [returned] : []), ...payments].find(isNews) ?? null
  const refresh = useRefreshAfterDecision()
  const renew = useEffectEvent((id: string) => void refresh().then(() => setRenewedFor(id)))
  const paidId = paid?.id
  useEffect(() => {
    if (paidId) renew(paidId)
  }, [paidId])
  const close = () => paid && setClosed(new Set([...closed, paid.id]))
  return { paid: paid?.id === renewedFor ? paid : null, close }
}

/** Payments that were not there yet when the page was opened: whoever began one must see it. */
function useBegunHere(payments: readonly Payment[] | undefined): (payment: Payment) => boolean {
  const [first, setFirst] = useState<ReadonlySet<string> | null>(null)
  if (payments && !first) setFirst(new Set(payments.map(({ id }) => id)))
  return ({ id }) => first !== null && !first.has(id)
}

/** On a phone it appears above the button that was pressed. */
function show(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'start' })
  element?.focus({ preventScroll: true })
}

/** What became of the payment whose payer is back, and how it is said. */
function useBack(purpose: Purpose) {
  const { arrival, verdict, isAsking } = useReturn()
  const [hidden, setHidden] = useState<number | null>(null)
  useVerdictToast(verdict, purpose)
  const at = arrival?.at ?? null
  const hide = () => setHidden(at)
  return {
    /** Not shown among those that wait for their payer while it is asked about. */
    askedId: isAsking ? arrival?.id : undefined,
    paid: verdict?.kind === 'paid' ? verdict.payment : null,
    isConfirming: isAsking && arrival?.outcome === 'paid' && hidden !== at,
    failed: verdict && isSaidByDialog(verdict, purpose) && hidden !== at ? verdict : null,
    hide,
  }
}

const Open = ({ payment }: { payment: Payment }) =>
  payment.method === 'bank_transfer' ? (
    <TransferCard payment={payment} />
  ) : (
    <OpenCheckout payment={payment} provider={payment.method} />
  )

/** So many stand open at once: more would push what one came for off the screen. */
const SHOWN = 1

type OpenListProps = { open: readonly Payment[]; isBegunHere: (payment: Payment) => boolean }

/** The newest of the open payments, and those that were begun here; the others on request. */
function OpenList({ open, isBegunHere }: OpenListProps) {
  const t = useTexts()
  const [showsAll, setShowsAll] = useState(false)
  const first = open.filter((payment, index) => index < SHOWN || isBegunHere(payment))
  const shown = showsAll ? open : first
  const rest = open.length - first.length
  return (
    <>
      {shown.map((payment) => (
        <div
          key={payment.id}
          className={classes['transfer']}
          tabIndex={-1}
          ref={isBegunHere(payment) ? show : undefined}
        >
          <Open payment={payment} />
        </div>
      ))}
      {rest > 0 && (
        <Button aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? t('billing.open.showFewer') : t('billing.open.showMore', { count: rest })}
        </Button>
      )}
    </>
  )
}

/** Payments that are waited for, whoever takes them, and what becomes of them. */
export function OpenPayments({ purpose }: { purpose: Purpose }) {
  const { data } = useOpenPayments()
  const payments = (data?.items ?? []).filter((payment) => payment.purpose === purpose)
  const back = useBack(purpose)
  const { paid, close } = useJustPaid(payments, back.paid)
  const isBegunHere = useBegunHere(data?.items)
  const open = payments.filter((payment) => isOpen(payment) && payment.id !== back.askedId)
  return (
    <>
      <OpenList open={open} isBegunHere={isBegunHere} />
      {back.isConfirming && <ConfirmingDialog onClose={back.hide} />}
      {back.failed && <FailedDialog verdict={back.failed} onClose={back.hide} />}
      {paid && <PaidDialog payment={paid} onClose={close} />}
    </>
  )
}
