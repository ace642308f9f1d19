import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import classes from './dashboard.module.css'

/** How long a church tries Narthex, and how much of it there is. */
export function TrialCard() {
  const t = useTexts()
  const format = useFormat()
  const { church, units } = useSession()
  const size = { people: format.number(church.people), size: format.number(church.membershipSize) }
  const lines: readonly [name: string, value: string][] = [
    [t('app.home.freeUntil'), format.day(church.expiresOn)],
    [t('app.figures.people'), t('app.home.ofSize', size)],
    [t('app.figures.units'), format.number(units)],
  ]
  return (
    <Card title={t('app.home.trial')}>
      <dl className={classes['facts']}>
        {lines.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink to={paths.subscription} block>
        {t('app.home.seePlans')}
      </ButtonLink>
    </Card>
  )
}
