import type { Action } from '#contract/followup/automation-rules.ts'
import { personalise } from '#contract/messaging/segments.ts'
import { DEFAULT_NEUTRAL_NAME } from '#contract/messaging/sms.ts'
import { audit } from '../../identity/index.ts'
import {
  costEach,
  sendAutomaticEmail,
  sendAutomaticPush,
  sendAutomaticText,
  type Automatic,
} from '../../messaging/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { systemActor } from '../../platform/http/index.ts'
import { addDays, dayIn } from '../../platform/runtime/index.ts'
import { changeOwner, changeStage, noteMessage, type Doer } from '../newcomers/index.ts'
import { createTask } from '../tasks/index.ts'
import type { Act } from './act-store.ts'
import type { Facts, Place } from './facts.ts'

export type Performing = {
  context: Pick<AppContext, 'enqueue' | 'config'>
  tenantId: TenantId
  at: Date
  place: Place
  /** The rule, by its version. */
  doer: Doer
  /** Who switched it on: in whose name messages go. */
  accountId: string
  act: Act
  facts: Facts
}

type Costed = { action: Action; facts: Facts }

/** Units that one action takes for one person. */
export async function costOf(
  tx: Tx,
  { context, place }: Pick<Performing, 'context' | 'place'>,
  { action, facts: { firstName, phone } }: Costed,
): Promise<number> {
  if (action.act !== 'sms' || phone === null) return 0
  const { publicUrl } = context.config
  return (await costEach(tx, { isoCode: place.isoCode, publicUrl }))(action.text, { firstName, phone })
}

/** Does what a rule says, through the same acts as the staff. Throws what they throw. */
export async function perform(tx: Tx, performing: Performing, action: Action): Promise<{ units: number }> {
  const { doer, place, at, facts } = performing
  const { personId } = facts
  if (action.act === 'stage') await changeStage(tx, doer, { personId, stageId: action.stageId })
  else if (action.act === 'owner') await changeOwner(tx, doer, { personId, ownerId: action.ownerId })
  else if (action.act === 'task') {
    const dueDate = addDays(dayIn(place.timeZone, at), action.dueDays)
    const { instructions, reminder, ownerId } = action
    await createTask(tx, doer, { contacts: personId, instructions, personID: ownerId ?? undefined, dueDate, reminder })
  } else return send(tx, performing, action)
  return { units: 0 }
}

type Message = Extract<Action, { act: 'sms' | 'email' | 'push' }>

/** A message is a campaign of one, noted in the log of whom it is for; it stops no first-contact clock. */
async function send(tx: Tx, performing: Performing, action: Message): Promise<{ units: number }> {
  const { doer, tenantId, accountId, place, at, act, facts } = performing
  const { personId } = facts
  const going: Automatic = { tenantId, accountId, id: act.id, personIds: [personId], isoCode: place.isoCode, at }
  const { units, recipients } = await handOver(tx, performing, going, action)
  const text = personalise(wordsOf(action), facts.firstName, DEFAULT_NEUTRAL_NAME)
  await noteMessage(tx, doer, { personId, channel: action.act, text, messageId: act.id })
  await audit(tx, tenantId, systemActor, {
    act: 'message.sent',
    subjectId: act.id,
    details: { recipients, units, rule: act.ruleId },
    at,
  })
  return { units }
}

function handOver(tx: Tx, { context }: Performing, going: Automatic, action: Message) {
  if (action.act === 'sms')
    return sendAutomaticText(tx, context, going, { senderId: action.senderId, message: action.text })
  if (action.act === 'email')
    return sendAutomaticEmail(tx, context, going, { subject: action.subject, text: action.text })
  return sendAutomaticPush(tx, context, going, { title: action.title, message: action.text })
}

function wordsOf(action: Message): string {
  if (action.act === 'email') return `${action.subject}\n\n${action.text}`
  return action.act === 'push' ? `${action.title}\n\n${action.text}` : action.text
}
