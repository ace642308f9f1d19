import { z } from 'zod/mini'
import { peopleArchived, peopleInUse, peopleMerged, personUnmerged } from '../../people/index.ts'
import { endUnprovedPasswords, selectGuardians } from './accounts/account-store.ts'
import { endSessionsOf } from './accounts/session-store.ts'
import { movePortal, returnPortal } from './people-reactions-store.ts'

const ids = z.array(z.uuid())
/** What is kept of a merge; absent in those of earlier versions. */
const moved = z.object({
  portal: z.optional(z.object({ guardianAccounts: ids, grants: ids, childGrants: ids, careNotes: ids })),
})

/** What happens to guardians' accounts, grants and notes of care when people change. */
export const portalReactions = [
  // Whoever opens a session at this moment waits for the lock of the person, and is then refused.
  peopleArchived.reaction((tx, { personIds }) => endSessionsOf(tx, personIds)),
  // Everybody is signed out: anybody may sign up by any address, so an account whose address was never proved by a code
  // needs a new password by one, before it opens a family that it did not make.
  peopleMerged.reaction(async (tx, merge) => {
    const portal = await movePortal(tx, merge)
    const people = [merge.keepId, ...merge.otherIds]
    await endSessionsOf(tx, people)
    await endUnprovedPasswords(tx, people)
    return new Map([...portal].map(([personId, things]) => [personId, { portal: things }]))
  }),
  personUnmerged.reaction(async (tx, { personId, keepId, moved: kept }) => {
    const { portal } = moved.parse(kept)
    if (!portal) return
    await endSessionsOf(tx, [keepId, personId])
    await returnPortal(tx, { things: portal, personId, keepId })
  }),
  peopleInUse.reaction((tx, { personIds }) => selectGuardians(tx, personIds)),
]
