import { sql } from 'kysely'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { Verdict } from './domain-lines.ts'
import type { NewKey } from './dkim-key.ts'

/** What the last check found; `new_key`: of the key that is to take the other one's place. */
export type KeptVerdict = Verdict & { of: 'spf' | 'dkim' | 'dmarc' | 'new_key' }

export type DomainRecord = {
  domain: string
  claimedAt: Date
  lines: KeptVerdict[]
  checkedAt: Date | null
  signsSince: Date | null
  bouncesThere: boolean
  isAligned: boolean
  lostAt: Date | null
  heldElsewhere: boolean
  nextCheckAt: Date
}

export async function selectDomain(tx: Tx): Promise<DomainRecord | null> {
  const { rows } = await sql<DomainRecord>`
    select domain, claimed_at as "claimedAt", lines, checked_at as "checkedAt", signs_since as "signsSince",
      bounces_there as "bouncesThere", is_aligned as "isAligned", lost_at as "lostAt", held_elsewhere as "heldElsewhere",
      next_check_at as "nextCheckAt"
    from email_domain`.execute(tx)
  return rows[0] ?? null
}

/** The same, held until the transaction ends: what is read together with waiting for it would be of the time before. */
export async function lockDomain(tx: Tx, tenantId: TenantId): Promise<DomainRecord | null> {
  await sql`select from email_domain where tenant_id = ${tenantId} for update`.execute(tx)
  return selectDomain(tx)
}

/** Takes the place of another domain; the same one again changes nothing, and answers false. */
export async function claimDomain(tx: Tx, tenantId: TenantId, { domain, at }: { domain: string; at: Date }) {
  const { numAffectedRows } = await sql`
    insert into email_domain as d (tenant_id, domain, claimed_at, next_check_at) values (${tenantId}, ${domain}, ${at}, ${at})
    on conflict (tenant_id) do update set domain = excluded.domain, claimed_at = excluded.claimed_at, lines = '[]',
      checked_at = null, signs_since = null, bounces_there = false, is_aligned = false, lost_at = null, held_elsewhere = false,
      next_check_at = excluded.next_check_at
    where d.domain <> excluded.domain`.execute(tx)
  return Number(numAffectedRows) > 0
}

export async function deleteDomain(tx: Tx, tenantId: TenantId): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from email_domain where tenant_id = ${tenantId}`.execute(tx)
  return Number(numAffectedRows) > 0
}

/** What a check found out. */
export async function saveCheck(tx: Tx, tenantId: TenantId, found: Omit<DomainRecord, 'domain' | 'claimedAt'>) {
  await sql`
    update email_domain set lines = ${JSON.stringify(found.lines)}::jsonb, checked_at = ${found.checkedAt},
      signs_since = ${found.signsSince}, bounces_there = ${found.bouncesThere}, is_aligned = ${found.isAligned},
      lost_at = ${found.lostAt}, held_elsewhere = ${found.heldElsewhere}, next_check_at = ${found.nextCheckAt}
    where tenant_id = ${tenantId}`.execute(tx)
}

export async function selectDomainsToCheck(tx: Tx, at: Date): Promise<TenantId[]> {
  const { rows } = await sql<{ tenantId: TenantId }>`
    select tenant_id as "tenantId" from find_email_domains_to_check(${at})`.execute(tx)
  return rows.map(({ tenantId }) => tenantId)
}

/** The line by which somebody proved a domain; null: nobody has. */
export async function selectHolder(tx: Tx, domain: string) {
  const { rows } = await sql<{ selector: string; publicKey: string; isOwn: boolean }>`
    select selector, public_key as "publicKey", coalesce(is_own, false) as "isOwn" from find_mail_domain(${domain})`.execute(
    tx,
  )
  return rows[0] ?? null
}

type Holding = { domain: string; key: Pick<NewKey, 'selector' | 'publicKey'>; gone: string | null }

/** Gives the church the domain that it proved; false where another church has it, whose line is not the one that is gone. */
export async function holdDomain(tx: Tx, { domain, key, gone }: Holding): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select hold_mail_domain(${domain}, ${key.selector}, ${key.publicKey}, ${gone}) as held`.execute(tx)
  return rows[0]?.held ?? false
}

/** The church has no domain any more, this one aside. */
export async function leaveDomains(tx: Tx, kept: string | null): Promise<void> {
  await sql`select leave_mail_domains(${kept})`.execute(tx)
}

/** Who is told when the domain stops working. */
export async function selectOwners(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from account where removed_at is null and 'Admin' = any (roles) order by created_at, id limit 50`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

type Owner = { email: string; language: string | null; isoCode: string }

/** One of them, by the address of today; null: no longer one. */
export async function selectOwner(tx: Tx, accountId: string): Promise<Owner | null> {
  const { rows } = await sql<Owner>`
    select a.email, a.language, c.iso_code as "isoCode" from account a join church c on c.tenant_id = a.tenant_id
    where a.id = ${accountId} and a.removed_at is null and 'Admin' = any (a.roles)`.execute(tx)
  return rows[0] ?? null
}
