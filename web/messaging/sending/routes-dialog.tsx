import type { SmsQuote } from '#contract/messaging/sms.ts'
import { presentTime } from '../../device/clock.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useCountryName } from '../../languages/names.ts'
import { useMoney } from '../../languages/money.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IconClock, IconPhone, IconSend, IconTag } from '../../ui/icons.ts'
import { useDayAndTime } from '../quote/leaving-view.tsx'
import { leavingOf } from '../quote/leaving.ts'
import { closedRoute, type QuotedRoute } from './routes.ts'
import { useRouteWords } from './route-words.ts'
import classes from './sending.module.css'

/** Of the route for sensitive traffic, which has its own words in every country that has it. */
const ALTERNATIVE = 'hostedsms'

type RouteCardProps = {
  route: QuotedRoute
  usual: QuotedRoute
  /** The message was written for this one. */
  isWished: boolean
  /** The usual one is closed now. */
  isLate: boolean
  balance: number
  onChoose: () => void
}

function RouteCard({ route, usual, isWished, isLate, balance, onChoose }: RouteCardProps) {
  const t = useTexts()
  const money = useMoney()
  const dayAndTime = useDayAndTime()
  const { nameOf, hoursOf } = useRouteWords()
  const isUsual = route.id === usual.id
  const { next } = leavingOf(route.departures.filter(({ routeId }) => routeId === route.id))
  const more = route.units - usual.units
  const action = () => {
    if (isUsual) return t(isLate ? 'messaging.routes.sendNow' : 'messaging.compose.send')
    if (route.legacyName === ALTERNATIVE) return t('messaging.routes.alternative')
    return t('messaging.routes.use', { name: nameOf(route) })
  }
  return (
    <li className={`${classes['route']} ${isWished ? classes['usual'] : ''}`}>
      <h3>{nameOf(route)}</h3>
      <span className="strong num">{t('messaging.sent.unitsUsed', { count: route.units })}</span>
      <ul className="num">
        {route.price && (
          <li>
            <IconTag size={16} aria-hidden="true" />
            {more > 0
              ? t('messaging.routes.priceMore', {
                  price: money.decimal(route.price.amount, route.price.currency),
                  count: more,
                })
              : t('messaging.routes.price', { price: money.decimal(route.price.amount, route.price.currency) })}
          </li>
        )}
        <li>
          <IconClock size={16} aria-hidden="true" />
          <span className={classes['sentence']}>
            {isLate && next !== null ? t('messaging.routes.leaves', dayAndTime(next)) : hoursOf(route)}
          </span>
        </li>
        {isLate && next === null && (
          <li>
            <IconSend size={16} aria-hidden="true" />
            {t('messaging.routes.leavesNow')}
          </li>
        )}
        {route.reachesDnd && (
          <li>
            <IconPhone size={16} aria-hidden="true" />
            {t('messaging.routes.reachesDnd')}
          </li>
        )}
      </ul>
      {route.units > balance && (
        <p className={classes['tooMuch']}>{t('messaging.compose.unitsMissing', { count: route.units - balance })}</p>
      )}
      <Button block {...(isWished && { kind: 'primary' })} onClick={onChoose}>
        {action()}
      </Button>
    </li>
  )
}

/** Who goes by none of the routes there are to choose from: where all of them are, if they are in one country. */
function Abroad({ quote: { countries, routes } }: { quote: SmsQuote }) {
  const t = useTexts()
  const countryName = useCountryName()
  const abroad = countries.filter(({ routeId }) => routes.every(({ id }) => id !== routeId))
  const [first, second] = abroad
  if (!first) return null
  const count = abroad.reduce((sum, { people }) => sum + people, 0)
  return (
    <p className="small muted num">
      {first.isoCode && !second
        ? t('messaging.routes.ownRoute', { count, country: countryName(first.isoCode) })
        : t('messaging.routes.ownRoutes', { count })}
    </p>
  )
}

type RoutesDialogProps = { quote: SmsQuote; onChoose: (route: QuotedRoute) => void; onClose: () => void }

/** Which way the message goes; when the usual one is closed, whether it waits for that or goes another way now. */
export function RoutesDialog({ quote, onChoose, onClose }: RoutesDialogProps) {
  const t = useTexts()
  const { time, clock } = useFormat()
  const [usual] = quote.routes
  if (!usual) return null
  const closed = closedRoute(usual)
  const title = closed ? t('messaging.routes.lateTitle', { time: time(presentTime()) }) : t('messaging.routes.title')
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={<Button onClick={onClose}>{t('messaging.sender.cancel')}</Button>}
    >
      <p className="muted num">
        {closed
          ? t('messaging.routes.late', { closes: clock(closed.closes), leaves: time(closed.at) })
          : t('messaging.routes.forPeople', { count: usual.people })}
      </p>
      <ul className={classes['routes']}>
        {quote.routes.map((route) => (
          <RouteCard
            key={route.id}
            route={route}
            usual={usual}
            isWished={route.id === quote.routeId}
            isLate={closed !== null}
            balance={quote.balance}
            onChoose={() => onChoose(route)}
          />
        ))}
      </ul>
      <Abroad quote={quote} />
    </Dialog>
  )
}
