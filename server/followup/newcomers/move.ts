import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { selectStages, type StageMeaning } from '../lists/index.ts'
import { absenceOf, deputyFor, isOnTeam } from '../team/index.ts'
import { lockCards, updateLeadStatus, updateOwner, updateStage, updateTouched, type Card } from './card-store.ts'
import { chosenStage, handOnAt, holdCard, openDesk, type Desk, type Doer } from './doer.ts'
import { note } from './log.ts'
import { deleteEntry, lockLastMove, selectStagesBeen, type StoredEntry } from './log-store.ts'
import { furthest, stageFor } from './standing.ts'

type Owning = { personId: string; ownerId: string | null; text?: string; reason?: string | null }

/**
 * Gives a newcomer to somebody of the team, or back to the pool; notes, tasks and history stay. Whoever is away cannot be
 * given anybody. Throws `not_found`, `archived`, `not_on_team`, `away`. Nothing changed is nothing written.
 */
export async function changeOwner(
  tx: Tx,
  doer: Doer,
  { personId, ownerId, text = '', reason = null }: Owning,
): Promise<void> {
  const desk = await openDesk(tx, doer.at)
  const card = await holdCard(tx, personId)
  if (card.ownerId === ownerId) return
  if (ownerId !== null && !isOnTeam(desk.team, ownerId)) throw new ApiError('not_on_team')
  if (ownerId !== null && absenceOf(desk.team, ownerId)) throw new ApiError('away')
  await giveTo(tx, doer, { desk, card, ownerId, text, reason })
}

type Giving = { desk: Desk; card: Card; ownerId: string | null; text: string; reason: string | null }

async function giveTo(tx: Tx, doer: Doer, { desk, card, ownerId, text, reason }: Giving): Promise<void> {
  const { tenantId, by, at, rule = null } = doer
  const until = handOnAt(desk, { ...card, ownerId }, at)
  await updateOwner(tx, { personIds: [card.personId], ownerId, at, handOnAt: until })
  const line = { personId: card.personId, at, by, text, reason, rule }
  await note(tx, tenantId, [{ ...line, kind: 'owner', before: card.ownerId, after: ownerId }], rule?.depth)
}

/** Hands a card on that nobody touched, or whose owner left: to the deputy, else to the pool. Answers who has it now. */
export async function handOn(
  tx: Tx,
  doer: Doer,
  { desk, card, reason }: { desk: Desk; card: Card; reason: 'untouched' | 'left' },
): Promise<string | null> {
  const ownerId = card.ownerId === null ? null : deputyFor(desk.team, card.ownerId)
  await giveTo(tx, doer, { desk, card, ownerId, text: '', reason })
  return ownerId
}

/** Puts a newcomer at a stage of their path, forwards or back. Throws `not_found`, `archived`, `retired`. */
export async function changeStage(
  tx: Tx,
  doer: Doer,
  { personId, stageId }: { personId: string; stageId: number },
): Promise<void> {
  const desk = await openDesk(tx, doer.at)
  const card = await holdCard(tx, personId)
  if (card.stageId === stageId) return
  const stage = chosenStage(desk, card, stageId)
  await moveTo(tx, doer, { desk, cards: [card], stageId: stage.id })
  await touched(tx, doer, { desk, card })
}

type Moving = { desk: Pick<Desk, 'stages'>; cards: readonly Card[]; stageId: number }

async function moveTo(
  tx: Tx,
  { tenantId, by, at, rule = null }: Doer,
  { desk, cards, stageId }: Moving,
): Promise<void> {
  for (const card of cards) {
    const furthestId = furthest(desk.stages, card.furthestId, stageId)
    await updateStage(tx, { personIds: [card.personId], stageId, furthestId, at })
  }
  const lines = cards.map((card) => {
    const line = { personId: card.personId, at, by, rule }
    return { ...line, kind: 'stage' as const, before: `${card.stageId}`, after: `${stageId}` }
  })
  await note(tx, tenantId, lines, rule?.depth)
}

/** What happened brings people forward on their path, never back: contacted, returned. */
export async function advance(
  tx: Tx,
  doer: Doer,
  { desk, personIds, meaning }: { desk: Pick<Desk, 'stages'>; personIds: readonly string[]; meaning: StageMeaning },
): Promise<void> {
  const place = (id: number): number => desk.stages.find((stage) => stage.id === id)?.position ?? 0
  const cards = await lockCards(tx, personIds)
  for (const [track, ofTrack] of Map.groupBy(cards, ({ kind }) => kind)) {
    const stage = stageFor(desk.stages, track, meaning)
    const behind = ofTrack.filter((card) => stage && place(card.stageId) < stage.position)
    if (stage && behind.length > 0) await moveTo(tx, doer, { desk, cards: behind, stageId: stage.id })
  }
}

/**
 * A contact is taken back that had brought somebody forward: they stand where they stood, and the line about it goes too.
 * Who was moved again since stays there.
 */
export async function takeBackStage(tx: Tx, contact: Pick<StoredEntry, 'personId' | 'by' | 'at'>): Promise<void> {
  const { personId } = contact
  const line = await lockLastMove(tx, personId)
  const [card] = await lockCards(tx, [personId])
  const isOfContact = line && line.by === contact.by && line.at.getTime() === contact.at.getTime()
  if (!isOfContact || !card || line.before === null || `${card.stageId}` !== line.after) return
  await deleteEntry(tx, line.id)
  const stages = await selectStages(tx)
  const stageId = Number(line.before)
  const been = [stageId, ...(await selectStagesBeen(tx, personId))]
  const furthestId = been
    .filter((id) => stages.some((stage) => stage.id === id && stage.track === card.kind))
    .reduce((most, id) => furthest(stages, most, id), stageId)
  await updateStage(tx, { personIds: [personId], stageId, furthestId, at: line.since })
}

/** Active 0, Paused 1, Converted 2. Throws `not_found`, `archived`. */
export async function changeLeadStatus(
  tx: Tx,
  doer: Doer,
  { personId, leadStatus }: { personId: string; leadStatus: number },
): Promise<void> {
  const { tenantId, by, at, rule = null } = doer
  const desk = await openDesk(tx, at)
  const card = await holdCard(tx, personId)
  if (card.leadStatus === leadStatus) return
  const next = { ...card, leadStatus }
  await updateLeadStatus(tx, { personId, leadStatus, handOnAt: handOnAt(desk, next, at) })
  const line = { personId, at, by, rule, before: `${card.leadStatus}`, after: `${leadStatus}` }
  await note(tx, tenantId, [{ ...line, kind: 'lead_status' }], rule?.depth)
  await touched(tx, doer, { desk, card: next })
}

/** A person did something about somebody; what rules do touches nobody. */
export async function touched(tx: Tx, { by, at }: Doer, { desk, card }: { desk: Desk; card: Card }): Promise<void> {
  if (by !== null) await updateTouched(tx, { personId: card.personId, at, handOnAt: handOnAt(desk, card, at) })
}
