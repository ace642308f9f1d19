import { randomUUID } from 'node:crypto'
import * as calls from '#contract/messaging/email-drafts.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { ApiError, clientGone, type Serve } from '../../platform/http/index.ts'
import { longListsInTurn } from '../campaigns/index.ts'
import { cleanContent, contentOf, emailAudience, emailDestinationOf, htmlOf } from '../email/index.ts'
import { deletedWords, idsIn, withOffset } from './existing-clients.ts'
import { writtenLocalTime } from './going-time.ts'
import { selectBriefEmail, selectBriefEmails, type BriefEmail } from './list-store.ts'
import { removeDrafts, saverOf, schedulerOf } from './routes.ts'
import { saveDraft } from './save-draft.ts'
import { keepSchedule } from './schedule-draft.ts'

/** Drafts and schedules of emails in the shapes of existing clients. */
export function existingEmailDraftRoutes(serve: Serve, context: AppContext): void {
  serve(calls.saveEmailDraft, ({ body, transact, ...doing }) =>
    transact(async (tx) => {
      const { subject = '', body: html, isDefaultBirthDayMessage: isBirthday = false } = body
      const id = randomUUID()
      const content = await cleanContent({ subject, blocks: [{ type: 'html', html }] })
      const state = isBirthday ? 'template' : 'draft'
      await saveDraft(tx, saverOf(doing), {
        id,
        version: 0,
        channel: 'email',
        state,
        isBirthday,
        content,
        destination: {},
      })
      const kept = await selectBriefEmail(tx, id)
      if (!kept) throw new ApiError('not_found')
      return { ...listedDraft(kept), isDefaultBirthDayMessage: isBirthday }
    }),
  )

  serve(calls.getEmailDrafts, ({ read }) =>
    read(async (tx) => (await selectBriefEmails(tx, 'drafts')).map((draft) => listedDraft(draft))),
  )

  serve(calls.getEmailDraftById, ({ query, read }) =>
    read(async (tx) => {
      const draft = await selectBriefEmail(tx, query.id)
      if (!draft) throw new ApiError('not_found')
      return listedDraft(draft)
    }),
  )

  serve(calls.deleteEmailDrafts, ({ query, transact, ...doing }) =>
    transact(async (tx) => deletedWords(await removeDrafts(tx, doing, idsIn(query, 'EmailDraftIdList')))),
  )

  scheduleRoutes(serve, context)
}

function scheduleRoutes(serve: Serve, context: AppContext): void {
  serve(calls.saveEmailSchedule, async ({ body, reply, transact, ...doing }) => {
    const scheduler = schedulerOf(context, doing)
    const destination = emailDestinationOf(body)
    const content = await cleanContent(contentOf(body))
    const localTime = writtenLocalTime(body)
    return longListsInTurn(destination, clientGone(reply), async () => {
      const audience = await emailAudience(destination, content.topic)
      return transact(async (tx) => {
        const id = randomUUID()
        const scheduling = { id, version: 0, channel: 'email' as const, content, destination, localTime, audience }
        const { goesAt } = await keepSchedule(tx, context.enqueue, scheduler, scheduling)
        const executionDate = withOffset(scheduler.timeZone, goesAt.toISOString())
        return { id, subject: content.subject, message: htmlOf(content), isExecuted: false, executionDate }
      })
    })
  })

  serve(calls.getEmailSchedules, ({ caller, read }) =>
    read(async (tx) =>
      (await selectBriefEmails(tx, 'schedules')).map(({ id, content, state, goesAt }) => {
        const executionDate = withOffset(caller.church.timeZone, goesAt?.toISOString() ?? null)
        const isExecuted = state === 'sent'
        return { id, subject: content.subject, message: htmlOf(content), isExecuted, executionDate }
      }),
    ),
  )

  serve(calls.deleteEmailSchedules, ({ query, transact, ...doing }) =>
    transact(async (tx) => deletedWords(await removeDrafts(tx, doing, idsIn(query, 'ScheduledMessageIdList')))),
  )
}

const listedDraft = ({ id, content, changedAt }: BriefEmail) => ({
  id,
  subject: content.subject,
  body: htmlOf(content),
  dateModified: changedAt.toISOString(),
})
