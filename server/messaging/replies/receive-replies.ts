import { randomUUID } from 'node:crypto'
import { audit, takeAttempt } from '../../identity/index.ts'
import { allowAgain, normalisePhone, optOut } from '../../people/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { systemActor } from '../../platform/http/index.ts'
import type { IncomingReply } from '../gateways/index.ts'
import { sendNotice } from '../sms/index.ts'
import {
  hasLaterCommand,
  holdConversation,
  insertReply,
  keepUnclaimed,
  noteReply,
  selectLastWriter,
  selectOnlyPerson,
  selectReplyChurch,
  selectSenderChurches,
  type NewReply,
  type ReplyChurch,
} from './reply-store.ts'
import { readKind, stopLanguage } from './stop-words.ts'

const TEXT_MOST = 10_000

/** What a gateway brings is anybody's text: whole letters, and nothing that steers a screen or that the database refuses. */
const cleaned = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .slice(0, TEXT_MOST)
    .toWellFormed()
    .trim()

/** A time that is none, or still to come, is the time of the call. */
const timeOf = (said: Date, at: Date): Date => (said.getTime() <= at.getTime() ? said : at)

/**
 * Takes replies in, each in its church. The same reply again changes nothing, so a call that failed half-way is simply
 * repeated by the gateway.
 */
export async function receiveReplies(context: AppContext, replies: readonly IncomingReply[], at: Date): Promise<void> {
  for (const incoming of replies) {
    const text = cleaned(incoming.text)
    const reply = { ...incoming, id: cleaned(incoming.id), text, at: timeOf(incoming.at, at) }
    if (reply.id === '') continue
    const found = await findChurch(context, reply)
    if (found)
      await context.database.withTenant(found.tenantId, async (tx) => {
        const taking = { ...found, reply, at }
        if ((await takeReply(tx, taking)) === 'stopped') await confirmStop(tx, context.enqueue, taking)
      })
    else {
      const unclaimed = { ...reply, from: cleaned(reply.from), to: cleaned(reply.to) }
      await context.database.withoutTenant((tx) => keepUnclaimed(tx, unclaimed))
    }
  }
}

type Found = { tenantId: TenantId; church: ReplyChurch; phone: string; mask: string }

/**
 * The church that a reply answers: of those with this sender ID the one that wrote to the number last before it. Null: no
 * church has the sender ID, or several do and none wrote.
 */
async function findChurch({ database }: AppContext, { from, to, at }: IncomingReply): Promise<Found | null> {
  const mask = to.replace(/^\+/, '').trim()
  const found = await database.withoutTenant(async (tx) => {
    const churches = await selectSenderChurches(tx, mask)
    const numbers = [...new Set(churches.map(({ isoCode }) => isoCode))].flatMap((isoCode) => {
      const phone = normalisePhone(from, isoCode)
      return phone.ok ? [{ isoCode, phone: phone.e164 }] : []
    })
    const [only, ...others] = churches
    const tenantId = others.length > 0 ? await selectLastWriter(tx, { mask, numbers, before: at }) : only?.tenantId
    const isoCode = churches.find((church) => church.tenantId === tenantId)?.isoCode
    const phone = numbers.find((number) => number.isoCode === isoCode)?.phone
    return tenantId && phone ? { tenantId, phone, mask } : null
  })
  const church = found && (await database.withTenant(found.tenantId, (tx) => selectReplyChurch(tx, found.tenantId)))
  return found && church && { ...found, church }
}

/** What people stop themselves, and so can start again; what the desk noted is the desk’s to take back. */
const OWN = ['reply', 'link', 'form'] as const

type Taking = Found & { reply: IncomingReply; at: Date }

/** Takes a reply into its conversation and does what it asks for; `stopped`: it stops what was not stopped before. */
export async function takeReply(tx: Tx, { reply, at, ...found }: Taking): Promise<'stopped' | 'taken'> {
  const { tenantId, phone, mask } = found
  const { gateway, id: providerId, text } = reply
  const kind = readKind(text)
  const id = randomUUID()
  const taken: NewReply = {
    tenantId,
    id,
    phone,
    gateway,
    providerId,
    sender: mask,
    text,
    kind,
    at: reply.at,
    receivedAt: at,
  }
  const conversationId = await holdConversation(tx, taken)
  if (!(await insertReply(tx, conversationId, taken))) return 'taken'
  await noteReply(tx, conversationId, taken)
  if (kind !== 'stop' && kind !== 'start') return 'taken'
  if (await hasLaterCommand(tx, conversationId, taken)) return 'taken'
  const isStop = kind === 'stop'
  const changed = isStop
    ? await optOut(tx, tenantId, { channel: 'all', address: phone, source: 'reply', at: taken.at })
    : await allowAgain(tx, { channels: ['all', 'sms'], addresses: [phone], sources: OWN })
  if (!changed) return 'taken'
  const details = { channel: 'all', optedOut: isStop, source: 'reply' }
  const subjectId = await selectOnlyPerson(tx, phone)
  await audit(tx, tenantId, systemActor, { act: 'person.opted_out', subjectId, details, at })
  return isStop ? 'stopped' : 'taken'
}

/**
 * Tells them once that it is done and how to come back. Not again within a day: two machines that answer each other would
 * go on for ever, at a unit of the church's a time. Where there is no unit the stop counts all the same.
 */
async function confirmStop(
  tx: Tx,
  enqueue: AppContext['enqueue'],
  { tenantId, church, phone, mask, reply, at }: Taking,
): Promise<void> {
  if ((await takeAttempt(tx, { kind: 'stopNotice', who: `${tenantId} ${phone}` }, at)) > 0) return
  const say = stopLanguage(reply.text) === 'fr' ? stoppedInFrench : stoppedInEnglish
  const notice = { tenantId, isoCode: church.isoCode, phone, text: say(church.name), senderId: mask }
  await sendNotice(tx, enqueue, notice, at)
}

const stoppedInEnglish = (church: string): string =>
  `You get no more messages from ${church}. Reply START to get them again.`
const stoppedInFrench = (church: string): string =>
  `Vous ne recevez plus de messages de ${church}. Répondez START pour les recevoir à nouveau.`
