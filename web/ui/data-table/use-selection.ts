import { useState } from 'react'
import { nothingSelected, type Selection } from './selection.ts'

/**
 * Holds what is ticked. `found` names what the list's search and filters look for: when that changes, "everything that
 * matches" would mean other rows, so it is let go; rows ticked one by one stay ticked.
 */
export function useTableSelection(found: string) {
  const [value, onChange] = useState<Selection>(nothingSelected)
  const [seen, setSeen] = useState(found)
  if (found !== seen) {
    setSeen(found)
    if (value.kind === 'matching') onChange(nothingSelected)
  }
  return { value, onChange }
}
