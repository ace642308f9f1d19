import type { Labels, StationFamily } from '#contract/checkin/station.ts'
import type { Desk, StationClass } from '../desk.ts'
import { useWalkIn } from './use-walk-in.ts'
import { WalkInForm } from './walk-in-form.tsx'

type WalkInSceneProps = {
  eventId: string
  rooms: readonly StationClass[]
  desk: Desk
  onDone: (labels: Labels, familyId: string) => void
  onKnown: (family: StationFamily) => void
  onLeave: () => void
}

/** The form for a first visit, with what it holds. */
export function WalkInScene({ onKnown, onLeave, ...walking }: WalkInSceneProps) {
  const form = useWalkIn(walking)
  return <WalkInForm form={form} rooms={walking.rooms} onKnown={onKnown} onLeave={onLeave} />
}
