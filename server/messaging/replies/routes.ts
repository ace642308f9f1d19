import * as calls from '#contract/messaging/replies.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Serve } from '../../platform/http/index.ts'
import { answerConversation } from './answer.ts'
import { countReplies, selectConversationOf, selectCounts, selectReplies } from './conversation-store.ts'
import {
  assignConversation,
  listConversations,
  markConversation,
  readConversation,
  stopConversation,
} from './conversations.ts'
import { exportReplies } from './export-replies.ts'
import { stopWords } from './stop-words.ts'

const ROWS_A_NUMBERED_PAGE = 50

/** Replies: the inbox, and what the staff does about them. */
export function replyRoutes(serve: Serve, context: AppContext): void {
  readingRoutes(serve)
  serve(calls.exportReplies, (call) => exportReplies(context.database, call))

  serve(calls.markConversation, ({ params: { id }, body, caller, actor, at, transact }) =>
    transact((tx) => markConversation(tx, { id, caller, actor, at }, body)),
  )
  serve(calls.assignConversation, ({ params: { id }, body, caller, actor, at, transact }) =>
    transact((tx) => assignConversation(tx, { id, caller, actor, at }, body.accountId)),
  )
  serve(calls.stopConversation, ({ params: { id }, body, caller, actor, at, transact }) =>
    transact((tx) => stopConversation(tx, { id, caller, actor, at }, body.stop)),
  )
  serve(calls.answerConversation, ({ params: { id }, body, caller, actor, at, transact }) => {
    const answering = { text: body.text, isoCode: caller.church.isoCode }
    return transact((tx) => answerConversation(tx, context.enqueue, { id, caller, actor, at }, answering))
  })
}

function readingRoutes(serve: Serve): void {
  serve(calls.listConversations, ({ caller, query, transact }) =>
    transact((tx) => listConversations(tx, caller.accountId, query)),
  )
  serve(calls.countConversations, ({ caller, read }) =>
    read(async (tx) => {
      const { latestAt, ...counts } = await selectCounts(tx, caller.accountId)
      return { ...counts, latestAt: latestAt?.toISOString() ?? null }
    }),
  )
  serve(calls.readConversation, ({ params, transact }) => transact((tx) => readConversation(tx, params.id)))
  serve(calls.findConversation, ({ params, read }) =>
    read(async (tx) => ({ id: await selectConversationOf(tx, params.id) })),
  )
  serve(calls.stopWordList, () =>
    Promise.resolve(Object.entries(stopWords).map(([language, words]) => ({ language, words: [...words] }))),
  )
  serve(calls.getAllSmsReplies, ({ query, transact }) =>
    transact(async (tx) => {
      const offset = (Math.max(query.page ?? 1, 1) - 1) * ROWS_A_NUMBERED_PAGE
      const replies = await selectReplies(tx, { limit: ROWS_A_NUMBERED_PAGE, offset })
      const data = replies.map(({ id, phone, name, text, sender, at, isRead }) => {
        return { id, phone, name, message: text, subject: sender, date: at.toISOString(), isRead }
      })
      return { data, totalItems: await countReplies(tx) }
    }),
  )
}
