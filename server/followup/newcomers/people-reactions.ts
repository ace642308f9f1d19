import { z } from 'zod/mini'
import { peopleImported, peopleInUse, peopleMerged, peopleWritten, personUnmerged } from '../../people/index.ts'
import { follow } from './follow.ts'
import {
  copyNewcomer,
  deleteCopiedNewcomer,
  moveLog,
  returnLog,
  selectFollowedUp,
  type MovedThings,
} from './merge-store.ts'
import { markOrigin } from './newcomer-store.ts'

/** What is kept of a merge; absent in those of earlier versions. */
const moved = z.object({
  followup: z.optional(
    z.object({ log: z.array(z.uuid()), visits: z.array(z.string()), isCardCopied: z.optional(z.boolean()) }),
  ),
})

/** What happens to newcomers when people are added, changed, archived and merged. */
export const newcomerReactions = [
  peopleWritten.reaction((tx, { personIds, at }) => follow(tx, { personIds, at })),
  peopleImported.reaction((tx, { personIds }) => markOrigin(tx, { personIds, origin: 'import', by: null })),
  peopleMerged.reaction(async (tx, { keepId, otherIds, at }) => {
    const copiedFrom = await copyNewcomer(tx, { keepId, otherIds, at })
    const things = new Map<string, { followup: MovedThings & { isCardCopied: boolean } }>()
    for (const from of otherIds)
      things.set(from, {
        followup: { ...(await moveLog(tx, { from, to: keepId })), isCardCopied: from === copiedFrom },
      })
    return things
  }),
  personUnmerged.reaction(async (tx, { personId, keepId, moved: kept }) => {
    const { followup: things } = moved.parse(kept)
    if (things) await returnLog(tx, { things, personId, keepId })
  }),
  // An import that is undone does not take anybody along whom somebody has followed up since.
  peopleInUse.reaction((tx, { personIds }) => selectFollowedUp(tx, personIds)),
]

/** After everything that was moved has been given back: what hangs on a card is deleted with it. */
export const copiedCardReactions = [
  personUnmerged.reaction(async (tx, { keepId, moved: kept }) => {
    if (moved.parse(kept).followup?.isCardCopied) await deleteCopiedNewcomer(tx, keepId)
  }),
]
