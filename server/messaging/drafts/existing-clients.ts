import { randomUUID } from 'node:crypto'
import * as calls from '#contract/messaging/drafts.ts'
import * as schedules from '#contract/messaging/schedules.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { wallTime } from '../../platform/runtime/index.ts'
import { ApiError, clientGone, type Serve } from '../../platform/http/index.ts'
import { audienceOf, longListsInTurn } from '../campaigns/index.ts'
import { destinationOf } from '../sms/index.ts'
import { writtenLocalTime } from './going-time.ts'
import { selectBrief, selectBriefDrafts, selectBriefSchedules, type BriefDraft } from './list-store.ts'
import { removeDrafts, saverOf, schedulerOf } from './routes.ts'
import { saveDraft } from './save-draft.ts'
import { scheduleDraft } from './schedule-draft.ts'

/** Drafts and schedules in the shapes of existing clients. */
export function existingDraftRoutes(serve: Serve, context: AppContext): void {
  serve(
    calls.postSmsDraft,
    ({ body: { body: message, isDefaultBirthDayMessage: isBirthday = false }, transact, ...doing }) =>
      transact(async (tx) => {
        const id = randomUUID()
        await saveDraft(tx, saverOf(doing), {
          id,
          version: 0,
          channel: 'sms',
          state: isBirthday ? 'template' : 'draft',
          isBirthday,
          content: { senderId: '', message },
          destination: {},
        })
        const dateModified = doing.at.toISOString()
        return { id, body: message, dateModified, isDefaultBirthDayMessage: isBirthday }
      }),
  )

  serve(calls.getSmsDrafts, ({ read }) => read(async (tx) => (await selectBriefDrafts(tx)).map(listedDraft)))

  serve(calls.getSmsDraftById, ({ query, read }) =>
    read(async (tx) => {
      const draft = await selectBrief(tx, query.id)
      if (!draft) throw new ApiError('not_found')
      return listedDraft(draft)
    }),
  )

  serve(calls.getDefaultMessage, ({ params, read }) =>
    read(async (tx) => {
      const draft = await selectBrief(tx, params.id)
      if (draft?.state !== 'template') throw new ApiError('not_found')
      return { returnObject: { id: draft.id, message: draft.message } }
    }),
  )

  serve(calls.deleteSmsDraft, ({ query, transact, ...doing }) =>
    transact(async (tx) => deletedWords(await removeDrafts(tx, doing, idsIn(query, 'SMSDraftIdList')))),
  )

  scheduleRoutes(serve, context)
}

function scheduleRoutes(serve: Serve, context: AppContext): void {
  serve(schedules.saveSmsSchedule, ({ body, reply, transact, ...doing }) => {
    const { subject: senderId, message, neutralName, optOutLink, gateWayToUse } = body
    const routeId = body.routeId ?? (gateWayToUse === undefined ? undefined : String(gateWayToUse ?? ''))
    const scheduler = schedulerOf(context, doing)
    const destination = destinationOf(body)
    const written = {
      senderId,
      message,
      ...(neutralName ? { neutralName } : {}),
      ...(routeId ? { routeId } : {}),
      ...(optOutLink === undefined ? {} : { optOutLink }),
    }
    const localTime = writtenLocalTime(body)
    return longListsInTurn(destination, clientGone(reply), async () => {
      const audience = await audienceOf(destination, scheduler.isoCode)
      return transact(async (tx) => {
        const id = randomUUID()
        const scheduling = { id, version: 0, channel: 'sms' as const, content: written, destination, localTime }
        const { draft } = await scheduleDraft(tx, context.enqueue, scheduler, { ...scheduling, audience })
        const executionDate = withOffset(scheduler.timeZone, draft.goesAt)
        return { id, subject: senderId, message, isExecuted: false, executionDate }
      })
    })
  })

  serve(schedules.getSmsSchedules, ({ caller, read }) =>
    read(async (tx) =>
      (await selectBriefSchedules(tx)).map(({ id, senderId, message, state, goesAt }) => {
        const executionDate = withOffset(caller.church.timeZone, goesAt?.toISOString() ?? null)
        return { id, subject: senderId, message, isExecuted: state === 'sent', executionDate }
      }),
    ),
  )

  serve(schedules.deleteSmsSchedules, ({ query, transact, ...doing }) =>
    transact(async (tx) => deletedWords(await removeDrafts(tx, doing, idsIn(query, 'ScheduledMessageIdList')))),
  )
}

const listedDraft = ({ id, message, changedAt }: BriefDraft) => ({
  id,
  body: message,
  dateModified: changedAt.toISOString(),
})

export const deletedWords = ({ deleted, sent }: { deleted: number; sent: number }) => {
  if (deleted === 0) return { deleted: false, message: 'These messages are not on the list any more' }
  return { deleted: true, message: sent > 0 ? `Deleted. ${sent} of them had already been sent.` : 'Deleted' }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The ids of a query, split by commas. Throws `invalid_input`. */
export function idsIn<Name extends string>(query: Record<Name, string>, name: Name): string[] {
  const ids = query[name]
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean)
  if (ids.length > 0 && ids.every((id) => UUID.test(id))) return ids
  throw new ApiError('invalid_input', { fields: { [name]: 'Write ids, split by commas.' } })
}

/** What the church's clocks show, and how far they are from UTC: the same instant in every browser. */
export function withOffset(timeZone: string, instant: string | null): string {
  if (instant === null) return ''
  const at = new Date(instant)
  const local = wallTime(timeZone, at)
  const minutes = Math.round((Date.parse(`${local}Z`) - at.getTime()) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${local}${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}
