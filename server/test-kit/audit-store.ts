import type { Look } from './look-store.ts'

/**
 * The audits that money and messages must pass at rest, over everything in the database: what is wrong, by name.
 * All zero is good. `sent twice` is asked of the gateway, not here; the database forbids a number twice in a campaign.
 */
export async function audit(look: Look): Promise<Record<string, number>> {
  const [found] = await look(`
    select
      (select count(*) from (select 1 from unit_entry group by tenant_id, transaction_id having sum(units) <> 0) x)::int
        as "unbalanced transactions",
      (select count(*) from unit_account a where a.balance <> (select coalesce(sum(units), 0) from unit_entry e
        where e.tenant_id = a.tenant_id and e.account = a.account))::int as "balances that are not the sum of the ledger",
      (select count(*) from unit_account where account = 'held' and balance <> 0)::int as "holds at rest",
      (select count(*) from sms_campaign c where c.units_posted - c.units_returned <> (
        select ceil(coalesce(sum(r.segments), 0) * c.rate_numerator::numeric / c.rate_denominator)
        from sms_recipient r where r.tenant_id = c.tenant_id and r.campaign_id = c.id and r.accepted
          and not (r.state = 'failed' and c.returns_undelivered)))::int as "debits that are not the accepted segments",
      (select count(*) from sms_campaign c where finished_at is null)::int as "unfinished campaigns",
      (select count(*) from sms_campaign c where (c.queued, c.sent, c.delivered, c.failed, c.unknown, c.skipped) <> (
        select (count(*) filter (where state = 'queued'))::int, (count(*) filter (where state = 'sent'))::int,
          (count(*) filter (where state = 'delivered'))::int, (count(*) filter (where state = 'failed'))::int,
          (count(*) filter (where state = 'unknown'))::int, (count(*) filter (where state = 'skipped'))::int
        from sms_recipient r where r.tenant_id = c.tenant_id and r.campaign_id = c.id))::int as "counters that do not count",
      (select count(*) from payment p where p.state <> 'refunded' and p.purpose = 'units' and (
        select coalesce(sum(e.units), 0) from unit_transaction t
        join unit_entry e on e.tenant_id = t.tenant_id and e.transaction_id = t.id and e.account = 'available'
        where t.tenant_id = p.tenant_id and t.kind = 'grant' and t.reference = p.id::text
        ) <> case when p.state = 'succeeded' then p.units else 0 end)::int as "payments whose units are not given once",
      (select count(*) from payment p where p.state <> 'refunded' and p.purpose = 'subscription' and (
        select count(*) from audit_entry a
        where a.tenant_id = p.tenant_id and a.act = 'subscription.extended' and a.subject_id = p.id
        ) <> case when p.state = 'succeeded' then 1 else 0 end)::int as "payments whose months are not given once",
      (select count(*) from sms_recipient r where not exists (
        select from sms_campaign c where c.tenant_id = r.tenant_id and c.id = r.campaign_id))::int as "rows that link two churches"`)
  return found as Record<string, number>
}

/** What of an audit is not as it must be. */
export const faultsOf = (audited: Record<string, number>): string[] =>
  Object.entries(audited).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]))
