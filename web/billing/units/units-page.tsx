import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { BareFrame } from '../../ui/surfaces/bare-frame.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { OpenPayments } from '../checkout/open-payments.tsx'
import { LatestReceipts } from '../history/latest-receipts.tsx'
import { useWayBack, type WayBack } from '../way-back.ts'
import { UnitsForm } from './units-form.tsx'
import { useUnitsDraft, type UnitsDraft } from './use-units-draft.ts'
import classes from './units.module.css'
import { useFormat } from '../../languages/format.tsx'
import { LowUnitsAlert } from '../alert/low-units-alert.tsx'
import { useMoney } from '../../languages/money.ts'
import { IconArrowBackUp, IconMessage } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'

/** What a unit is spent on, beside the form. */
function WhatAUnitDoes({ draft: { prices } }: { draft: UnitsDraft }) {
  const t = useTexts()
  const money = useMoney()
  return (
    <Card title={t('billing.units.does')} className={classes['does']}>
      <ul className={classes['ways']}>
        <li>
          <IconMessage size={20} stroke={1.75} aria-hidden="true" />
          <div>
            <b>{t('billing.units.onePage')}</b>
            {prices?.smsPrice && (
              <div className="small muted">
                {t('billing.units.perSms', { price: money.decimal(prices.smsPrice, prices.currency) })}
              </div>
            )}
          </div>
        </li>
        <li>
          <IconArrowBackUp size={20} stroke={1.75} aria-hidden="true" />
          <div>
            <b>{t('billing.units.backToYou')}</b>
            <div className="small muted">{t('billing.units.backToYouText')}</div>
          </div>
        </li>
      </ul>
    </Card>
  )
}

/** The units that are free now, and how many there will be after what is being typed. */
function Balance({ more }: { more: bigint | null }) {
  const t = useTexts()
  const format = useFormat()
  const { units } = useSession()
  return (
    <div className={classes['balance']}>
      <span>{t('billing.units.balance')}</span>
      <b className="num">{format.number(units)}</b>
      {more !== null && more > 0n && (
        <span className="small muted num">
          {t('billing.units.after', { units: format.number(units + Number(more)) })}
        </span>
      )}
      <LowUnitsAlert />
    </div>
  )
}

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
