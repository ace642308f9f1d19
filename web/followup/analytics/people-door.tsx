import { createContext, useCallback, useContext, useState, type ReactNode } from 'react'
import { PeopleDialog, type Seen } from './people-dialog.tsx'

const See = createContext<(seen: Seen) => void>(() => undefined)

/** Opens the people behind a figure. */
export const useSeePeople = () => useContext(See)

/** Within it every figure can open the people behind it. */
export function PeopleDoor({ children }: { children: ReactNode }) {
  const [seen, setSeen] = useState<Seen | null>(null)
  const see = useCallback((next: Seen) => setSeen(next), [])
  return (
    <See value={see}>
      {children}
      {seen && <PeopleDialog seen={seen} onClose={() => setSeen(null)} />}
    </See>
  )
}
