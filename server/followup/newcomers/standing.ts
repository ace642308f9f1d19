import type { PersonKind } from '#contract/people/persons.ts'
import type { Day } from '../../platform/runtime/index.ts'
import type { Stage, StageMeaning, Track } from '../lists/index.ts'

/** What a person is now, and what is kept of them as a newcomer; null: nothing yet. */
export type Seen = {
  personId: string
  personKind: PersonKind
  joinedOn: Day
  isArchived: boolean
  kept: Standing | null
}

/** Where a newcomer stands. */
export type Standing = {
  kind: Track
  firstVisitOn: Day | null
  memberOn: Day | null
  stageId: number
  furthestId: number
  leadStatus: number
  archived: boolean
  /** The stage from which they became a member. */
  stageBefore: number | null
}

const CONVERTED = 2
const ACTIVE = 0

/** Where somebody stands after what was written of the person; null: nobody to follow up. */
export function standingOf(
  { personKind, joinedOn, isArchived, kept }: Seen,
  stages: readonly Stage[],
  today: Day,
): Standing | null {
  if (!kept) {
    if (personKind === 'member') return null
    const stageId = stageFor(stages, personKind, 'entry')?.id ?? 0
    const firstVisitOn = personKind === 'first_timer' ? joinedOn : null
    const fresh = { memberOn: null, leadStatus: ACTIVE, archived: isArchived, stageBefore: null }
    return { kind: personKind, firstVisitOn, stageId, furthestId: stageId, ...fresh }
  }
  if (personKind === 'member') return becomeMember(kept, { isArchived, stages, today })
  const firstVisitOn = personKind === 'first_timer' ? joinedOn : kept.firstVisitOn
  const still = { ...kept, kind: personKind, firstVisitOn, archived: isArchived }
  if (personKind !== kept.kind)
    return { ...still, ...enteringAt(stages, personKind), memberOn: null, leadStatus: ACTIVE }
  if (kept.memberOn === null) return still
  // Made a member by mistake: as it was before.
  const stageId = kept.stageBefore ?? kept.stageId
  return { ...still, stageId, furthestId: stageId, memberOn: null, leadStatus: ACTIVE }
}

type Now = { isArchived: boolean; stages: readonly Stage[]; today: Day }

function becomeMember(kept: Standing, { isArchived, stages, today }: Now): Standing {
  if (kept.memberOn !== null) return { ...kept, archived: isArchived }
  const stageId = stageFor(stages, kept.kind, 'member')?.id ?? kept.stageId
  const furthestId = furthest(stages, kept.furthestId, stageId)
  return { ...kept, archived: isArchived, memberOn: today, leadStatus: CONVERTED, stageId, furthestId }
}

function enteringAt(stages: readonly Stage[], track: Track) {
  const stageId = stageFor(stages, track, 'entry')?.id ?? 0
  return { stageId, furthestId: stageId }
}

/** The stage that something leads to on a path; a retired one is entered by nobody. */
export const stageFor = (stages: readonly Stage[], track: Track, meaning: StageMeaning): Stage | undefined =>
  stages.find((stage) => stage.track === track && stage.meaning === meaning && !stage.isRetired)

/** Of two stages the one that lies further on its path. */
export function furthest(stages: readonly Stage[], one: number, other: number): number {
  const place = (id: number): number => stages.find((stage) => stage.id === id)?.position ?? 0
  return place(other) > place(one) ? other : one
}

/** By what the number of first visits of a day changes. */
export function tallyOf(before: Standing | null, after: Standing): { day: Day; step: 1 | -1 }[] {
  const [was, is] = [countedOn(before), countedOn(after)]
  if (was === is) return []
  return [...(was ? [{ day: was, step: -1 as const }] : []), ...(is ? [{ day: is, step: 1 as const }] : [])]
}

const countedOn = (standing: Standing | null): Day | null =>
  standing && !standing.archived ? standing.firstVisitOn : null
