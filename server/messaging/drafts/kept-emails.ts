import type { Answer } from '#contract/endpoint.ts'
import * as calls from '#contract/messaging/kept-emails.ts'
import type { KeptEmailRow } from '#contract/messaging/kept-emails.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, clientGone, type Call, type Serve } from '../../platform/http/index.ts'
import { longListsInTurn } from '../campaigns/index.ts'
import { cleanContent, drawPreview, emailAudience, framed, picturesOf, textBlock } from '../email/index.ts'
import { pageOfDrafts, presentKept } from './list-drafts.ts'
import { selectLanguage, selectListed, selectWholeDraft, type ListedDraft, type WholeDraft } from './list-store.ts'
import { saverOf, schedulerOf } from './routes.ts'
import { saveDraft } from './save-draft.ts'
import { cancelSchedule, keepSchedule } from './schedule-draft.ts'
import { audienceOfDraft, selectPresent, sendSeenDraft, type ReadDraft } from './send-draft.ts'

function present(row: ListedDraft | null, timeZone: string): KeptEmailRow {
  if (row?.channel !== 'email') throw new ApiError('not_found')
  const { chosen, isBirthday: _is, ...told } = presentKept(row, timeZone)
  const { file: _file, ...whom } = chosen
  return { ...told, subject: row.content.subject, chosen: whom }
}

/** The text of a template as an email begins with it, in paragraphs: receipts and wishes go by either. */
async function asEmail(tx: Tx, template: WholeDraft & { channel: 'sms' }): Promise<WholeDraft & { channel: 'email' }> {
  const { subject = '', message } = template.content
  const language = await selectLanguage(tx, template.id)
  const content = { subject, blocks: [textBlock(message)], ...(language && { language }) }
  return { ...template, channel: 'email', content }
}

const readRow = async (tx: Tx, timeZone: string, id: string): Promise<KeptEmailRow> =>
  present(await selectListed(tx, id), timeZone)

/** Emails that are not sent yet. */
export function keptEmailRoutes(serve: Serve, context: AppContext): void {
  serve(calls.listKeptEmails, ({ caller, query, read }) =>
    read(async (tx) => {
      const { rows, ...page } = await pageOfDrafts(tx, { ...query, channel: 'email' })
      return { ...page, items: rows.map((row) => present(row, caller.church.timeZone)) }
    }),
  )

  serve(calls.readKeptEmail, ({ caller, params, read }) =>
    read(async (tx) => {
      const kept = await selectWholeDraft(tx, params.id)
      const found = kept?.channel === 'sms' && kept.state === 'template' ? await asEmail(tx, kept) : kept
      if (found?.channel !== 'email') throw new ApiError('not_found')
      const { destination, content } = found
      const pictures = picturesOf(context.config, caller.tenantId, content)
      return { ...present(found, caller.church.timeZone), content, destination, pictures }
    }),
  )

  serve(calls.readKeptEmailPage, ({ caller, params, query, read }) =>
    read(async (tx) => {
      const found = await selectWholeDraft(tx, params.id)
      if (found?.channel !== 'email') throw new ApiError('not_found')
      return framed((await drawPreview(tx, context.config, caller, found.content)).html, query.scheme)
    }),
  )

  serve(calls.keepEmail, ({ params: { id }, body, transact, ...doing }) =>
    transact(async (tx) => {
      const content = await cleanContent(body.content)
      await saveDraft(tx, saverOf(doing), { ...body, content, id, channel: 'email', state: 'draft' })
      return readRow(tx, doing.caller.church.timeZone, id)
    }),
  )

  serve(calls.keepEmailTemplate, ({ params: { id }, body, transact, ...doing }) =>
    transact(async (tx) => {
      const content = await cleanContent(body.content)
      const template = { ...body, content, id, channel: 'email', state: 'template', destination: {} } as const
      await saveDraft(tx, saverOf(doing), template)
      return readRow(tx, doing.caller.church.timeZone, id)
    }),
  )

  scheduleRoutes(serve, context)
  serve(calls.sendKeptEmail, (call) => sendNow(call, context))
}

function scheduleRoutes(serve: Serve, context: AppContext): void {
  serve(calls.scheduleEmail, ({ params: { id }, body, reply, transact, ...doing }) =>
    longListsInTurn(body.destination, clientGone(reply), async () => {
      const scheduler = schedulerOf(context, doing)
      const content = await cleanContent(body.content)
      const audience = await emailAudience(body.destination, content.topic)
      return transact(async (tx): Promise<Answer<typeof calls.scheduleEmail>> => {
        const scheduling = { ...body, content, id, channel: 'email' as const, audience }
        const { which } = await keepSchedule(tx, context.enqueue, scheduler, scheduling)
        return { email: await readRow(tx, scheduler.timeZone, id), which }
      })
    }),
  )

  serve(calls.unscheduleEmail, ({ params: { id }, transact, ...doing }) =>
    transact(async (tx) => {
      await readRow(tx, doing.caller.church.timeZone, id)
      await cancelSchedule(tx, { ...saverOf(doing), actor: doing.actor }, id)
      return readRow(tx, doing.caller.church.timeZone, id)
    }),
  )
}

async function sendNow(
  { params: { id }, body, reply, read, transact, ...doing }: Call<typeof calls.sendKeptEmail>,
  context: AppContext,
): Promise<Answer<typeof calls.sendKeptEmail>> {
  const { isoCode, timeZone: _zone, publicUrl: _url, ...handing } = schedulerOf(context, doing)
  const draft = await read((tx) => selectPresent(tx, id))
  if (draft?.channel !== 'email') throw new ApiError('not_found')
  return longListsInTurn(draft.destination, clientGone(reply), async () => {
    const quotedUnits = body.quotedUnits ?? null
    const { overDays = false } = body
    const seen: ReadDraft = { draft, audience: await audienceOfDraft(draft, isoCode), quotedUnits, overDays }
    return transact((tx) => {
      const handingOver = { ...handing, isoCode, config: context.config }
      return sendSeenDraft(tx, context.enqueue, handingOver, { id, version: body.version, read: seen })
    })
  })
}
