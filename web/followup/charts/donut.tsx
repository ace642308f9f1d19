import { arc, pie, type PieArcDatum } from 'd3-shape'
import { useId } from 'react'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import type { Datum } from './chart-data.ts'
import classes from './charts.module.css'
import { Figure } from './figure.tsx'

type DonutProps = { title: string; data: readonly Datum[]; onSee?: ((datum: Datum) => void) | undefined }

const ring = arc<PieArcDatum<Datum>>().innerRadius(42).outerRadius(68).padAngle(0.02)
const slicesOf = pie<Datum>()
  .sort(null)
  .value(({ value }) => value)

const COLOURS = 4
const colourOf = (place: number) => classes[`c${(place % COLOURS) + 1}`]

/** A ring of parts, and beside it what each of them is: name, number and share. */
export function Donut({ title, data, onSee }: DonutProps) {
  const t = useTexts()
  const format = useFormat()
  const hatch = useId()
  const total = data.reduce((sum, { value }) => sum + value, 0)
  return (
    <div className={classes['donut']}>
      <svg viewBox="-72 -72 144 144" aria-hidden="true">
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path className={classes['greyStripe']} d="M0 1h5" />
        </pattern>
        {slicesOf([...data]).map((slice, place) => (
          <path
            key={slice.data.id}
            className={slice.data.isHatched ? undefined : colourOf(place)}
            fill={slice.data.isHatched ? `url(#${hatch})` : undefined}
            d={ring(slice) ?? ''}
          />
        ))}
        <text className={classes['total']} y="2">
          {format.number(total)}
        </text>
        <text className={classes['totalWord']} y="18">
          {t('followup.analytics.guests', { count: total })}
        </text>
      </svg>
      <table className={classes['legend']}>
        <caption className="vh">{title}</caption>
        <tbody>
          {data.map((datum, place) => (
            <tr key={datum.id}>
              <th scope="row">
                <i className={`${classes['swatch']} ${datum.isHatched ? classes['grey'] : colourOf(place)}`} />
                {datum.label}
              </th>
              <td className="num">
                <Figure
                  label={t('followup.analytics.see', { figure: `${datum.label}: ${format.number(datum.value)}` })}
                  onSee={onSee && (() => onSee(datum))}
                >
                  {format.number(datum.value)}
                </Figure>
              </td>
              <td className="num">
                {datum.note}
                {datum.range && <span className={classes['span']}>{datum.range}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
