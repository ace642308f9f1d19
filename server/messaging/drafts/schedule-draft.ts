import type { Answer, Received } from '#contract/endpoint.ts'
import type { scheduleDraft as scheduleCall } from '#contract/messaging/schedules.ts'
import { audit } from '../../identity/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import type { Enqueue } from '../../platform/jobs/index.ts'
import type { Audience } from '../campaigns/index.ts'
import { footerOf } from '../opt-out-links/index.ts'
import { selectApprovedMask } from '../senders/index.ts'
import { quoteSms } from '../sms/index.ts'
import { lockDraft, saveUnscheduled, type Saver } from './draft-store.ts'
import { goingTime } from './going-time.ts'
import { readRow } from './list-drafts.ts'
import { saveDraft, type Saving } from './save-draft.ts'
import { wakeFor } from './wake.ts'

/** Who schedules, for which church. */
export type Scheduler = Saver & {
  isoCode: string
  currency: string
  timeZone: string
  actor: Actor
  /** Of this installation: opt-out links lead there. */
  publicUrl: string
}

type Scheduling = Received<typeof scheduleCall>['body'] & { id: string }

/**
 * Lets a message go at a time of the church's clocks, or changes one that waits for it. Who gets it, who has opted out, its
 * price and its units are decided when it goes: the quote is as of now. `audience` is that of the destination. Throws what
 * `saveDraft` and `goingTime` throw, `sender_not_approved`, `no_recipients`, `already_sent`.
 */
export async function scheduleDraft(
  tx: Tx,
  enqueue: Enqueue,
  scheduler: Scheduler,
  { audience, ...scheduling }: Scheduling & { audience: Audience },
): Promise<Answer<typeof scheduleCall>> {
  const { timeZone, publicUrl } = scheduler
  const { id, content } = scheduling
  if ((await selectApprovedMask(tx, content.senderId)) === null) throw new ApiError('sender_not_approved')
  const { goesAt, which } = await keepSchedule(tx, enqueue, scheduler, { ...scheduling, audience })
  const footer = await footerOf(tx, { publicUrl, wanted: content.optOutLink })
  const quoteNow = await quoteSms(tx, scheduler, { ...content, audience, footer, at: goesAt })
  return { draft: await readRow(tx, timeZone, id), which, quoteNow }
}

type Keeping = Pick<Saving, 'id' | 'version' | 'channel' | 'content' | 'destination'> & {
  localTime: string
  audience: Audience
}

/** Keeps a message of any channel until its time. Throws what `goingTime` and `saveDraft` throw, `no_recipients`. */
export async function keepSchedule(
  tx: Tx,
  enqueue: Enqueue,
  scheduler: Scheduler,
  { audience, localTime, ...saving }: Keeping,
): Promise<ReturnType<typeof goingTime>> {
  const { tenantId, timeZone, at } = scheduler
  const going = goingTime(timeZone, localTime, at)
  const { goesAt } = going
  const { id } = saving
  if (isNobody(audience)) throw new ApiError('no_recipients')
  const { isChanged, before } = await saveDraft(tx, scheduler, { ...saving, state: 'scheduled', goesAt })
  if (isChanged) {
    await wakeFor(tx, enqueue, { tenantId, draftId: id, goesAt, at })
    const act = before === 'scheduled' ? 'message.schedule_changed' : 'message.scheduled'
    await audit(tx, tenantId, scheduler.actor, { act, subjectId: id, details: { localTime }, at })
  }
  return going
}

/** Nothing was chosen at all. A group that is empty now may have people when the message goes. */
const isNobody = ({ allContacts, groupIds, personIds, addresses, contactFileId, failedOf }: Audience): boolean =>
  !allContacts && groupIds.length + personIds.length + addresses.length === 0 && !contactFileId && !failedOf

/** A scheduled message becomes a draft again; one that is a draft already stays one. Throws `not_found`, `already_sent`. */
export async function cancelSchedule(tx: Tx, saver: Saver & { actor: Actor }, id: string): Promise<void> {
  const found = await lockDraft(tx, id)
  if (!found || found.state === 'template') throw new ApiError('not_found')
  if (found.state === 'sent') throw new ApiError('already_sent')
  if (found.state === 'draft') return
  await saveUnscheduled(tx, saver, id)
  const { tenantId, actor, at } = saver
  if (found.state === 'scheduled')
    await audit(tx, tenantId, actor, { act: 'message.schedule_cancelled', subjectId: id, at })
}
