import { readOwnFamily, type PortalFamily } from '#contract/checkin/family.ts'
import { useFamilySession } from './session.ts'
import { putRead, useRead, warm } from './use-read.ts'

/** Without `personId`: that of whoever is signed in. */
const OWN = { query: {} }

/** Begins to read it for a screen that is about to be shown. */
export const warmOwnFamily = (): void => warm(readOwnFamily, OWN)

/**
 * The own family. Parents change everything; others of a family that has a parent look and register. The server decides,
 * the screen only does not offer what it would refuse.
 */
export function useOwnFamily() {
  const read = useRead(readOwnFamily, OWN)
  const me = useFamilySession()?.person.id
  const { data } = read
  const hasParent = Boolean(data?.fatherID ?? data?.motherID)
  const isParent = me !== undefined && (me === data?.fatherID || me === data?.motherID)
  return { ...read, me, mayChange: isParent || (data !== undefined && !hasParent) }
}

/** What an act has changed is on the screen at once, without asking again. */
export const putFamily = (family: PortalFamily): void => putRead(readOwnFamily, OWN, family)
