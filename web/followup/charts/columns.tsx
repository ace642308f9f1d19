import { ticks } from 'd3-array'
import { useId, type CSSProperties } from 'react'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import type { Datum } from './chart-data.ts'
import classes from './charts.module.css'
import columns from './columns.module.css'
import { Figure } from './figure.tsx'

type ColumnsProps = {
  data: readonly Datum[]
  /** What the marks of the columns are compared with. */
  beforeWord: string | null
  onSee?: ((datum: Datum) => void) | undefined
}

const STEP = 10
const HEIGHT = 100
/** More names than that would not fit a phone. */
const NAMES = 5

/** The axis from zero to a round number that no column is above; guests are whole. */
function scaleOf(data: readonly Datum[]): { top: number; marks: number[] } {
  const most = Math.max(1, ...data.map(({ value, before }) => Math.max(value, before ?? 0)))
  const marks = ticks(0, most, 3).filter(Number.isInteger)
  const gap = (marks[1] ?? 1) - (marks[0] ?? 0)
  const top = Math.ceil(most / gap) * gap
  return { top, marks: Array.from({ length: top / gap + 1 }, (_, place) => top - place * gap) }
}

const styleOf = (values: Record<`--${string}`, number>) => values as CSSProperties

function Plot({ data, top, marks }: { data: readonly Datum[]; top: number; marks: readonly number[] }) {
  const hatch = useId()
  const y = (value: number) => HEIGHT - (value / top) * HEIGHT
  return (
    <svg
      className={columns['plot']}
      viewBox={`0 0 ${data.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <pattern id={hatch} width="4" height="4" patternUnits="userSpaceOnUse">
        <path className={columns['stripe']} d="M0 1h4" />
      </pattern>
      {marks.map((mark) => (
        <path key={mark} className={columns['gridline']} d={`M0 ${y(mark)}H${data.length * STEP}`} />
      ))}
      {data.map(({ id, value, before, isHatched }, place) => (
        <g key={id}>
          <rect
            className={isHatched ? undefined : classes['fill']}
            fill={isHatched ? `url(#${hatch})` : undefined}
            x={place * STEP + 2}
            y={y(value)}
            width={STEP - 4}
            height={HEIGHT - y(value)}
          />
          {typeof before === 'number' && (
            <path className={classes['before']} d={`M${place * STEP + 1} ${y(before)}h${STEP - 2}`} />
          )}
        </g>
      ))}
    </svg>
  )
}

/** What the signs of the columns mean. */
function Key({ data, beforeWord }: Pick<ColumnsProps, 'data' | 'beforeWord'>) {
  const t = useTexts()
  return (
    <p className={classes['key']}>
      <span>
        <i className={classes['keyFill']} />
        {t('followup.analytics.inflowGuests')}
      </span>
      {beforeWord && (
        <span>
          <i className={classes['keyLine']} />
          {beforeWord}
        </span>
      )}
      {data.some(({ isHatched }) => isHatched) && (
        <span>
          <i className={classes['keyHatch']} />
          {t('followup.analytics.inflowPart')}
        </span>
      )}
    </p>
  )
}

/** One column a week or month from zero, its number above it, and a line where the year before stood. */
export function Columns({ data, beforeWord, onSee }: ColumnsProps) {
  const t = useTexts()
  const format = useFormat()
  const { top, marks } = scaleOf(data)
  const every = Math.ceil(data.length / NAMES)
  const spoken = ({ label, value, before }: Datum) =>
    typeof before === 'number'
      ? t('followup.analytics.inflowSpokenBefore', { label, count: value, before: format.number(before) })
      : t('followup.analytics.inflowSpoken', { label, count: value })
  return (
    <>
      <div className={columns['columns']} style={styleOf({ '--k': data.length })}>
        <div className={`num ${columns['axis']}`} aria-hidden="true">
          {marks.map((mark) => (
            <span key={mark}>{format.number(mark)}</span>
          ))}
        </div>
        <Plot data={data} top={top} marks={marks} />
        <ul className={`num ${columns['values']}`}>
          {data.map((datum) => (
            <li key={datum.id} style={styleOf({ '--share': Math.max(datum.value, datum.before ?? 0) / top })}>
              <Figure
                label={t('followup.analytics.see', { figure: spoken(datum) })}
                onSee={onSee && (() => onSee(datum))}
              >
                {format.number(datum.value)}
              </Figure>
            </li>
          ))}
        </ul>
        <div className={columns['names']} aria-hidden="true">
          {data.map(({ id, label }, place) => (
            <span key={id}>{place % every === 0 ? label : ''}</span>
          ))}
        </div>
      </div>
      <Key data={data} beforeWord={beforeWord} />
    </>
  )
}
