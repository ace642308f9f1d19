import type { CSSProperties } from 'react'
import type { GuestFigures } from '#contract/followup/analytics.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { ChartCard } from '../charts/chart-card.tsx'
import { Figure } from '../charts/figure.tsx'
import { proportionOf } from '../charts/proportion.ts'
import { useHeading } from './charts.tsx'
import classes from './sources.module.css'
import { useSeePeople } from './people-door.tsx'
import { wantedOf, type Shown } from './tiles.tsx'
import { useAnalyticsWords } from './words.ts'

type Source = GuestFigures['sources'][number]

const placed = (values: Record<`--${string}`, number>) => values as CSSProperties

/** The share as a mark between nothing and all, within the range that it can be said in. */
function Range({ source: { returned, guests } }: { source: Source }) {
  const said = proportionOf(returned, guests)
  if (said.kind === 'few' || said.kind === 'none') return null
  return (
    <div className={classes['range']} aria-hidden="true">
      {said.kind === 'range' && <i style={placed({ '--low': said.low, '--high': said.high })} />}
      <b style={placed({ '--share': said.share })} />
    </div>
  )
}

function SourceRow({ source, shown }: { source: Source; shown: Shown }) {
  const t = useTexts()
  const format = useFormat()
  const words = useAnalyticsWords()
  const see = useSeePeople()
  const { id, returned, guests } = source
  const name = source.name ?? t('followup.analytics.notSpecified')
  const said = proportionOf(returned, guests)
  const fraction = words.fraction(returned, guests)
  const figure = { ...wantedOf(shown), source: id === null ? 'none' : `${id}`, returned: 'yes' } as const
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className={classes['plot']}>
        <Range source={source} />
      </td>
      <td className={`num ${classes['end']}`}>
        <Figure
          label={t('followup.analytics.see', { figure: `${name}: ${fraction}` })}
          onSee={() => see({ title: `${name}: ${fraction}`, line: words.days(shown.figures), figure })}
        >
          {fraction}
        </Figure>
      </td>
      <td className={`num ${classes['end']}`}>
        {(said.kind === 'range' || said.kind === 'share') && format.share(said.share)}
        {said.kind === 'range' && <div className="small muted">{words.range(said.low, said.high)}</div>}
      </td>
    </tr>
  )
}

/** Of which source how many came again: small numbers with the range that they stand for. */
export function SourcesCard({ shown }: { shown: Shown }) {
  const t = useTexts()
  const format = useFormat()
  const words = useAnalyticsWords()
  const title = t('followup.analytics.bySource')
  const heading = useHeading(shown)(title)
  const { sources } = shown.figures
  const sheet = {
    headings: [t('followup.analytics.source'), t('followup.analytics.cameAgain'), t('followup.analytics.share')],
    rows: sources.map(({ name, returned, guests }) => [
      name ?? t('followup.analytics.notSpecified'),
      words.fraction(returned, guests),
      words.note(returned, guests),
    ]),
  }
  return (
    <ChartCard heading={heading} kind="sheet" sheet={sheet}>
      <table className={classes['table']}>
        <caption className="vh">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('followup.analytics.source')}</th>
            <td className={`small muted num ${classes['plot']}`} aria-hidden="true">
              <span className="row between">
                {[0, 0.5, 1].map((share) => (
                  <span key={share}>{format.percent(share)}</span>
                ))}
              </span>
            </td>
            <th scope="col" className={classes['end']}>
              {t('followup.analytics.cameAgain')}
            </th>
            <th scope="col" className={classes['end']}>
              {t('followup.analytics.share')}
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <SourceRow key={source.id ?? 'none'} source={source} shown={shown} />
          ))}
        </tbody>
      </table>
      <p className={`small muted ${classes['below']}`}>{t('followup.analytics.bySourceNote')}</p>
    </ChartCard>
  )
}
