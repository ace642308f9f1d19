import { useId, type ReactNode } from 'react'
import classes from './filters.module.css'

type Choice<Value> = { value: Value; label: string; aside?: ReactNode }

type ChoicesProps<Value extends string> = {
  legend: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** Few short words stand side by side, many stand below each other. */
  shape: 'chips' | 'list'
}

/** One of several, all of them in sight. */
export function Choices<Value extends string>({ legend, choices, value, onChange, shape }: ChoicesProps<Value>) {
  const name = useId()
  return (
    <fieldset className={classes[shape]}>
      <legend>{legend}</legend>
      <div>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              className="vh"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>
              <span>{choice.label}</span>
              {choice.aside !== undefined && <span className={`num ${classes['aside']}`}>{choice.aside}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
