import { useState } from 'react'
import { calendarDay, useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { Button } from '../../ui/controls/button.tsx'
import { MenuItem, MoreMenu } from '../../ui/data-table/index.ts'
import { IconPlus, IconSettings, IconTrash } from '../../ui/icons.ts'
import { Empty } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import type { Offer } from './offers.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { EndPriceDialog, PriceDialog, type Price } from './price-dialog.tsx'
import classes from './prices.module.css'
import { useOfferName, usePricePlace } from './words.ts'

type Doing = { what: 'add' } | { what: 'plan' } | { what: 'change' | 'end'; price: Price }
type RowProps = { offer: Offer; price: Price; onDo: (doing: Doing) => void }

function PriceRow({ offer, price, onDo }: RowProps) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const placeOf = usePricePlace()
  const offerName = useOfferName()
  const name = `${offerName(offer)}, ${price.currency}, ${placeOf(price)}`
  return (
    <li className={classes['price']}>
      <span className="strong">{price.currency}</span>
      <span className={`muted ${classes['place']}`}>{placeOf(price)}</span>
      <span className={`num strong ${classes['amount']}`}>{money.decimal(price.amount, price.currency)}</span>
      <span className={`small muted num ${classes['since']}`}>
        {t('operator.prices.since', { day: format.day(calendarDay(new Date(price.startedAt), format.timeZone)) })}
      </span>
      <MoreMenu label={t('ui.table.more', { name })}>
        <MenuItem icon={IconSettings} onPick={() => onDo({ what: 'change', price })}>
          {t('operator.prices.change')}
        </MenuItem>
        <MenuItem icon={IconTrash} isDanger onPick={() => onDo({ what: 'end', price })}>
          {t('operator.prices.end')}
        </MenuItem>
      </MoreMenu>
    </li>
  )
}

function PlanLine({ offer: { plan } }: { offer: Offer }) {
  const t = useTexts()
  const format = useFormat()
  if (!plan) return null
  return (
    <p className={classes['line']}>
      <span>{plan.description}</span>
      <span className="muted num">
        {t('operator.prices.planLine', { size: format.number(plan.membershipSize), count: plan.churches })}
      </span>
      {!plan.offered && <Badge>{t('operator.prices.notOffered')}</Badge>}
    </p>
  )
}

function Dialogs({ offer, doing, onClose }: { offer: Offer; doing: Doing | null; onClose: () => void }) {
  if (!doing) return null
  if (doing.what === 'plan') return <PlanDialog plan={offer.plan} onClose={onClose} />
  if (doing.what === 'end') return <EndPriceDialog offer={offer} price={doing.price} onClose={onClose} />
  const price = doing.what === 'change' ? doing.price : null
  return <PriceDialog offer={offer} price={price} onClose={onClose} />
}

/** One thing that is sold, with its prices by country and currency. */
export function OfferCard({ offer }: { offer: Offer }) {
  const t = useTexts()
  const offerName = useOfferName()
  const [doing, setDoing] = useState<Doing | null>(null)
  const acts = (
    <span className={classes['acts']}>
      {offer.plan && (
        <Button size="sm" icon={IconSettings} onClick={() => setDoing({ what: 'plan' })}>
          {t('operator.prices.editPlan')}
        </Button>
      )}
      <Button size="sm" icon={IconPlus} onClick={() => setDoing({ what: 'add' })}>
        {t('operator.prices.add')}
      </Button>
    </span>
  )
  return (
    <Card title={offerName(offer)} aside={acts} padded={false}>
      <PlanLine offer={offer} />
      {offer.prices.length === 0 ? (
        <Empty title={t('operator.prices.noneTitle')}>{t('operator.prices.noneText')}</Empty>
      ) : (
        <ul className={classes['prices']} aria-label={t('operator.prices.list', { what: offerName(offer) })}>
          {offer.prices.map((price) => (
            <PriceRow key={price.id} offer={offer} price={price} onDo={setDoing} />
          ))}
        </ul>
      )}
      <Dialogs offer={offer} doing={doing} onClose={() => setDoing(null)} />
    </Card>
  )
}
