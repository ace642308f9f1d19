import type { ConsoleChurch } from '#contract/operator/churches.ts'
import type { Gate } from '#contract/identity/session.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { RowLink } from '../../ui/data-table/index.ts'
import { Badge, type Tone } from '../../ui/surfaces/badge.tsx'
import { useCountryName } from '../../languages/names.ts'
import { When } from '../facts/facts.tsx'
import classes from './churches.module.css'

export const gateNames: Record<Gate, TextId> = {
  open: 'operator.gate.open',
  expired: 'operator.gate.expired',
  over_capacity: 'operator.gate.overCapacity',
}

const tones: Record<Gate, Tone> = { open: 'ok', expired: 'bad', over_capacity: 'warn' }

export function GateBadge({ gate }: { gate: Gate }) {
  const t = useTexts()
  return <Badge tone={tones[gate]}>{t(gateNames[gate])}</Badge>
}

/** City and country, as far as they are known. */
export function usePlace() {
  const countryName = useCountryName()
  return ({ city, isoCode }: Pick<ConsoleChurch, 'city' | 'isoCode'>) =>
    city ? `${city}, ${countryName(isoCode)}` : countryName(isoCode)
}

/** The name, which leads to the church's page, and where it is. */
export function ChurchName({ church }: { church: ConsoleChurch }) {
  const placeOf = usePlace()
  return (
    <>
      <RowLink to={paths.consoleChurch} params={{ id: church.id }} className={classes['name']}>
        {church.name}
      </RowLink>
      <span data-roomy="" className={classes['place']}>
        {placeOf(church)}
      </span>
    </>
  )
}

/** "1,200 of 1,500", and in red when there are more than the plan allows. */
export function Size({ church: { people, membershipSize } }: { church: ConsoleChurch }) {
  const t = useTexts()
  const format = useFormat()
  return (
    <span className={`num ${people > membershipSize ? classes['over'] : ''}`}>
      {t('operator.churches.peopleOf', { people: format.number(people), size: format.number(membershipSize) })}
    </span>
  )
}

export function LastActive({ at }: { at: string | null }) {
  const t = useTexts()
  return at ? <When at={at} /> : <span className="muted">{t('operator.churches.never')}</span>
}

/** A church on a phone. */
export function ChurchCard({ church }: { church: ConsoleChurch }) {
  const t = useTexts()
  const format = useFormat()
  return (
    <div className={classes['card']}>
      <div className="row between">
        <span className="grow">
          <ChurchName church={church} />
        </span>
        <GateBadge gate={church.gate} />
      </div>
      <div className="small muted num">
        {t('operator.churches.cardLine', { plan: church.planName, day: format.day(church.expiresOn) })}
      </div>
      <div className="small muted">
        <Size church={church} />
      </div>
    </div>
  )
}
