import { useBlocker } from '@tanstack/react-router'
import { paths } from '../../routing/paths.ts'
import { hasGoneWell, isUnderWay } from './under-way.ts'

/**
 * Holds the way out while something that was pressed has no answer yet: then it goes on, but for a failure, which is said
 * on the screen. `stays`: what comes after the press belongs to this screen too, such as labels.
 */
export function HoldWay({ stays = false }: { stays?: boolean }) {
  useBlocker({
    shouldBlockFn: async ({ next }) => {
      // On the way to the sign-in page the session is over already.
      if (!isUnderWay() || next.pathname === paths.signIn) return false
      return !(await hasGoneWell()) || stays
    },
    enableBeforeUnload: isUnderWay,
  })
  return null
}
