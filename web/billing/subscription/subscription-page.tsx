import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { IconHistory } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { BareFrame } from '../../ui/surfaces/bare-frame.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { useChangingPricing, useSubscription } from '../queries.ts'
import { OpenPayments } from '../checkout/open-payments.tsx'
import { LatestReceipts } from '../history/latest-receipts.tsx'
import { useWayBack, type WayBack } from '../way-back.ts'
import { PlanForm } from './plan-form.tsx'
import { StatusBoard, TimeLine } from './status-board.tsx'
import classes from './subscription.module.css'

/** Below the plan, and shown once its card is known: the page does not wait for it. */
const RenewalCard = lazy(async () => ({ default: (await import('../renewal/renewal-card.tsx')).RenewalCard }))

type SubscribeProps = { back?: WayBack }

function Subscribe({ back }: SubscribeProps) {
  const t = useTexts()
  const [currency, setCurrency] = useState<string | undefined>()
  const pricing = useChangingPricing(currency)
  const subscription = useSubscription()
  const failed = [pricing, subscription].find(({ isError, data }) => isError && !data)
  const actions = !back && (
    <ButtonLink to={paths.billingHistory} icon={IconHistory}>
      {t('billing.subscription.history')}
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title={t('billing.subscription.title')} actions={actions} {...(back && { back })}>
        {t('billing.subscription.note')}
      </PageHeader>
      {failed && <Failed failure={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && (!pricing.data || !subscription.data) && <Loading rows={5} />}
      {pricing.data && subscription.data && (
        <div className={classes['board']}>
          <div className={`stack ${classes['choosing']}`}>
            <OpenPayments purpose="subscription" />
            <PlanForm prices={pricing.data} subscription={subscription.data} onCurrency={setCurrency} />
            {back && <LatestReceipts />}
          </div>
          <aside className={`stack ${classes['status']}`}>
            <StatusBoard subscription={subscription.data} />
            <Suspense fallback={null}>
              <RenewalCard />
            </Suspense>
          </aside>
          <TimeLine />
        </div>
      )}
    </>
  )
}

/** The church's plan: choose, sum, pay. */
export const SubscriptionPage = () => <Subscribe />

/** The same while the gate is shut. */
export function SubscribeWhileGatedPage() {
  const back = useWayBack(paths.subscription)
  return (
    <BareFrame title={useSession().church.name}>
      <Subscribe back={back} />
    </BareFrame>
  )
}
