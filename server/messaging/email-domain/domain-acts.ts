import { audit } from '../../identity/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError, type Actor } from '../../platform/http/index.ts'
import { normaliseEmail } from '../campaigns/index.ts'
import { readDomain } from './domain-name.ts'
import { claimDomain, deleteDomain, leaveDomains, lockDomain } from './domain-store.ts'
import type { NewKey } from './dkim-key.ts'
import { deleteKeys, insertKey, selectKeys } from './key-store.ts'
import { saveSender, selectSenderSettings, type SenderSettings } from './sender-store.ts'

type Doing = { tenantId: TenantId; actor: Actor; at: Date }

/** The domain that was meant. Throws `invalid_input` or `mail_service_domain`. */
export function domainFrom(typed: string, ours: readonly string[]): string {
  const read = readDomain(typed, ours)
  if (read === 'mail_service') throw new ApiError('mail_service_domain')
  if (read === 'invalid')
    throw new ApiError('invalid_input', { fields: { 'body.domain': 'Enter a domain of your own.' } })
  return read.domain
}

/** Names the church's domain: nothing follows but the lines that would prove it. Another one before it is given up. */
export async function nameDomain(
  tx: Tx,
  { tenantId, actor, at }: Doing,
  { domain, key }: { domain: string; key: NewKey },
): Promise<boolean> {
  if (!(await claimDomain(tx, tenantId, { domain, at }))) return false
  await deleteKeys(tx, 'all')
  await leaveDomains(tx, null)
  await insertKey(tx, tenantId, key, at)
  await audit(tx, tenantId, actor, { act: 'email.domain_claimed', details: { domain }, at })
  return true
}

/** Emails come from the installation's domain again. */
export async function removeDomain(tx: Tx, { tenantId, actor, at }: Doing): Promise<void> {
  const record = await lockDomain(tx, tenantId)
  if (!record) return
  await deleteDomain(tx, tenantId)
  await deleteKeys(tx, 'all')
  await leaveDomains(tx, null)
  await audit(tx, tenantId, actor, { act: 'email.domain_removed', details: { domain: record.domain }, at })
}

/** Makes a new key the next one; one that waits already is thrown away. Throws `not_found` without a domain. */
export async function renewKey(tx: Tx, { tenantId, actor, at }: Doing, key: NewKey): Promise<void> {
  const record = await lockDomain(tx, tenantId)
  if (!record) throw new ApiError('not_found')
  const isUsed = (await selectKeys(tx)).some(({ foundAt, retiredAt }) => foundAt !== null && retiredAt === null)
  // Without one that is found nothing is lost with those that are not.
  await deleteKeys(tx, isUsed ? 'unfound' : 'all')
  await insertKey(tx, tenantId, key, at)
  await audit(tx, tenantId, actor, { act: 'email.key_renewed', details: { domain: record.domain }, at })
}

type ChangedSender = Omit<SenderSettings, 'countsOpens'> & { countsOpens?: boolean | undefined }

/** In whose name emails go, and whether opening them is counted. Throws `invalid_input` for an address that can be none. */
export async function changeSender(
  tx: Tx,
  { tenantId, actor, at }: Doing,
  { fromName, localPart, replyTo, countsOpens }: ChangedSender,
): Promise<void> {
  const address = replyTo?.trim() ? normaliseEmail(replyTo) : null
  if (replyTo?.trim() && !address)
    throw new ApiError('invalid_input', { fields: { 'body.replyTo': 'Enter an email address.' } })
  const before = await selectSenderSettings(tx)
  const sender = { fromName: fromName || null, localPart, replyTo: address }
  await saveSender(tx, tenantId, { ...sender, countsOpens: countsOpens ?? before.countsOpens })
  await audit(tx, tenantId, actor, { act: 'email.sender_changed', details: {}, at })
}
