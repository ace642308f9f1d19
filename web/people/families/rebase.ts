import { threeWay } from '../shared/three-way.ts'
import type { FamilyDraft } from './draft.ts'

const fields = ['name', 'homePhone', 'email', 'address'] as const
export type FamilyField = (typeof fields)[number]

/**
 * Brings a draft up to what somebody else has written meanwhile: what was not touched here becomes theirs, what was
 * typed here stays, people who came or left on either side did. `clashes` are the fields that both have changed, to
 * different values.
 */
export function rebaseFamily(mine: FamilyDraft, before: FamilyDraft, theirs: FamilyDraft) {
  const touched = fields.filter((field) => mine[field] !== before[field])
  const clashes = touched.filter((field) => theirs[field] !== before[field] && theirs[field] !== mine[field])
  const kept = Object.fromEntries(touched.map((field) => [field, mine[field]]))
  const draft: FamilyDraft = { ...theirs, ...kept, members: threeWay(mine.members, before.members, theirs.members) }
  return { draft, clashes }
}
