import { selectPushes, sendNotice } from '../../../messaging/index.ts'
import type { TenantId, Tx } from '../../../platform/database/index.ts'
import type { AppContext } from '../../../platform/app-context.ts'
import { lockFollowed, lockPagedChild, savePageSms, selectPaged, type FollowedPage } from './roster-store.ts'
import { z } from 'zod/mini'
import { defineJob } from '../../../platform/jobs/index.ts'

/** What a call says by SMS. It names no child: phones lie on tables. */
export const callText = ({ churchName, className }: { churchName: string; className: string }): string =>
  `${churchName}: please come to the class ${className}.`

/** Sends the SMS of a call, or sees that it is not needed. Any number of these jobs for one call do no harm. */
export const followCallJob = defineJob({
  name: 'checkin.follow-call',
  payload: z.object({ tenantId: z.uuid(), pageId: z.uuid() }),
})

/** So long parents have to answer on their devices before the SMS goes. */
export const ANSWER_SECONDS = 45

type Following = Pick<AppContext, 'database' | 'clock' | 'enqueue'>

/**
 * Sends the SMS of a call that went to the devices of the parents first: when nobody has answered for a while, or at once
 * when no device took it; not when somebody has answered or the child is not in the class any more.
 */
export async function followCall(
  { database, clock, enqueue }: Following,
  { tenantId, pageId }: { tenantId: TenantId; pageId: string },
): Promise<void> {
  const at = clock.now()
  await database.withTenant(tenantId, async (tx) => {
    const paged = await selectPaged(tx, pageId)
    const child = paged && (await lockPagedChild(tx, paged))
    const call = await lockFollowed(tx, pageId)
    if (!call) return
    if (!child || call.answeredAt) return savePageSms(tx, pageId, 'not_needed')
    const seconds = await secondsLeft(tx, pageId, { call, at })
    if (seconds > 0) return enqueue(tx, followCallJob, { tenantId, pageId }, { startAfter: seconds })
    const { phone } = child
    const notice = { tenantId, isoCode: call.isoCode, text: callText(call), reference: pageId }
    await savePageSms(tx, pageId, phone ? await sendNotice(tx, enqueue, { ...notice, phone }, at) : 'no_phone')
  })
}

async function secondsLeft(tx: Tx, pageId: string, { call, at }: { call: FollowedPage; at: Date }): Promise<number> {
  const push = (await selectPushes(tx, [pageId])).get(pageId)
  if (!push || (push.isEnded && push.devices === 0)) return 0
  return Math.ceil(ANSWER_SECONDS - (at.getTime() - call.at.getTime()) / 1000)
}
