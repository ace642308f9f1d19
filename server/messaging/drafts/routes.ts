import * as calls from '#contract/messaging/drafts.ts'
import * as schedules from '#contract/messaging/schedules.ts'
import { audit } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, clientGone, type Actor, type Call, type Caller, type Serve } from '../../platform/http/index.ts'
import { audienceOf, countCampaigns, longListsInTurn } from '../campaigns/index.ts'
import { refusalOf, type SmsSent } from '../sms/index.ts'
import { deleteDrafts, type Saver } from './draft-store.ts'
import { duplicateSent } from './duplicate-sent.ts'
import { listDrafts, readDraft, readRow } from './list-drafts.ts'
import { countLists } from './list-store.ts'
import { quoteDraft, quoteSchedule } from './quote-draft.ts'
import { saveDraft } from './save-draft.ts'
import { cancelSchedule, scheduleDraft, type Scheduler } from './schedule-draft.ts'
import { audienceOfDraft, selectPresent, sendSeenDraft, type ReadDraft } from './send-draft.ts'

type Doing = { caller: Caller; actor: Actor; at: Date }

export const saverOf = ({ caller, at }: Doing): Saver => ({
  tenantId: caller.tenantId,
  accountId: caller.accountId,
  at,
})

export const schedulerOf = ({ config }: AppContext, { caller, actor, at }: Doing): Scheduler => ({
  publicUrl: config.publicUrl,
  ...saverOf({ caller, actor, at }),
  isoCode: caller.church.isoCode,
  currency: caller.church.currency,
  timeZone: caller.church.timeZone,
  actor,
})

export function draftRoutes(serve: Serve, context: AppContext): void {
  const { enqueue } = context
  serve(calls.listDrafts, ({ caller, query, read }) => read((tx) => listDrafts(tx, caller.church.timeZone, query)))

  serve(calls.countMessages, ({ read }) =>
    read(async (tx) => ({
      ...(await countLists(tx, 'sms')),
      sent: await countCampaigns(tx, { channel: 'sms', search: '' }),
    })),
  )

  serve(calls.readDraft, ({ caller, params, read }) => read((tx) => readDraft(tx, caller.church.timeZone, params.id)))

  serve(calls.saveDraft, ({ params: { id }, body, transact, caller, ...doing }) =>
    transact(async (tx) => {
      await saveDraft(tx, saverOf({ caller, ...doing }), { ...body, id, state: 'draft' })
      return readRow(tx, caller.church.timeZone, id)
    }),
  )

  serve(calls.saveTemplate, ({ params: { id }, body, transact, caller, ...doing }) =>
    transact(async (tx) => {
      const template = { ...body, id, state: 'template' as const, destination: {} }
      await saveDraft(tx, saverOf({ caller, ...doing }), template)
      return readRow(tx, caller.church.timeZone, id)
    }),
  )

  serve(calls.deleteDrafts, ({ body, transact, ...doing }) =>
    transact(async (tx) => ({ deleted: (await removeDrafts(tx, doing, body.ids)).deleted })),
  )

  serve(calls.duplicateSent, ({ body, transact, caller, ...doing }) =>
    transact(async (tx) => {
      await duplicateSent(tx, saverOf({ caller, ...doing }), body)
      return readDraft(tx, caller.church.timeZone, body.id)
    }),
  )

  serve(schedules.scheduleDraft, ({ params: { id }, body, reply, transact, ...doing }) =>
    longListsInTurn(body.destination, clientGone(reply), async () => {
      const scheduler = schedulerOf(context, doing)
      const audience = await audienceOf(body.destination, scheduler.isoCode)
      return transact((tx) => scheduleDraft(tx, enqueue, scheduler, { ...body, id, audience }))
    }),
  )

  serve(schedules.cancelSchedule, ({ params: { id }, transact, caller, actor, at }) =>
    transact(async (tx) => {
      await cancelSchedule(tx, { ...saverOf({ caller, actor, at }), actor }, id)
      return readRow(tx, caller.church.timeZone, id)
    }),
  )

  serve(calls.quoteDraft, (call) => quoteDraft(call, context.config.publicUrl))

  serve(schedules.quoteSchedule, (call) => quoteSchedule(call, context.config.publicUrl))

  serve(calls.sendDraft, (call) => sendNow(call, context))
}

/** What is deleted, and how much of it had been sent. A schedule that is deleted is cancelled with it. */
export async function removeDrafts(
  tx: Tx,
  { caller, actor, at }: Doing,
  ids: string[],
): Promise<{ deleted: number; sent: number }> {
  const deleted = await deleteDrafts(tx, ids)
  for (const { id, state } of deleted)
    if (state === 'scheduled')
      await audit(tx, caller.tenantId, actor, { act: 'message.schedule_cancelled', subjectId: id, at })
  return { deleted: deleted.length, sent: deleted.filter(({ state }) => state === 'sent').length }
}

async function sendNow(
  { params: { id }, body, reply, read, transact, ...doing }: Call<typeof calls.sendDraft>,
  context: AppContext,
): Promise<SmsSent> {
  const { isoCode, timeZone: _zone, publicUrl: _url, ...handing } = schedulerOf(context, doing)
  const draft = await read((tx) => selectPresent(tx, id))
  if (draft?.channel !== 'sms') throw new ApiError('not_found')
  const { destination } = draft
  const send = async (): Promise<SmsSent> => {
    const quotedUnits = body.quotedUnits ?? null
    const seen: ReadDraft = { draft, audience: await audienceOfDraft(draft, isoCode), quotedUnits }
    return transact(async (tx): Promise<SmsSent> => {
      const handingOver = { ...handing, isoCode, config: context.config }
      const sent = await sendSeenDraft(tx, context.enqueue, handingOver, { id, version: body.version, read: seen })
      return {
        status: true,
        message: 'Your sms has been sent successfully!',
        unitsUsed: sent.units,
        sentMessageDTO: {
          id: sent.id,
          message: draft.content.message,
          smsUnitsUsed: sent.units,
          report: [{ status: 'queued' }],
        },
      }
    })
  }
  try {
    return await longListsInTurn(destination, clientGone(reply), send)
  } catch (error) {
    return refusalOf(error)
  }
}
