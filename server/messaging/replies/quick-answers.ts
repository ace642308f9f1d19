import * as calls from '#contract/messaging/quick-answers.ts'
import { QUICK_ANSWERS_MAX, type QuickAnswer } from '#contract/messaging/quick-answers.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type Serve } from '../../platform/http/index.ts'
import { lockQuickAnswers, removeQuickAnswer, selectQuickAnswers, upsertQuickAnswer } from './quick-answer-store.ts'

export function quickAnswerRoutes(serve: Serve): void {
  serve(calls.listQuickAnswers, ({ read }) => read(selectQuickAnswers))
  serve(calls.saveQuickAnswer, ({ params: { id }, body, caller: { tenantId, accountId }, at, transact }) =>
    transact((tx) => saveQuickAnswer(tx, { tenantId, accountId, at }, { id, ...body })),
  )
  serve(calls.deleteQuickAnswer, ({ params: { id }, transact }) =>
    transact(async (tx) => {
      await removeQuickAnswer(tx, id)
      return selectQuickAnswers(tx)
    }),
  )
}

type Saver = { tenantId: string; accountId: string; at: Date }

/** Keeps one under its name. Throws `name_taken` where another has it, and `too_many_quick_answers`. */
async function saveQuickAnswer(tx: Tx, saver: Saver, answer: QuickAnswer): Promise<QuickAnswer[]> {
  await lockQuickAnswers(tx, saver.tenantId)
  const others = (await selectQuickAnswers(tx)).filter(({ id }) => id !== answer.id)
  const name = answer.name.toLowerCase()
  if (others.some((other) => other.name.toLowerCase() === name)) throw new ApiError('name_taken')
  if (others.length >= QUICK_ANSWERS_MAX) throw new ApiError('too_many_quick_answers')
  await upsertQuickAnswer(tx, saver, answer)
  return selectQuickAnswers(tx)
}
