import { z } from 'zod/mini'
import type { NetworkDecision, SenderDocument, SenderState } from '#contract/messaging/sender-ids.ts'
import { audit } from '../../identity/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { renderEmail } from '../../platform/mail/index.ts'
import { isNetwork, saveVerdict, selectDecisions } from './network-store.ts'
import {
  lockSender,
  saveDecision,
  selectAddress,
  selectSender,
  selectToTell,
  senderStates,
  type SenderRecord,
} from './sender-store.ts'

/** Without a network: for every one of the church's country. */
type Decision = { networkId?: string | undefined } & (
  | { decision: 'approve' }
  | { decision: 'processing'; documents?: SenderDocument[] | undefined }
  | { decision: 'refuse'; reason: string }
)

export type Deciding = { tenantId: TenantId; senderId: string; decided: Decision; actor: Actor; at: Date }

/** What was decided about, how it stood before and stands now, and the networks that it is new of. */
type Decided = { mask: string; churchName: string; before: SenderState; after: SenderState; networks: string[] }

const stateOf = { approve: 'approved', processing: 'processing', refuse: 'refused' } as const

/**
 * An operator decides about a church's sender ID for one network or for all, or decides anew: networks change their minds.
 * The church reads it in its log and by mail. Deciding the same again changes nothing and tells nobody. Runs in an
 * operator's transaction inside the church (`withOperator({ operatorId, tenantId })`). Throws `not_found`.
 */
export async function decideSender(
  tx: Tx,
  { enqueue }: Pick<AppContext, 'enqueue'>,
  { tenantId, senderId: id, decided, actor, at }: Deciding,
): Promise<Decided & { isNew: boolean }> {
  const sender = await lockSender(tx, tenantId, id)
  if (!sender) throw new ApiError('not_found')
  const state = stateOf[decided.decision]
  const reason = decided.decision === 'refuse' ? decided.reason : null
  const documents = decided.decision === 'processing' ? (decided.documents ?? []) : []
  const networkIds = await networksOf(tx, id, decided.networkId)
  const verdict = { state, reason, documents, decidedBy: actor.id, at }
  const networks = await saveVerdict(tx, { tenantId, id }, networkIds, verdict)
  const { mask, churchName } = sender
  const before = senderStates[sender.status] ?? 'pending'
  const states = (await selectDecisions(tx, [id])).get(id)?.map((network) => network.state) ?? []
  const after = states.length > 0 ? overallOf(states) : state
  const refusedReason = after === 'refused' ? (reason ?? sender.refusedReason) : null
  const isTurned = before !== after || refusedReason !== sender.refusedReason
  if (isTurned) {
    const decision = { status: senderStates.indexOf(after), reason: refusedReason, decidedBy: actor.id, at }
    await saveDecision(tx, { tenantId, id }, decision)
  }
  const isNew = isTurned || networks.length > 0
  if (isNew && state !== 'processing') {
    const named = decided.networkId === undefined ? {} : { network: networks.join(', ') }
    const details = { mask, ...named, ...(reason === null ? {} : { reason }) }
    await audit(tx, tenantId, actor, { act: `sender.${state}`, subjectId: id, details, at })
  }
  const told = toTell({ after, isTurned, isAsked: documents.length > 0 && networks.length > 0 })
  if (told)
    for (const accountId of await selectToTell(tx, tenantId, id))
      await enqueue(tx, tellOfSenderJob, { tenantId, senderId: id, accountId, state: told })
  return { mask, churchName, before, after, networks, isNew }
}

/** The one that is meant, or those of the church's country. */
async function networksOf(tx: Tx, id: string, networkId: string | undefined): Promise<string[]> {
  if (networkId === undefined)
    return (await selectDecisions(tx, [id])).get(id)?.map((network) => network.networkId) ?? []
  if (!(await isNetwork(tx, networkId))) throw new ApiError('not_found')
  return [networkId]
}

