import { z } from 'zod/mini'
import type { Answer, Received } from '#contract/endpoint.ts'
import { pushDraftContent } from '#contract/messaging/push.ts'
import * as calls from '#contract/messaging/push-schedules.ts'
import type { PushSchedule } from '#contract/messaging/push-schedules.ts'
import { audit } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor, type Serve } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import { wallTime } from '../../platform/runtime/index.ts'
import { pushAudience } from '../bulk-push/index.ts'
import type { Audience } from '../campaigns/index.ts'
import { lockDraft, saveUnscheduled, type Saver } from './draft-store.ts'
import { goingTime } from './going-time.ts'
import { pageOfDrafts } from './list-drafts.ts'
import { selectListed, selectWholeDraft, type ListedDraft } from './list-store.ts'
import { saverOf } from './routes.ts'
import { changedMeanwhile, saveDraft } from './save-draft.ts'
import { cancelSchedule } from './schedule-draft.ts'
import { handOver } from './send-draft.ts'
import { wakeFor } from './wake.ts'

type PushScheduler = Saver & { actor: Actor; timeZone: string }
type Scheduling = Received<typeof calls.schedulePush>['body'] & { id: string }

/**
 * Lets a push go at a time of the church's clocks, or changes one that waits for it. Throws what `saveDraft` and `goingTime`
 * throw, `no_recipients`.
 */
async function schedulePush(
  tx: Tx,
  enqueue: Enqueue,
  scheduler: PushScheduler,
  { id, title, message, category, destination, localTime, version }: Scheduling,
): Promise<Answer<typeof calls.schedulePush>> {
  const { tenantId, timeZone, at, actor } = scheduler
  const { goesAt, which } = goingTime(timeZone, localTime, at)
  const { allContacts, groupIds = [], personIds = [] } = destination
  if (!allContacts && groupIds.length + personIds.length === 0) throw new ApiError('no_recipients')
  const content = { senderId: '', message, title, category }
  const saving = { id, version, channel: 'push', state: 'scheduled', content, destination, goesAt } as const
  const { isChanged, before } = await saveDraft(tx, scheduler, saving)
  if (isChanged) {
    await wakeFor(tx, enqueue, { tenantId, draftId: id, goesAt, at })
    const act = before === 'scheduled' ? 'message.schedule_changed' : 'message.scheduled'
    await audit(tx, tenantId, actor, { act, subjectId: id, details: { localTime }, at })
  }
  return { schedule: present(await selectListed(tx, id), timeZone), which }
}

type Sending = Received<typeof calls.sendScheduledPush>['body'] & { id: string; audience: Audience }

/**
 * Sends one that waits, or waited, for its time: as it is written now, and instead of going at that time. Throws `not_found`,
 * `already_sent`, `changed_meanwhile` and what `handOver` throws.
 */
async function sendNow(
  tx: Tx,
  context: AppContext,
  doing: Parameters<typeof saverOf>[0],
  { id, version, title, message, category, destination, audience }: Sending,
): Promise<Answer<typeof calls.sendScheduledPush>> {
  const found = await lockDraft(tx, id)
  if (found?.channel !== 'push') throw new ApiError('not_found')
  if (found.state === 'sent') throw new ApiError('already_sent')
  if (found.version !== version) throw changedMeanwhile(found)
  const saver = saverOf(doing)
  const isWaiting = found.state !== 'draft'
  if (isWaiting) await saveUnscheduled(tx, saver, id)
  const content = { senderId: '', message, title, category }
  const saving = { id, version: version + (isWaiting ? 1 : 0), channel: 'push', state: 'draft' } as const
  await saveDraft(tx, saver, { ...saving, content, destination })
  const draft = await lockDraft(tx, id)
  if (!draft) throw new ApiError('not_found')
  const handing = { ...saver, isoCode: doing.caller.church.isoCode, actor: doing.actor, config: context.config }
  const { recipients, id: sentId } = await handOver(tx, context.enqueue, handing, {
    draft,
    audience,
    quotedUnits: null,
  })
  return { id: sentId, recipients }
}

async function listSchedules(
  tx: Tx,
  timeZone: string,
  query: Received<typeof calls.listPushSchedules>['query'],
): Promise<Answer<typeof calls.listPushSchedules>> {
  const { rows, ...page } = await pageOfDrafts(tx, { ...query, list: 'schedules', channel: 'push' })
  return { ...page, items: rows.map((row) => present(row, timeZone)) }
}

/** Of a push that goes, or was to go, at a time. Throws `not_found` for anything else. */
function present(row: ListedDraft | null, timeZone: string): PushSchedule {
  if (row?.channel !== 'push' || row.state === 'template') throw new ApiError('not_found')
  const { id, version, state, reason, changedBy, allContacts, groups, persons, goesAt, campaignId } = row
  const { title, message, category } = z
    .pick(pushDraftContent, { title: true, message: true, category: true })
    .parse(row.content)
  return {
    id,
    title,
    message,
    category,
    chosen: { allContacts, groups, persons },
    version,
    state,
    reason,
    changedBy,
    goesAt: goesAt?.toISOString() ?? null,
    goesAtLocal: goesAt && wallTime(timeZone, goesAt).slice(0, 16),
    campaignId: state === 'sent' ? campaignId : null,
  }
}

/** Push notifications that go at a time. */
export function pushScheduleRoutes(serve: Serve, context: AppContext): void {
  const { enqueue } = context
  serve(calls.listPushSchedules, ({ caller, query, read }) =>
    read((tx) => listSchedules(tx, caller.church.timeZone, query)),
  )

  serve(calls.readPushSchedule, ({ caller, params, read }) =>
    read(async (tx) => {
      const found = await selectWholeDraft(tx, params.id)
      const schedule = present(found, caller.church.timeZone)
      return { ...schedule, destination: found?.destination ?? {} }
    }),
  )

  serve(calls.schedulePush, ({ caller, actor, params: { id }, body, at, transact }) =>
    transact((tx) => {
      const { tenantId, accountId, church } = caller
      return schedulePush(tx, enqueue, { tenantId, accountId, actor, timeZone: church.timeZone, at }, { ...body, id })
    }),
  )

  serve(calls.unschedulePush, ({ caller, actor, params: { id }, at, transact }) =>
    transact(async (tx) => {
      const { tenantId, accountId, church } = caller
      present(await selectListed(tx, id), church.timeZone)
      await cancelSchedule(tx, { tenantId, accountId, actor, at }, id)
      return present(await selectListed(tx, id), church.timeZone)
    }),
  )

  serve(calls.sendScheduledPush, async ({ params: { id }, body, transact, ...doing }) => {
    const audience = await pushAudience(body.destination, body.category)
    return transact((tx) => sendNow(tx, context, doing, { ...body, id, audience }))
  })
}
