import { ApiError } from '#server/platform/http/index.ts'
import { familyRemoved, peopleArchived, peopleInUse, peopleLeftFamilies, peopleMerged } from '../../people/index.ts'
import { anyAtEvent, giveUpPlaces, isFamilyInClass, selectRegistered } from './child-store.ts'

const HOUR_MS = 60 * 60 * 1000
/** An event that ended so long ago is over for everybody: people at it are merged. */
const OVER_MS = 12 * HOUR_MS
/** A child whom nobody signed out at an event that was over for so long is not in class any more. */
const LONG_OVER_MS = 24 * HOUR_MS

/** What happens to places and lines when people and families change. */
export const placeReactions = [
  peopleArchived.reaction((tx, { personIds, at }) => giveUpPlaces(tx, { familyIds: null, personIds }, at)),
  peopleLeftFamilies.reaction((tx, { familyIds, personIds, at }) => giveUpPlaces(tx, { familyIds, personIds }, at)),
  // Without the family nobody would know who may, or may not, collect a child of it.
  familyRemoved.reaction(async (tx, { familyId, at }) => {
    if (await isFamilyInClass(tx, familyId, new Date(at.getTime() - LONG_OVER_MS))) throw new ApiError('in_class')
    await giveUpPlaces(tx, { familyIds: [familyId], personIds: null }, at)
  }),
  // The notes and grants by which the classes and the desk know a child must not move in the middle of an event.
  peopleMerged.reaction(async (tx, { otherIds, at }) => {
    if (await anyAtEvent(tx, otherIds, new Date(at.getTime() - OVER_MS))) throw new ApiError('registered_now')
    return new Map()
  }),
  peopleInUse.reaction((tx, { personIds }) => selectRegistered(tx, personIds)),
]
