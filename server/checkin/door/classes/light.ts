import type { Roster } from '#contract/checkin/classes.ts'

type Watched = {
  /** Children whom one adult may look after; null: nobody counts. */
  ratio: number | null
  adults: number
  /** Who is in class now. */
  children: number
}

/** Whether there are enough adults with the children. */
export function lightOf({ ratio, adults, children }: Watched): Roster['light'] {
  if (ratio === null) return 'free'
  if (children === 0) return 'enough'
  if (children > adults * ratio) return 'short'
  return children === adults * ratio ? 'edge' : 'enough'
}
