import type { Ref } from 'react'
import { IconSearch } from '../../../ui/icons.ts'
import classes from './search-field.module.css'

type SearchFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

/** Finds while it is typed; the browser's own cross clears it. */
export const SearchField = ({ label, value, onChange, ref }: SearchFieldProps) => (
  <div className={classes['search']} role="search">
    <IconSearch size={20} stroke={1.75} aria-hidden="true" />
    <input
      ref={ref}
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      maxLength={100}
      autoComplete="off"
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
)
