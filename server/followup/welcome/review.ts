import type { Answer, Received } from '#contract/endpoint.ts'
import type { decideWelcomeEntries, listWelcomeEntries, WelcomeDecision } from '#contract/followup/welcome.ts'
import { audit } from '../../identity/index.ts'
import { allowAgain, editPerson, lockPerson, type Writer } from '../../people/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { noteVisits, updateAnswers, type Doer } from '../newcomers/index.ts'
import { lockPhone, selectByPhone } from '../profiles/index.ts'
import { enterVisitor } from './enter-visitor.ts'
import { closeEntry, lockEntries, updateState, type Entry, type EntryState } from './entry-store.ts'
import { countWaiting, hasEmail, selectWaitingEntries } from './review-store.ts'

const MOST = 100

/** What was said on the form and waits for the staff. */
export async function listWaiting(tx: Tx): Promise<Answer<typeof listWelcomeEntries>> {
  const entries = await selectWaitingEntries(tx, MOST)
  return { entries: entries.map((entry) => ({ ...entry, at: entry.at.toISOString() })), total: await countWaiting(tx) }
}

type Deciding = { writer: Writer; doer: Doer & { by: string } }
type Body = Received<typeof decideWelcomeEntries>['body']

const decisions: Record<'claimed' | 'doubtful', readonly WelcomeDecision[]> = {
  claimed: ['same_person', 'second_person', 'dismiss'],
  doubtful: ['enter', 'dismiss'],
}

/** Decides about what waits; what was decided before is left out. Throws `invalid_input`, `archived`. */
export async function decide(tx: Tx, deciding: Deciding, { ids, decision }: Body): Promise<{ decided: number }> {
  const { tenantId, actor, at } = deciding.writer
  const waiting = (await lockEntries(tx, ids)).flatMap((entry) =>
    entry.state === 'claimed' || entry.state === 'doubtful' ? [{ ...entry, state: entry.state }] : [],
  )
  if (waiting.some(({ state }) => !decisions[state].includes(decision)))
    throw new ApiError('invalid_input', { fields: { decision: 'This cannot be decided about what was chosen.' } })
  for (const entry of waiting) await decideOne(tx, deciding, { entry, decision })
  const details = { decision, entries: waiting.length }
  if (waiting.length > 0) await audit(tx, tenantId, actor, { act: 'followup.welcome_decided', details, at })
  return { decided: waiting.length }
}

type One = { entry: Entry; decision: WelcomeDecision }

async function decideOne(tx: Tx, { writer, doer }: Deciding, { entry, decision }: One): Promise<void> {
  const { by, at } = doer
  const close = (state: EntryState, personId: string | null) =>
    closeEntry(tx, { id: entry.id, state, personId, by, at })
  if (decision === 'dismiss') return close('dismissed', null)
  await lockPhone(tx, writer.tenantId, entry.phone)
  if (decision === 'same_person') {
    const personId = await takeOver(tx, { writer, doer }, entry)
    return close('same_person', personId)
  }
  const knownId = await selectByPhone(tx, entry.phone)
  // Somebody has the number by now: it is asked whether that is them.
  if (decision === 'enter' && knownId) return updateState(tx, { id: entry.id, state: 'claimed', personId: knownId })
  const personId = await enterVisitor(tx, writer, { by, visitor: entry })
  return close(decision === 'enter' ? 'entered' : 'second_person', personId)
}

/**
 * The person was there that day: the visit, the answers and what was agreed to are theirs. Their name stays, and their email
 * where they have one.
 */
async function takeOver(tx: Tx, { writer, doer }: Deciding, entry: Entry): Promise<string> {
  const { personId, day, email, sourceId, interest } = entry
  if (personId === null) throw new ApiError('not_found')
  const { isArchived: _isArchived, pictureId: _pictureId, ...before } = await lockPerson(tx, personId)
  await noteVisits(tx, writer.tenantId, {
    personIds: [personId],
    at: writer.at,
    how: 'attendance',
    eventId: null,
    by: doer.by,
    day,
  })
  await updateAnswers(tx, personId, { sourceId: sourceId ?? undefined, interest: interest ?? undefined })
  if (email && before.email === null && !(await hasEmail(tx, email)))
    await editPerson(tx, writer, { id: personId, body: { ...before, email } })
  const agreed = { sources: ['form'] } as const
  if (entry.smsConsent) await allowAgain(tx, { ...agreed, channels: ['sms'], addresses: [entry.phone] })
  if (email && entry.emailConsent)
    await allowAgain(tx, { ...agreed, channels: ['email'], addresses: [email.toLowerCase()] })
  return personId
}
