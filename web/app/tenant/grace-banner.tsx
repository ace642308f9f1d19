import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { useCan, useSession } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import classes from './grace-banner.module.css'

/** So few days before the gate shuts it is more than a warning. */
const URGENT_DAYS = 2

/** On every screen while there are more people than the plan allows; for those who can do something about it. */
export function GraceBanner() {
  const t = useTexts()
  const format = useFormat()
  const { church, grace } = useSession()
  const [mayPay, mayArchive] = [useCan('billing.read'), useCan('people.write')]
  if (!grace || !(mayPay || mayArchive)) return null
  const { daysLeft, until } = grace
  const numbers = { people: format.number(church.people), size: format.number(church.membershipSize) }
  return (
    <aside className={classes['banner']} aria-label={t('app.grace.label')}>
      <Note tone={daysLeft <= URGENT_DAYS ? 'bad' : 'warn'} isQuiet>
        <p className="strong">{t('app.grace.title', { ...numbers, days: daysLeft })}</p>
        <p>{t('app.grace.text', { day: format.day(until) })}</p>
        <div className={classes['acts']}>
          {mayPay && (
            <ButtonLink to={paths.subscription} kind="primary" size="sm">
              {t('app.grace.plan')}
            </ButtonLink>
          )}
          {mayArchive && (
            <ButtonLink to={paths.people} size="sm">
              {t('app.grace.archive')}
            </ButtonLink>
          )}
        </div>
      </Note>
    </aside>
  )
}
