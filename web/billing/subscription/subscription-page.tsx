import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { IconHistory } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { BareFrame } from '../../ui/surfaces/bare-frame.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { usePricing, useSubscription } from '../queries.ts'
import { OpenPayments } from '../checkout/open-payments.tsx'
import { LatestReceipts } from '../receipt/latest-receipts.tsx'
import { useWayBack, type WayBack } from '../way-back.ts'
import { PlanForm } from './plan-form.tsx'
import { PortalButton } from './portal-button.tsx'
import { StatusBoard } from './status-board.tsx'
import classes from './subscription.module.css'

type SubscribeProps = { back?: WayBack }

function Subscribe({ back }: SubscribeProps) {
  const t = useTexts()
  const pricing = usePricing(undefined)
  const subscription = useSubscription()
  const failed = [pricing, subscription].find(({ isError, data }) => isError && !data)
  const actions = (
    <>
      <PortalButton />
      {!back && (
        <ButtonLink to={paths.billingHistory} icon={IconHistory}>
          {t('billing.subscription.history')}
        </ButtonLink>
      )}
    </>
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
          <div className="stack">
            <OpenPayments purpose="subscription" />
            <PlanForm prices={pricing.data} subscription={subscription.data} />
            {back && <LatestReceipts />}
          </div>
          <aside>
            <StatusBoard subscription={subscription.data} />
          </aside>
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
