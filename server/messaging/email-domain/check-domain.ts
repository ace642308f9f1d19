import { z } from 'zod/mini'
import type { AppContext } from '../../platform/app-context.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { askAbout, dnsAsker, type AskDns } from './ask-dns.ts'
import { keyLine, wantedLines, type Verdict } from './domain-lines.ts'
import {
  holdDomain,
  leaveDomains,
  lockDomain,
  saveCheck,
  selectDomain,
  selectDomainsToCheck,
  selectHolder,
  selectOwners,
  type DomainRecord,
  type KeptVerdict,
} from './domain-store.ts'
import { deleteKeys, retireOthers, saveFound, selectKeys, type KeyRecord } from './key-store.ts'
import { nextCheckAt, standingAfter } from './standing.ts'
import { tellOfDomainJob } from './tell-of-domain.ts'

type Context = Pick<AppContext, 'database' | 'config' | 'clock' | 'enqueue'>

/** Looks at every domain whose time has come: each hour while something is wrong, each day when all is right. */
export const checkDomainsJob = defineJob({ name: 'messaging.check-email-domains', payload: z.object({}) })

export async function checkDomains(context: Context): Promise<void> {
  const due = await context.database.withoutTenant((tx) => selectDomainsToCheck(tx, context.clock.now()))
  for (const tenantId of due) await checkDomain(context, tenantId)
}

/** Old keys are kept for so long, so that the page can say whose line may go. */
const FORGET_KEYS_MS = 30 * 24 * 60 * 60 * 1000

/** What the DNS was asked about. */
type Found = { claimed: DomainRecord; ofKeys: Map<string, Verdict>; spf: Verdict; dmarc: Verdict; gone: string | null }

/**
 * Asks the DNS about the lines of a church's domain and writes down what follows. The DNS is asked outside of any transaction;
 * where the church names another domain meanwhile, what was found says nothing.
 */
export async function checkDomain(context: Context, tenantId: TenantId): Promise<void> {
  const { database, config, clock } = context
  const known = await database.withTenant(tenantId, async (tx) => {
    const claimed = await selectDomain(tx)
    return claimed && { claimed, keys: await selectKeys(tx), holder: await selectHolder(tx, claimed.domain) }
  })
  if (!known) return
  const ask = dnsAsker(config.dnsServer)
  const found = await askAll(ask, known, config.emails.domain)
  await database.withTenant(tenantId, (tx) => settle(tx, context, { tenantId, at: clock.now() }, found))
}

type Known = { claimed: DomainRecord; keys: KeyRecord[]; holder: Awaited<ReturnType<typeof selectHolder>> }

async function askAll(ask: AskDns, { claimed, keys, holder }: Known, mailDomain: string): Promise<Found> {
  const { domain } = claimed
  const active = keys.filter(({ retiredAt }) => retiredAt === null)
  const first = active[0] ?? { selector: '', publicKey: '' }
  const [spf, , dmarc] = wantedLines(domain, first, mailDomain)
  if (!spf || !dmarc) throw new Error('A domain has no lines.')
  const verdicts = await Promise.all(
    active.map(async (key) => [key.selector, await askAbout(ask, domain, keyLine(domain, key))] as const),
  )
  const others = holder && !holder.isOwn ? await askAbout(ask, domain, keyLine(domain, holder)) : null
  return {
    claimed,
    ofKeys: new Map(verdicts),
    spf: await askAbout(ask, domain, spf),
    dmarc: await askAbout(ask, domain, dmarc),
    // Only the DNS itself takes a domain from somebody, never its silence.
    gone: others && (others.state === 'missing' || others.state === 'differs') ? (holder?.selector ?? null) : null,
  }
}

type Moment = { tenantId: TenantId; at: Date }

async function settle(tx: Tx, { enqueue }: Context, { tenantId, at }: Moment, found: Found): Promise<void> {
  const before = await lockDomain(tx, tenantId)
  const { claimed } = found
  if (!before || before.domain !== claimed.domain || before.claimedAt.getTime() !== claimed.claimedAt.getTime()) return
  const keys = (await selectKeys(tx)).filter(({ selector }) => found.ofKeys.has(selector))
  for (const key of keys) {
    key.foundAt = foundSince(key, found.ofKeys.get(key.selector), at)
    await saveFound(tx, key.selector, key.foundAt)
  }
  const usable = keys.find(({ foundAt }) => foundAt !== null) ?? null
  const isHeld = usable !== null && (await holdDomain(tx, { domain: before.domain, key: usable, gone: found.gone }))
  if (isHeld && usable) {
    await retireOthers(tx, usable, at)
    await leaveDomains(tx, before.domain)
  }
  await deleteKeys(tx, { retiredBefore: new Date(at.getTime() - FORGET_KEYS_MS) })
  const lines = verdictsOf(found, keys, usable)
  const after = standingAfter(before, { lines, isSigned: isHeld, heldElsewhere: usable !== null && !isHeld, at })
  await saveCheck(tx, tenantId, {
    ...after,
    lines,
    checkedAt: at,
    nextCheckAt: nextCheckAt({ ...before, ...after }, at),
  })
  const isWorse = (before.signsSince && !after.signsSince) || (before.isAligned && !after.isAligned)
  if (isWorse)
    for (const accountId of await selectOwners(tx))
      await enqueue(tx, tellOfDomainJob, { tenantId, accountId, domain: before.domain })
}

function foundSince({ foundAt }: KeyRecord, verdict: Verdict | undefined, at: Date): Date | null {
  if (!verdict || verdict.state === 'unanswered') return foundAt
  return verdict.state === 'found' ? (foundAt ?? at) : null
}

/** The signature is that of the key that signs; a newer one beside it is still to come. */
function verdictsOf({ ofKeys, spf, dmarc }: Found, keys: KeyRecord[], usable: KeyRecord | null): KeptVerdict[] {
  const newest = keys[0]
  const signing = usable ?? keys.at(-1)
  const of = (key: KeyRecord | undefined): Verdict =>
    (key && ofKeys.get(key.selector)) ?? { state: 'missing', found: null, fault: null }
  return [
    { of: 'spf', ...spf },
    { of: 'dkim', ...of(signing) },
    { of: 'dmarc', ...dmarc },
    ...(newest && newest !== signing ? [{ of: 'new_key' as const, ...of(newest) }] : []),
  ]
}
