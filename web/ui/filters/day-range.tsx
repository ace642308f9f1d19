import { TextField } from '../controls/field.tsx'
import classes from './filters.module.css'

type DayRangeProps = {
  legend: string
  fromLabel: string
  toLabel: string
  /** Calendar days, both included. */
  from: string | undefined
  to: string | undefined
  /** '' takes a day away. */
  onFrom: (day: string) => void
  onTo: (day: string) => void
}

/** From one day to another, either of them left open. */
export const DayRange = ({ legend, fromLabel, toLabel, from, to, onFrom, onTo }: DayRangeProps) => (
  <fieldset>
    <legend>{legend}</legend>
    <div className={classes['days']}>
      <TextField type="date" label={fromLabel} defaultValue={from} onChange={(event) => onFrom(event.target.value)} />
      <TextField type="date" label={toLabel} defaultValue={to} onChange={(event) => onTo(event.target.value)} />
    </div>
  </fieldset>
)
