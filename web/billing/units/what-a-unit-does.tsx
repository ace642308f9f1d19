import { useTexts } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { IconArrowBackUp, IconMessage } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import type { UnitsDraft } from './use-units-draft.ts'
import classes from './units.module.css'

/** What a unit is spent on, beside the form. */
export function WhatAUnitDoes({ draft: { prices } }: { draft: UnitsDraft }) {
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
