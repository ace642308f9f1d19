import { z } from 'zod/mini'
import type { Conversation, ConversationFilter, ConversationRow } from '#contract/messaging/replies.ts'
import { personalise } from '#contract/messaging/segments.ts'
import { audit, staffWith } from '../../identity/index.ts'
import { allowAgain, foldText, optOut, selectOptOuts } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor, type Caller } from '../../platform/http/index.ts'
import { PAGE_SIZE, pageFrom, readCursor } from '../../platform/pages.ts'
import {
  countMatching,
  lockConversation,
  saveAssignee,
  saveMarks,
  selectConversation,
  selectConversations,
  selectSaid,
  type ConversationQuery,
  type ConversationRecord,
  type Marks,
  type SaidRecord,
} from './conversation-store.ts'

const instant = z.string().check(z.refine((text) => text >= '1970' && new Date(text).toISOString() === text))
const place = z.object({ at: instant, id: z.uuid() })

type Listing = {
  filter: ConversationFilter
  search?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** Digits as they stand in a number of any country. */
const digitsIn = (search: string): string =>
  /^[\d\s+().-]+$/.test(search) ? search.replaceAll(/\D/g, '').replace(/^0+/, '') : ''

/** What is searched for: as typed, folded for names, and as digits. */
export function searchedFor(search = ''): ConversationQuery['search'] {
  const words = search.trim()
  return { words, name: foldText(words), digits: digitsIn(words) }
}

/** Conversations, the latest first. */
export async function listConversations(
  tx: Tx,
  accountId: string,
  { filter, search, cursor, limit = PAGE_SIZE }: Listing,
): Promise<{ items: ConversationRow[]; total: number; nextCursor: string | null }> {
  const query = { filter, accountId, search: searchedFor(search) }
  const rows = await selectConversations(tx, query, { after: readCursor(place, cursor), limit: limit + 1 })
  const { items, nextCursor } = pageFrom(rows, limit, ({ lastAt, id }) => ({ at: lastAt.toISOString(), id }))
  return { items: items.map(presentRow), total: await countMatching(tx, query), nextCursor }
}

/** One conversation whole. Throws `not_found`. */
export async function readConversation(tx: Tx, id: string): Promise<Conversation> {
  const found = await selectConversation(tx, id)
  if (!found) throw new ApiError('not_found')
  const { sender, assignedBy, assignedAt, phone } = found
  const [said, optOuts, staff] = [
    await selectSaid(tx, found),
    await selectOptOuts(tx, phone),
    await staffWith(tx, 'messages.send'),
  ]
  return {
    ...presentRow(found),
    sender,
    assignedBy,
    assignedAt: assignedAt?.toISOString() ?? null,
    optOuts: optOuts.map((one) => ({ ...one, at: one.at.toISOString() })),
    said: said.map(presentSaid),
    staff: staff.map(({ accountId, firstName, lastName }) => ({
      id: accountId,
      name: `${firstName} ${lastName}`.trim(),
    })),
  }
}

const presentRow = ({ lastAt, ...row }: ConversationRecord): ConversationRow => ({
  ...row,
  lastAt: lastAt.toISOString(),
})

const presentSaid = ({ at, text, firstName, neutralName, ...one }: SaidRecord) => ({
  ...one,
  text: one.from === 'message' ? personalise(text, firstName, neutralName) : text,
  at: at.toISOString(),
})

/** Who does something to a conversation. */
export type Doing = { id: string; caller: Pick<Caller, 'tenantId' | 'accountId'>; actor: Actor; at: Date }

async function held(tx: Tx, id: string): Promise<{ phone: string; sender: string }> {
  const conversation = await lockConversation(tx, id)
  if (!conversation) throw new ApiError('not_found')
  return conversation
}

/** Marks it as read, done or open again, or that nobody asked to stop. */
export async function markConversation(tx: Tx, { id, at }: Doing, marks: Marks): Promise<Conversation> {
  await held(tx, id)
  await saveMarks(tx, id, marks, at)
  return readConversation(tx, id)
}

/** Gives it to somebody of the staff who may answer, or to nobody. Throws `not_found` for anybody else. */
export async function assignConversation(
  tx: Tx,
  { id, caller, at }: Doing,
  accountId: string | null,
): Promise<Conversation> {
  await held(tx, id)
  if (accountId !== null && !(await staffWith(tx, 'messages.send')).some((member) => member.accountId === accountId))
    throw new ApiError('not_found')
  await saveAssignee(tx, { id, accountId, by: caller.accountId, at })
  return readConversation(tx, id)
}

/**
 * Stops all bulk messages to the number because its owner asked for it in a reply, or allows them again. A press of the
 * staff about a reply: it counts as the reply that it stands for. What the desk noted is taken back by whoever may note it;
 * throws `not_allowed` where nothing else stops them.
 */
export async function stopConversation(
  tx: Tx,
  { id, caller, actor, at }: Doing & { caller: Pick<Caller, 'abilities'> },
  stop: boolean,
): Promise<Conversation> {
  const { phone } = await held(tx, id)
  const { tenantId } = caller
  const changed = stop
    ? await optOut(tx, tenantId, { channel: 'all', address: phone, source: 'reply', at })
    : await allow(tx, phone, caller)
  if (changed)
    await audit(tx, tenantId, actor, { act: 'person.opted_out', details: { channel: 'all', optedOut: stop }, at })
  await saveMarks(tx, id, { maybeStop: false, ...(stop && { done: true }) }, at)
  return readConversation(tx, id)
}

async function allow(tx: Tx, phone: string, { abilities }: Pick<Caller, 'abilities'>): Promise<boolean> {
  const number = { channels: ['all', 'sms'], addresses: [phone] } as const
  if (abilities.has('people.write')) return allowAgain(tx, number)
  const changed = await allowAgain(tx, { ...number, sources: ['reply', 'link', 'form'] })
  const left = (await selectOptOuts(tx, phone)).some(({ channel }) => channel === 'all' || channel === 'sms')
  if (!changed && left) throw new ApiError('not_allowed')
  return changed
}
