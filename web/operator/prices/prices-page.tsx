import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { OfferCard } from './offer-card.tsx'
import { offersOf, pricesFilterOf, type Offer } from './offers.ts'
import { PlanDialog } from './plan-dialog.tsx'
import classes from './prices.module.css'
import { usePrices } from './queries.ts'
import { useOfferName } from './words.ts'

function OfferLink({ offer, isHere }: { offer: Offer; isHere: boolean }) {
  const t = useTexts()
  const offerName = useOfferName()
  return (
    <Link
      to={paths.deskPrices}
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
          <OfferCard key={here.id} offer={here} />
        </div>
      ) : (
        <Card padded={false}>{error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading />}</Card>
      )}
      {isAdding && <PlanDialog plan={null} onClose={() => setAdding(false)} />}
    </>
  )
}
