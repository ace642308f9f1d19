import { Choices } from './choices.tsx'
import { FilterButton } from './filter-button.tsx'
import { FilterChip, FilterChips } from './filter-chips.tsx'

export type OneChoice = {
  legend: string
  /** What the choice of none is called: "Any status". */
  any: string
  /** Before the value of the chip: "Status is". */
  label: string
  choices: readonly { value: string; label: string }[]
  /** '' is none. */
  value: string
  onChange: (value: string) => void
}

/** The filter of a list that has one: any of a few words. `done` closes the sheet of a phone: "Show 86 payments". */
export function OneChoiceFilter({ legend, any, choices, value, onChange, done }: OneChoice & { done: string }) {
  return (
    <FilterButton count={value === '' ? 0 : 1} done={done}>
      <Choices
        shape="list"
        legend={legend}
        choices={[{ value: '', label: any }, ...choices]}
        value={value}
        onChange={onChange}
      />
    </FilterButton>
  )
}

/** The chip of that filter while it is on. */
export function OneChoiceChip({ label, choices, value, onChange }: OneChoice) {
  const chosen = choices.find((choice) => choice.value === value)
  if (!chosen) return null
  const takeOff = () => onChange('')
  return (
    <FilterChips onClearAll={takeOff}>
      <FilterChip label={label} value={chosen.label} onRemove={takeOff} />
    </FilterChips>
  )
}
