import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import type { ErrorCode } from '#contract/errors.ts'
import type { FailedReason } from '#contract/messaging/drafts.ts'
import type { SentKind } from '#contract/messaging/default-messages.ts'
import { audit } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { TenantId } from '../../platform/database/index.ts'
import { ApiError, systemActor } from '../../platform/http/index.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { wallTime } from '../../platform/runtime/index.ts'
import { sendAutomaticEmail, sendAutomaticPush, sendAutomaticText } from '../automatic/index.ts'
import {
  lockSetting,
  saveProblem,
  selectChurch,
  selectChurches,
  selectSettings,
  selectTexts,
  takeDue,
} from './default-store.ts'
import { dayToSend } from './occasions.ts'

export const sendDefaultMessagesJob = defineJob({ name: 'messaging.send-default-messages', payload: z.object({}) })

type Sending = Pick<AppContext, 'database' | 'enqueue' | 'clock' | 'config' | 'log'>

/**
 * Looks for everybody whose day it is, in every church that wants it, and sends what they have not got yet. Who has got it
 * stands in the same transaction as the message: however often it looks, and however it is stopped, everybody gets one. It
 * is taken on on its day or not at all; the hours of the country it waits for like every message.
 */
export async function sendDefaultMessages(context: Sending): Promise<void> {
  const { database, clock, log } = context
  const churches = await database.withoutTenant((tx) => selectChurches(tx))
  for (const tenantId of churches) {
    const settings = await database.withTenant(tenantId, (tx) => selectSettings(tx))
    for (const { kind, isOn } of settings) {
      if (!isOn) continue
      try {
        await sendOccasion(context, tenantId, kind)
      } catch (error) {
        const reason = reasonOf(error)
        // One church's trouble keeps no other from its birthdays.
        if (reason === undefined) log.error({ err: error }, 'A message of an occasion could not be sent.')
        else await database.withTenant(tenantId, (tx) => saveProblem(tx, kind, reason, clock.now()))
      }
    }
  }
}

const reasons: Partial<Record<ErrorCode, FailedReason | null>> = {
  not_enough_units: 'not_enough_units',
  sender_not_approved: 'sender_not_approved',
  // Whoever has a day today wants no messages.
  no_recipients: null,
  too_many_recipients: 'too_many_recipients',
  // Of a day.
  domain_needed: 'too_many_recipients',
  invalid_input: 'invalid',
  subscription_expired: 'gate_shut',
  member_capacity_exceeded: 'gate_shut',
}

/** Undefined: a fault that passes. */
const reasonOf = (error: unknown): FailedReason | null | undefined =>
  error instanceof ApiError ? reasons[error.code] : undefined

async function sendOccasion(context: Sending, tenantId: TenantId, kind: SentKind): Promise<void> {
  const { database, clock } = context
  await database.withTenant(tenantId, async (tx) => {
    const at = clock.now()
    const setting = await lockSetting(tx, kind)
    const church = await selectChurch(tx)
    if (!setting || !church) return
    const day = dayToSend(wallTime(church.timeZone, at), setting.hour)
    const message = (await selectTexts(tx)).find((text) => text.kind === kind && text.language === setting.language)
    if (!day || !message) return
    const campaignId = randomUUID()
    const { channel } = setting
    const personIds = await takeDue(tx, { tenantId, kind, channel, day, zone: church.timeZone, campaignId })
    if (personIds.length === 0) return
    const { accountId, senderId, language } = setting
    const going = { tenantId, accountId, id: campaignId, personIds, isoCode: church.isoCode, at }
    const { subject, message: text } = message
    const ways = {
      sms: () => sendAutomaticText(tx, context, going, { senderId, message: text }),
      // Its answers come to whoever switched it on.
      email: () => sendAutomaticEmail(tx, context, going, { subject: subject || church.name, text, language }),
      push: () => sendAutomaticPush(tx, context, going, { title: church.name, message: text }),
    }
    const { recipients, units } = await ways[channel]()
    const details = { recipients, units, occasion: kind }
    await audit(tx, tenantId, systemActor, { act: 'message.sent', subjectId: campaignId, details, at })
    await saveProblem(tx, kind, null, at)
  })
}
