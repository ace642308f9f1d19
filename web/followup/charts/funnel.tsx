import { area, curveBumpY } from 'd3-shape'
import { Fragment } from 'react'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import type { Datum } from './chart-data.ts'
import classes from './charts.module.css'
import { Figure } from './figure.tsx'
import { proportionOf } from './proportion.ts'

type FunnelProps = {
  data: readonly Datum[]
  /** What the marks on the bars are compared with: `before` is the same share of then, in people of now. */
  beforeWord?: string | null
  onSee?: ((datum: Datum) => void) | undefined
}

/** From one bar to the next: as wide as the first above, as the second below. */
const flow = area<[width: number, y: number]>()
  .y(([, y]) => y)
  .x0(0)
  .x1(([width]) => width)
  .curve(curveBumpY)

const WIDTH = 100
const HEIGHT = 24

/** How many came at least so far, stage by stage, and how many of them went on. */
export function Funnel({ data, beforeWord, onSee }: FunnelProps) {
  const t = useTexts()
  const format = useFormat()
  const most = Math.max(1, ...data.map(({ value }) => value))
  const widthOf = ({ value }: Datum) => (value / most) * WIDTH
  const isCompared = data.some(({ before }) => typeof before === 'number')
  return (
    <>
      <ul className={classes['funnel']}>
        {data.map((datum, place) => {
          const before = data[place - 1]
          return (
            <Fragment key={datum.id}>
              {before && (
                <li className={classes['step']} aria-hidden="true">
                  <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
                    <path
                      className={classes['flow']}
                      d={
                        flow([
                          [widthOf(before), 0],
                          [widthOf(datum), HEIGHT],
                        ]) ?? ''
                      }
                    />
                  </svg>
                  {proportionOf(datum.value, before.value).kind === 'share' && (
                    <span>
                      {t('followup.analytics.flowWentOn', { share: format.share(datum.value / before.value) })}
                    </span>
                  )}
                </li>
              )}
              <li className={classes['stage']}>
                <span>{datum.label}</span>
                <svg viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
                  <rect className={classes['fill']} width={widthOf(datum)} height="10" />
                  {typeof datum.before === 'number' && (
                    <path className={classes['before']} d={`M${(datum.before / most) * WIDTH} -2v14`} />
                  )}
                </svg>
                <span className="num">
                  <Figure
                    label={t('followup.analytics.see', { figure: `${datum.label}: ${format.number(datum.value)}` })}
                    onSee={onSee && (() => onSee(datum))}
                  >
                    {format.number(datum.value)}
                  </Figure>
                  {datum.note && <span className="muted">{` ${datum.note}`}</span>}
                  {datum.range && <span className={classes['span']}>{datum.range}</span>}
                </span>
              </li>
            </Fragment>
          )
        })}
      </ul>
      {beforeWord && isCompared && (
        <p className={classes['key']}>
          <span>
            <i className={classes['keyLine']} />
            {beforeWord}
          </span>
        </p>
      )}
    </>
  )
}
