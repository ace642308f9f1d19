import { useState } from 'react'
import type { ConsoleRoute } from '#contract/operator/settings.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconSettings } from '../../ui/icons.ts'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { useCountryName } from '../../languages/names.ts'
import { Fact, Facts } from '../facts/facts.tsx'
import { useRoutes } from './queries.ts'
import { HolidaysCard } from './holidays-card.tsx'
import { HoursList } from './hours-list.tsx'
import { RouteDialog } from './route-dialog.tsx'
import classes from './routes.module.css'

type RouteCardProps = { route: ConsoleRoute; gateways: readonly string[] }

function RouteCard({ route, gateways }: RouteCardProps) {
  const t = useTexts()
  const countryName = useCountryName()
  const [isEditing, setEditing] = useState(false)
  const edit = (
    <Button
      size="sm"
      icon={IconSettings}
      aria-label={t('operator.routes.editNamed', { name: route.name })}
      onClick={() => setEditing(true)}
    >
      {t('operator.form.edit')}
    </Button>
  )
  return (
    <Card title={route.name} aside={edit}>
      <Facts>
        <Fact label={t('operator.routes.countries')}>
          {route.countries ? route.countries.map(countryName).join(', ') : t('operator.routes.everyOther')}
        </Fact>
        <Fact label={t('operator.routes.cost')}>
          {t('operator.routes.rate', { units: route.rateNumerator / route.rateDenominator })}
        </Fact>
        {route.availability && <Fact label={t('operator.routes.available')}>{route.availability}</Fact>}
        <Fact label={t('operator.routes.dnd')}>
          {t(route.reachesDnd ? 'operator.routes.dndYes' : 'operator.routes.dndNo')}
        </Fact>
        <Fact label={t('operator.routes.undelivered')}>
          {t(route.returnsUndelivered ? 'operator.routes.comeBack' : 'operator.routes.stay')}
        </Fact>
        <Fact label={t('operator.routes.gateway')}>{route.gateway}</Fact>
        {route.fallbackGateway && <Fact label={t('operator.routes.fallback')}>{route.fallbackGateway}</Fact>}
        <Fact label={t('operator.routes.legacy')}>{route.legacyName}</Fact>
      </Facts>
      {isEditing && <RouteDialog route={route} gateways={gateways} onClose={() => setEditing(false)} />}
    </Card>
  )
}

/** How messages travel: by which gateway, to which countries, and what a page costs. */
export function RoutesPage() {
  const t = useTexts()
  const { data, error, refetch } = useRoutes()
  return (
    <>
      <PageHeader title={t('operator.nav.routes')}>{t('operator.routes.line')}</PageHeader>
      {!data && (
        <Card padded={false}>{error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading />}</Card>
      )}
      {data?.routes.length === 0 && (
        <Card padded={false}>
          <Empty title={t('operator.routes.emptyTitle')}>{t('operator.routes.emptyText')}</Empty>
        </Card>
      )}
      <div className={classes['board']}>
        {data?.routes.map((route) => (
          <RouteCard key={route.id} route={route} gateways={data.gateways} />
        ))}
      </div>
      <HoursList />
      <HolidaysCard />
    </>
  )
}
