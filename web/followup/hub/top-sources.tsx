import type { GuestFigures } from '#contract/followup/analytics.ts'
import { useTexts } from '../../languages/index.ts'
import type { Icon } from '../../ui/controls/button.tsx'
import { IconFileText, IconHelpCircle, IconMapPin, IconShare, IconUsers, IconWorld } from '../../ui/icons.ts'
import { useSeePeople } from '../analytics/people-door.tsx'
import { wantedOf } from '../analytics/tiles.tsx'
import { useAnalyticsWords } from '../analytics/words.ts'
import { Figure } from '../charts/figure.tsx'
import classes from './hub.module.css'

const SHOWN = 3

/** By the names that a church begins with; another source has a sign of its own. */
const signs: Record<string, Icon> = {
  website: IconWorld,
  friend: IconUsers,
  'social media': IconShare,
  flyer: IconFileText,
}
const signOf = (name: string | null): Icon =>
  name === null ? IconHelpCircle : (signs[name.trim().toLowerCase()] ?? IconMapPin)

/** From where most first-timers of the period came, with their share. */
export function TopSources({ figures }: { figures: GuestFigures }) {
  const t = useTexts()
  const words = useAnalyticsWords()
  const see = useSeePeople()
  const top = figures.sources.toSorted((one, other) => other.guests - one.guests).slice(0, SHOWN)
  return (
    <div>
      <span className="muted">{t('followup.dashboard.channel')}</span>
      {top.length === 0 && <p>{t('followup.analytics.noSource')}</p>}
      <ul className={classes['sources']}>
        {top.map(({ id, name, guests }) => {
          const Sign = signOf(name)
          const said = name ?? t('followup.analytics.notSpecified')
          const share = words.share(guests, figures.guests)
          const { range } = words.parts(guests, figures.guests)
          const figure = { ...wantedOf({ figures }), source: id === null ? 'none' : `${id}` }
          return (
            <li key={id ?? 'none'}>
              <Sign size={16} stroke={1.75} aria-hidden="true" />
              <span>
                {said}
                {range && <span className="small muted num"> {range}</span>}
              </span>
              <Figure
                label={t('followup.analytics.see', { figure: `${said}: ${share}` })}
                onSee={() => see({ title: said, line: words.days(figures), figure })}
              >
                {share}
              </Figure>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
