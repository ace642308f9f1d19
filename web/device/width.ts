import { useSyncExternalStore } from 'react'

/** One for all rows of a table: each of them asks. */
const phone = matchMedia('(max-width: 767px)')
function watchWidth(changed: () => void) {
  phone.addEventListener('change', changed)
  return () => phone.removeEventListener('change', changed)
}

/** Under 768 px: cards, sheets. */
export const useIsPhone = () => useSyncExternalStore(watchWidth, () => phone.matches)