/** Of all networks together: one that approved it is enough to send, and it is refused when all refused it. */
export function overallOf(states: readonly SenderState[]): SenderState {
  if (states.includes('approved')) return 'approved'
  if (states.every((state) => state === 'refused')) return 'refused'
  return states.some((state) => state !== 'pending') ? 'processing' : 'pending'
}

type Turn = { after: SenderState; isTurned: boolean; isAsked: boolean }

/** What the church is told by mail: that it turned, or that it is asked for documents. */
function toTell({ after, isTurned, isAsked }: Turn): SenderNotification['state'] | null {
  if (isTurned && (after === 'approved' || after === 'refused')) return after
  return isAsked ? 'documents' : null
}

/** Mails one account what was decided about a sender ID. */
export const tellOfSenderJob = defineJob({
  name: 'messaging.tell-of-sender',
  payload: z.object({
    tenantId: z.uuid(),
    senderId: z.uuid(),
    accountId: z.uuid(),
    state: z.enum(['approved', 'refused', 'documents']),
  }),
})

type SenderNotification = {
  tenantId: string
  senderId: string
  accountId: string
  state: 'approved' | 'refused' | 'documents'
}

/** Says nothing when it was decided anew meanwhile: that decision has a mail of its own. */
export async function tellOfSender(
  { database, config, sendMail }: Pick<AppContext, 'database' | 'config' | 'sendMail'>,
  { tenantId, senderId, accountId, state }: SenderNotification,
): Promise<void> {
  const found = await database.withTenant(tenantId, async (tx) => ({
    sender: await selectSender(tx, tenantId, senderId),
    decisions: (await selectDecisions(tx, [senderId])).get(senderId) ?? [],
    address: await selectAddress(tx, tenantId, accountId),
  }))
  const { sender, address, decisions } = found
  if (!sender || !address) return
  const asking = decisions.filter(({ documents }) => documents.length > 0)
  if (state === 'documents' ? asking.length === 0 : senderStates[sender.status] !== state) return
  const page = `${config.publicUrl}/tenant/sms/compose`
  const told = { approved: approvedMail, refused: refusedMail, documents: documentsMail }[state]
  await sendMail(renderEmail({ to: address, ...told(sender, { decisions, page }) }))
}

type Telling = { decisions: NetworkDecision[]; page: string }
type Told = Omit<Parameters<typeof renderEmail>[0], 'to'>

function approvedMail({ mask, churchName }: SenderRecord, { decisions, page }: Telling): Told {
  const approving = decisions.filter(({ state }) => state === 'approved').map(({ name }) => name)
  const isPartial = approving.length < decisions.length
  return {
    subject: 'Sender id is approved!',
    paragraphs: [
      `${mask} is approved for ${churchName}.`,
      ...(isPartial ? [`So far on: ${approving.join(', ')}. On other networks people see a number instead.`] : []),
      'You can use it for your next messages.',
    ],
    button: { title: 'Write a message', link: page },
  }
}

const refusedMail = ({ mask, churchName, refusedReason }: SenderRecord): Told => ({
  subject: `Sender ID ${mask} was not approved`,
  paragraphs: [`${mask} was not approved for ${churchName}.`, ...(refusedReason ? [refusedReason] : [])],
  closing: 'You can request another one.',
})

/** As a letter names them. */
const documentNames: Record<SenderDocument, string> = {
  registration_certificate: 'certificate of registration',
  authorisation_letter: 'letter of authorisation on your letterhead',
  sample_messages: 'two or three sample messages',
  signatory_identity: 'identity document of whoever signs',
}

const documentsMail = ({ mask }: SenderRecord, { decisions }: Telling): Told => ({
  subject: `Documents for sender ID ${mask}`,
  paragraphs: [
    `The networks ask for documents before they approve ${mask}.`,
    ...decisions
      .filter(({ documents }) => documents.length > 0)
      .map(({ name, documents }) => `${name}: ${documents.map((document) => documentNames[document]).join(', ')}.`),
  ],
  closing: 'Contact support to send them. Other sender IDs go on working.',
})
