import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { BareFrame } from '../../ui/surfaces/bare-frame.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { OpenPayments } from '../checkout/open-payments.tsx'
import { LatestReceipts } from '../receipt/latest-receipts.tsx'
import { useWayBack, type WayBack } from '../way-back.ts'
import { Balance } from './balance.tsx'
import { UnitsForm } from './units-form.tsx'
import { useUnitsDraft } from './use-units-draft.ts'
import { WhatAUnitDoes } from './what-a-unit-does.tsx'
import classes from './units.module.css'

function BuyUnits({ back }: { back?: WayBack }) {
  const t = useTexts()
  const draft = useUnitsDraft()
  return (
    <>
      <PageHeader title={t('billing.units.title')} tabTitle={t('billing.units.tab')} {...(back && { back })}>
        {t('billing.units.note')}
      </PageHeader>
      <div className={classes['buy']}>
        <div className="stack">
          <OpenPayments purpose="units" />
          <UnitsForm draft={draft} />
          {back && <LatestReceipts />}
        </div>
        <aside className={classes['aside']}>
          <Balance more={draft.preview?.units ?? null} />
          <WhatAUnitDoes draft={draft} />
        </aside>
      </div>
    </>
  )
}

/** Buy SMS units. */
export const UnitsPage = () => <BuyUnits />

/** The same while the gate is shut. */
export function UnitsWhileGatedPage() {
  const back = useWayBack(paths.units)
  return (
    <BareFrame title={useSession().church.name}>
      <BuyUnits back={back} />
    </BareFrame>
  )
}
