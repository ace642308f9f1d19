import type { ReactNode } from 'react'
import type { Figure as Wanted, GuestFigures } from '#contract/followup/analytics.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { IconChevronDown } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Figure } from '../charts/figure.tsx'
import { FEW_BELOW, proportionOf } from '../charts/proportion.ts'
import classes from './analytics.module.css'
import { useSeePeople } from './people-door.tsx'
import { useAnalyticsWords } from './words.ts'

type TileProps = { name: string; figure: ReactNode; note: ReactNode; how?: string }

function Tile({ name, figure, note, how }: TileProps) {
  const t = useTexts()
  return (
    <div>
      <span className="muted">{name}</span>
      <span className={classes['value']}>{figure}</span>
      <p className="num">{note}</p>
      {how && (
        <details className={classes['how']}>
          <summary>
            {t('followup.analytics.how')}
            <IconChevronDown size={16} aria-hidden="true" />
          </summary>
          <p>{how}</p>
        </details>
      )}
    </div>
  )
}

export type Shown = { figures: GuestFigures; owner?: string | undefined }

/** Whom the figures of a period are about, as the call wants them. */
export const wantedOf = ({ figures: { from, until }, owner }: Shown): Wanted => ({
  from,
  until,
  ...(owner && { owner }),
})

type TileOf = { shown: Shown; withHow?: boolean }

/** `name`: where the figure is called otherwise. */
export function GuestsTile({ shown, withHow, name }: TileOf & { name?: string }) {
  const t = useTexts()
  const format = useFormat()
  const words = useAnalyticsWords()
  const see = useSeePeople()
  const { guests, before } = shown.figures
  const title = t('followup.analytics.peopleGuests', { count: guests })
  const note = () => {
    if (!before) return ''
    const said = { count: format.number(before.guests), day: format.day(before.easter?.before ?? before.from) }
    return t(before.easter ? 'followup.analytics.beforeEaster' : 'followup.analytics.beforeLastYear', said)
  }
  return (
    <Tile
      name={name ?? t('followup.analytics.totalGuest')}
      figure={
        <Figure
          label={t('followup.analytics.see', { figure: title })}
          onSee={() => see({ title, line: words.days(shown.figures), figure: wantedOf(shown) })}
        >
          {format.number(guests)}
        </Figure>
      }
      note={note()}
      {...(withHow && { how: t('followup.analytics.howGuests') })}
    />
  )
}

export function RetentionTile({ shown, withHow }: TileOf) {
  const t = useTexts()
  const words = useAnalyticsWords()
  const see = useSeePeople()
  const { guests, returned, before } = shown.figures
  const said = proportionOf(returned, guests)
  const fraction = t('followup.analytics.cameAgainOf', { count: returned, of: guests })
  const lastYear = before && proportionOf(before.returned, before.guests).kind === 'share' && said.kind === 'share'
  const note = () => {
    if (said.kind === 'few') return t('followup.analytics.tooFew')
    if (said.kind === 'range') return `${fraction}, ${words.range(said.low, said.high)}`
    if (!lastYear) return fraction
    return t('followup.analytics.cameAgainBefore', {
      said: fraction,
      share: words.share(before.returned, before.guests),
    })
  }
  const title = t('followup.analytics.peopleReturned', { count: returned })
  const share = words.share(returned, guests)
  const open = () => see({ title, line: words.days(shown.figures), figure: { ...wantedOf(shown), returned: 'yes' } })
  return (
    <Tile
      name={t('followup.analytics.retentionRate')}
      figure={
        <Figure label={t('followup.analytics.see', { figure: `${title}, ${share}` })} onSee={open}>
          {share}
        </Figure>
      }
      note={note()}
      {...(withHow && { how: t('followup.analytics.howRetention') })}
    />
  )
}

export function ActivityTile({ shown, withHow }: TileOf) {
  const t = useTexts()
  const format = useFormat()
  const words = useAnalyticsWords()
  const see = useSeePeople()
  const { guests, activities, before } = shown.figures
  const averageOf = (counted: { guests: number; activities: number }) =>
    format.tenths(counted.activities / counted.guests)
  const average = guests === 0 ? format.tenths(0) : averageOf(shown.figures)
  const note = () => {
    // Nothing of then in the log: nobody wrote it down, which is not nothing done.
    if (!before || before.guests < FEW_BELOW || before.activities === 0) return t('followup.analytics.averageNote')
    const said = { average: averageOf(before) }
    return t(before.easter ? 'followup.analytics.averageEaster' : 'followup.analytics.averageBefore', said)
  }
  const title = t('followup.analytics.peopleActivities', { count: activities })
  return (
    <Tile
      name={t('followup.analytics.activityInvolved')}
      figure={
        <Figure
          label={t('followup.analytics.see', { figure: `${title}, ${average}` })}
          onSee={() => see({ title, line: words.days(shown.figures), figure: wantedOf(shown) })}
        >
          {average}
        </Figure>
      }
      note={note()}
      {...(withHow && { how: t('followup.analytics.howActivity') })}
    />
  )
}

function TopSourceTile({ shown }: { shown: Shown }) {
  const t = useTexts()
  const format = useFormat()
  const words = useAnalyticsWords()
  const see = useSeePeople()
  const { sources, guests } = shown.figures
  const top = sources.toSorted((one, other) => other.guests - one.guests)[0]
  const name = top ? (top.name ?? t('followup.analytics.notSpecified')) : t('followup.analytics.noSource')
  const source = top?.id === null ? 'none' : `${top?.id}`
  const open = () => see({ title: name, line: words.days(shown.figures), figure: { ...wantedOf(shown), source } })
  const note = top ? words.note(top.guests, guests) : ''
  return (
    <Tile
      name={t('followup.analytics.topSource')}
      figure={
        <Figure label={t('followup.analytics.see', { figure: name })} onSee={top && open}>
          {name}
        </Figure>
      }
      note={
        top &&
        [t('followup.analytics.guestsOf', { count: format.number(top.guests), of: guests }), note]
          .filter(Boolean)
          .join(', ')
      }
      how={t('followup.analytics.howSource')}
    />
  )
}

/** The four cards of the last 30 days; without the source, the three of the overview. */
export function Tiles({ shown, label, withSource = false }: { shown: Shown; label: string; withSource?: boolean }) {
  return (
    <Card label={label} padded={false} className={classes[withSource ? 'four' : 'three']}>
      <GuestsTile shown={shown} withHow={withSource} />
      <RetentionTile shown={shown} withHow={withSource} />
      <ActivityTile shown={shown} withHow={withSource} />
      {withSource && <TopSourceTile shown={shown} />}
    </Card>
  )
}
