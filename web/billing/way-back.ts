import { paths } from '../routing/paths.ts'
import { useTexts } from '../languages/index.ts'
import { useSession } from '../session/session.ts'
import { useStepBack } from '../routing/step-back.ts'

/** "Go back" of the pages that work while the gate is shut: one step in history, else the gate's page, else `open`. */
export function useWayBack(open: string) {
  const t = useTexts()
  const { gate } = useSession()
  const onClick = useStepBack()
  const to = gate === 'over_capacity' ? paths.overCapacity : gate === 'expired' ? paths.expired : open
  return { to, label: t('billing.frame.back'), onClick }
}

export type WayBack = ReturnType<typeof useWayBack>
