import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconPlus, IconSettings, IconTrash } from '../../ui/icons.ts'
import { Failed, Loading, Empty } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { offersOf, pricesFilterOf, type Offer, useOfferName, usePricePlace } from './words.ts'
import { PlanDialog, EndPriceDialog, PriceDialog, type Price } from './price-dialogs.tsx'
import classes from './prices.module.css'
import { usePrices } from './queries.ts'
import { TaxCard } from './taxes.tsx'
import { presentTime } from '../../device/clock.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useMoney } from '../../languages/money.ts'
import { MenuItem, MoreMenu } from '../../ui/data-table/index.ts'

type Doing = { what: 'add' } | { what: 'plan' } | { what: 'change' | 'end'; price: Price }
type RowProps = { offer: Offer; price: Price; onDo: (doing: Doing) => void }

function PriceRow({ offer, price, onDo }: RowProps) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const placeOf = usePricePlace()
  const offerName = useOfferName()
  const [isToCome] = useState(() => Date.parse(price.startedAt) > presentTime().getTime())
  const dayOf = (at: string) => format.day(calendarDay(new Date(at), format.timeZone))
  const name = `${offerName(offer)}, ${price.currency}, ${placeOf(price)}`
  return (
    <li className={classes['price']}>
      <span className="strong">{price.currency}</span>
      <span className={`muted ${classes['place']}`}>{placeOf(price)}</span>
      <span className={`num strong ${classes['amount']}`}>{money.decimal(price.amount, price.currency)}</span>
      <span className={`small muted num ${classes['since']}`}>
        {t(isToCome ? 'operator.prices.from' : 'operator.prices.since', { day: dayOf(price.startedAt) })}
        {price.endsAt && ` ${t('operator.prices.until', { day: dayOf(price.endsAt) })}`}
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
function OfferCard({ offer }: { offer: Offer }) {
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

function OfferLink({ offer, isHere }: { offer: Offer; isHere: boolean }) {
  const t = useTexts()
  const offerName = useOfferName()
  return (
    <Link
      to={paths.consolePrices}
      search={{ of: offer.id }}
      replace
      resetScroll={false}
      activeProps={{}}
      aria-current={isHere ? 'true' : undefined}
    >
      {offerName(offer)}
      {offer.plan?.offered === false && <Badge>{t('operator.prices.notOffered')}</Badge>}
    </Link>
  )
}

/** What is sold, to choose from. */
function Offers({ offers, here }: { offers: readonly Offer[]; here: Offer | undefined }) {
  const t = useTexts()
  const links = (wanted: readonly Offer[]) =>
    wanted.map((offer) => <OfferLink key={offer.id} offer={offer} isHere={offer === here} />)
  return (
    <nav className={classes['offers']} aria-label={t('operator.prices.offers')}>
      <h2>{t('operator.prices.messages')}</h2>
      {links(offers.filter(({ plan }) => !plan))}
      <h2>{t('operator.prices.plans')}</h2>
      {links(offers.filter(({ plan }) => plan))}
    </nav>
  )
}

/** Plans, and what everything costs by country and currency. */
export function PricesPage() {
  const t = useTexts()
  const { of } = useSearch({ from: '/desk/operator/prices', select: pricesFilterOf })
  const { data, error, refetch } = usePrices()
  const [isAdding, setAdding] = useState(false)
  const offers = data ? offersOf(data) : []
  const here = offers.find(({ id }) => id === of) ?? offers[0]
  const add = (
    <Button kind="primary" icon={IconPlus} onClick={() => setAdding(true)}>
      {t('operator.prices.addPlan')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('operator.nav.prices')} actions={add}>
        {t('operator.prices.line')}
      </PageHeader>
      {here ? (
        <div className={classes['board']}>
          <Offers offers={offers} here={here} />
          <div className="stack">
            <OfferCard key={here.id} offer={here} />
            <TaxCard />
          </div>
        </div>
      ) : (
        <Card padded={false}>{error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading />}</Card>
      )}
      {isAdding && <PlanDialog plan={null} onClose={() => setAdding(false)} />}
    </>
  )
}
