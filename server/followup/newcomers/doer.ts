import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import {
  afterWorkingHours,
  selectStages,
  selectWorkingWeek,
  stageIsOpen,
  type Stage,
  type WorkingWeek,
} from '../lists/index.ts'
import { awayDays, readTeam, type Team } from '../team/index.ts'
import { lockCards, type Card } from './card-store.ts'

/** Who does something about a newcomer, and when. `by` null: a rule, or the product itself. */
export type Doer = {
  tenantId: TenantId
  by: string | null
  at: Date
  /** A rule of automation, and how many rules led to it. */
  rule?: { id: string; version: number; depth: number } | null
}

/** What every act about a newcomer goes by. */
export type Desk = { week: WorkingWeek; team: Team; stages: readonly Stage[] }

export async function openDesk(tx: Tx, at: Date): Promise<Desk> {
  const week = await selectWorkingWeek(tx)
  return { week, team: await readTeam(tx, dayIn(week.timeZone, at)), stages: await selectStages(tx) }
}

/** One newcomer, held. Throws `not_found`, and `archived`. */
export async function holdCard(tx: Tx, personId: string): Promise<Card> {
  const [card] = await lockCards(tx, [personId])
  if (!card) throw new ApiError('not_found')
  if (card.archived) throw new ApiError('archived')
  return card
}

/** When a card goes to somebody else if nobody touches it from now on; null: it belongs to nobody, or waits for nothing. */
export function handOnAt(
  { week, team }: Desk,
  { ownerId, leadStatus }: Pick<Card, 'ownerId' | 'leadStatus'>,
  from: Date,
): Date | null {
  return ownerId === null || leadStatus !== 0 ? null : afterWorkingHours(week, from, awayDays(team, ownerId))
}

/** A stage of the newcomer's path that can be chosen. Throws `invalid_input`. */
export function chosenStage({ stages }: Desk, card: Card, stageId: number): Stage {
  const stage = stages.find(({ id, track }) => id === stageId && track === card.kind)
  if (!stage) throw new ApiError('not_found')
  if (!stageIsOpen(stage)) throw new ApiError('retired')
  return stage
}
