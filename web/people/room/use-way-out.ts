import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'

/** From a screen that works while the gate is shut back to the page of the gate, or, once it is open, to the people. */
export function useWayOut() {
  const t = useTexts()
  const { gate } = useSession()
  const to = gate === 'over_capacity' ? paths.overCapacity : gate === 'expired' ? paths.expired : paths.people
  return { to, label: t('people.room.back') }
}
