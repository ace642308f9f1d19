import { readOwnFamily, type PortalFamily } from '#contract/checkin/family.ts'
import { useSessionRead } from './session.ts'
import { putRead, useRead, warm } from '../reading/use-read.ts'

/** Without `personId`: that of whoever is signed in. */
const OWN = { query: {} }

/** Begins to read it for a screen that is about to be shown. */
export const warmOwnFamily = (): void => warm(readOwnFamily, OWN)

/**
 * The own family, once it is also known who is signed in: a form that is filled before that is somebody else's. Parents
 * change everything; others of a family that has a parent look and register. The server decides, the screen only does not
 * offer what it would refuse.
 */
export function useOwnFamily() {
  const family = useRead(readOwnFamily, OWN)
  const session = useSessionRead()
  const me = session.data?.person.id
  const data = me === undefined ? undefined : family.data
  const hasParent = Boolean(data?.fatherID ?? data?.motherID)
  const isParent = me !== undefined && (me === data?.fatherID || me === data?.motherID)
  return {
    ...family,
    data,
    failure: family.failure ?? session.failure,
    reload: () => {
      family.reload()
      if (me === undefined) session.reload()
    },
    me,
    mayChange: isParent || (data !== undefined && !hasParent),
  }
}

/** What an act has changed is on the screen at once, without asking again. */
export const putFamily = (family: PortalFamily): void => putRead(readOwnFamily, OWN, family)
