import { z } from 'zod/mini'
import type { ErrorCode } from '#contract/errors.ts'
import type { FailedReason } from '#contract/messaging/drafts.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { refuseAtShutGate } from '../../billing/index.ts'
import { ApiError, systemActor } from '../../platform/http/index.ts'
import { defineJob, isQueued } from '../../platform/jobs/index.ts'
import { longListsInTurn } from '../campaigns/index.ts'
import { deleteSentDrafts, lockDraft, saveFailed, type DraftRecord } from './draft-store.ts'
import { selectChurch, selectChurchesToForget, selectDueDrafts, type ChurchOfDraft } from './due-store.ts'
import { audienceOfDraft, handOver, isUnchanged, selectPresent } from './send-draft.ts'
import { tellOfFailed } from './tell-of-failed.ts'
import { sendScheduledJob, wakeFor } from './wake.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** A message that could not go for a day is no longer what its sender meant. */
const MISSED_AFTER_MS = DAY_MS
/** A job that should have come by now is lost, or sleeps by a clock that was wrong. */
const LOST_AFTER_MS = 2 * MINUTE_MS
const SENT_KEPT_MS = 30 * DAY_MS

/** On time it cannot have been sent before: it waits for its time there too. */
const LATE_AFTER_MS = 5 * MINUTE_MS

type Due = { tenantId: string; draftId: string }

/**
 * Hands a message over whose time has come: once, whatever wakes up for it and how often. What cannot go is told to its
 * author with the reason, and waits there to be changed or sent.
 */
export async function sendScheduled(context: AppContext, due: Due, signal: AbortSignal): Promise<void> {
  const { database, enqueue, clock } = context
  const { tenantId, draftId } = due
  const found = await database.withTenant(tenantId, async (tx) => ({
    draft: await selectPresent(tx, draftId),
    church: await selectChurch(tx),
  }))
  const { draft, church } = found
  if (draft?.state !== 'scheduled' || !draft.goesAt || !church) return
  const at = clock.now()
  const early = draft.goesAt.getTime() - at.getTime()
  // Clocks differ a little; one much too early was for a time that has been changed since, and the other job comes.
  if (early > MINUTE_MS) return
  if (early > 0) {
    const waking = { ...due, goesAt: draft.goesAt, at }
    return database.withTenant(tenantId, (tx) => wakeFor(tx, enqueue, waking))
  }
  if (-early > MISSED_AFTER_MS) return fail(context, due, { draft, reason: 'missed' })
  try {
    await longListsInTurn(draft.destination, signal, () => send(context, due, { draft, church }))
  } catch (error) {
    const reason = reasonOf(error)
    if (!reason) throw error
    await fail(context, due, { draft, reason })
  }
}

type Seen = { draft: DraftRecord; church: ChurchOfDraft }

async function send(context: AppContext, { tenantId, draftId }: Due, seen: Seen): Promise<void> {
  const { database, enqueue, clock, config } = context
  const audience = await audienceOfDraft(seen.draft, seen.church.isoCode)
  await database.withTenant(tenantId, async (tx) => {
    const draft = await lockDraft(tx, draftId)
    if (draft?.state !== 'scheduled' || !isUnchanged(draft, seen.draft)) return
    const at = clock.now()
    // What a church may send itself goes: of a shut gate SMS stay open.
    if (draft.channel !== 'sms') await refuseAtShutGate(tx, at)
    const { isoCode } = seen.church
    const author = { tenantId, accountId: draft.changedById, isoCode, actor: systemActor }
    const handing = { ...author, config, at }
    await handOver(tx, enqueue, handing, { draft, audience, quotedUnits: null, askFirst: isLate(draft, at) })
  })
}

/** Records that came back from a back-up may be older than what was sent. */
const isLate = ({ goesAt }: DraftRecord, at: Date): boolean =>
  goesAt !== null && at.getTime() - goesAt.getTime() > LATE_AFTER_MS

const reasons: Partial<Record<ErrorCode, FailedReason>> = {
  not_enough_units: 'not_enough_units',
  sender_not_approved: 'sender_not_approved',
  no_recipients: 'no_recipients',
  too_many_recipients: 'too_many_recipients',
  // Of a day.
  domain_needed: 'too_many_recipients',
  subscription_expired: 'gate_shut',
  member_capacity_exceeded: 'gate_shut',
}

/** Null: a fault that passes; the job is tried again. */
function reasonOf(error: unknown): FailedReason | null {
  if (!(error instanceof ApiError)) return null
  return reasons[error.code] ?? (error.code === 'invalid_input' ? 'invalid' : null)
}

async function fail(
  { database, enqueue, clock }: AppContext,
  { tenantId, draftId }: Due,
  { draft, reason }: { draft: DraftRecord; reason: FailedReason },
): Promise<void> {
  await database.withTenant(tenantId, async (tx) => {
    const now = await lockDraft(tx, draftId)
    if (now?.state !== 'scheduled' || !isUnchanged(now, draft)) return
    await saveFailed(tx, draftId, reason, clock.now())
    await tellOfFailed(tx, enqueue, { tenantId, draftId, authorId: now.changedById })
  })
}

export const findDueJob = defineJob({ name: 'messaging.find-due-drafts', payload: z.object({}) })

/** Wakes up for every message that is due and has no job, as after a restored back-up or where a clock was moved. */
export async function findDue({ database, enqueue, clock }: AppContext): Promise<void> {
  const at = clock.now()
  const due = await database.withoutTenant((tx) => selectDueDrafts(tx, at))
  for (const { tenantId, draftId, goesAt } of due)
    await database.withTenant(tenantId, async (tx) => {
      const isLost = at.getTime() - goesAt.getTime() > LOST_AFTER_MS
      const fields = { draftId, ...(isLost ? { found: true } : {}) }
      if (!(await isQueued(tx, sendScheduledJob, fields)))
        await enqueue(tx, sendScheduledJob, { tenantId, draftId, found: true })
    })
}

export const forgetSentJob = defineJob({ name: 'messaging.forget-sent-drafts', payload: z.object({}) })

/** What was sent stands on the list of sent messages; as a schedule it is shown for 30 days. */
export async function forgetSent({ database, clock }: AppContext): Promise<void> {
  const before = new Date(clock.now().getTime() - SENT_KEPT_MS)
  const churches = await database.withoutTenant((tx) => selectChurchesToForget(tx, before))
  for (const tenantId of churches) await database.withTenant(tenantId, (tx) => deleteSentDrafts(tx, before))
}
