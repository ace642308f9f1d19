import type { KeyObject } from 'node:crypto'
import { UNALIGNED_A_DAY } from '#contract/messaging/emails.ts'
import type { Config } from '../../platform/config/index.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { openKey } from './dkim-key.ts'
import { bounceDomainOf } from './domain-lines.ts'
import { selectDomain, selectHolder, type DomainRecord } from './domain-store.ts'
import { selectKeys } from './key-store.ts'
import { countAround, lockSender, selectSenderSettings } from './sender-store.ts'

/** In whose name a church's emails leave at this moment. */
type SendingIdentity = {
  /** What people see. */
  fromName: string
  fromAddress: string
  /** Where answers go, where the church has set that. */
  replyTo: string | null
  /** Whether it is counted how many open an email. */
  countsOpens: boolean
  /** Of the addresses that bounces come back to. */
  bounceDomain: string
  dkim: { domainName: string; keySelector: string; privateKey: KeyObject } | null
}

type Settings = Pick<Config, 'secretKey' | 'emails'>

/** Of the church's own domain as long as that is proved and its signature can be checked, else of the installation's. */
export async function sendingIdentity(tx: Tx, settings: Settings): Promise<SendingIdentity> {
  const { tenantId, churchName, slug, fromName, localPart, replyTo, countsOpens } = await selectSenderSettings(tx)
  const shown = { fromName: fromName ?? churchName, replyTo, countsOpens }
  const own = await ownDomain(tx, tenantId, settings)
  if (!own)
    return { ...shown, fromAddress: usualAddress(slug, settings), bounceDomain: settings.emails.domain, dkim: null }
  const { domain, bouncesThere } = own.record
  return {
    ...shown,
    fromAddress: `${localPart}@${domain}`,
    bounceDomain: bouncesThere ? bounceDomainOf(domain) : settings.emails.domain,
    dkim: own.dkim,
  }
}

export const usualAddress = (slug: string, { emails }: Pick<Config, 'emails'>): string => `${slug}@${emails.domain}`

async function ownDomain(
  tx: Tx,
  tenantId: TenantId,
  { secretKey }: Settings,
): Promise<{ record: DomainRecord; dkim: NonNullable<SendingIdentity['dkim']> } | null> {
  const record = await provedDomain(tx)
  if (!record) return null
  const key = (await selectKeys(tx)).find(({ foundAt, retiredAt }) => foundAt !== null && retiredAt === null)
  const privateKey = key && openKey(tenantId, key, secretKey)
  if (!key || !privateKey) return null
  return { record, dkim: { domainName: record.domain, keySelector: key.selector, privateKey } }
}

/** The domain that a church has proved and that no other church has proved since; null: it has none. */
export async function provedDomain(tx: Tx): Promise<DomainRecord | null> {
  const record = await selectDomain(tx)
  if (!record?.signsSince) return null
  const holder = await selectHolder(tx, record.domain)
  return holder?.isOwn ? record : null
}

/** How many emails went in the last day, of how many; null: the church's own domain is in order, and nobody counts. */
export async function dailyUse(tx: Tx, at: Date): Promise<{ most: number; sent: number } | null> {
  if ((await provedDomain(tx))?.isAligned) return null
  const { before, after } = await countAround(tx, at)
  // What leaves tomorrow is within a day of what leaves now.
  return { most: UNALIGNED_A_DAY, sent: Math.max(before, after) }
}

/** How an email leaves over several days: so many at once, and at most so many on each day after. */
export type Days = { firstDay: number; eachDay: number }

/**
 * Takes an email on by `take`, unless it would be too many for a day without a domain that is right: throws `domain_needed`,
 * or where it may leave over several days says how; one at a time, for two of them would be too many on the days they share.
 * Of two at the same moment the second counts the first.
 */
export async function withinDay<T extends { recipients: number }>(
  tx: Tx,
  { tenantId, at, overDays }: { tenantId: TenantId; at: Date; overDays: boolean },
  take: () => Promise<T>,
): Promise<{ taken: T; days: Days | null }> {
  await lockSender(tx, tenantId)
  const use = await dailyUse(tx, at)
  const { after } = await countAround(tx, at)
  const taken = await take()
  if (!use) return { taken, days: null }
  const left = Math.max(0, use.most - use.sent)
  if (taken.recipients <= left) return { taken, days: null }
  if (!overDays || after > 0) throw new ApiError('domain_needed')
  return { taken, days: { firstDay: left, eachDay: use.most } }
}
