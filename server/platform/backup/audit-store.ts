/** Asks the database as somebody who sees every church. */
type Look = (text: string) => Promise<Record<string, unknown>[]>

/** How many rows are wrong, by what is wrong with them. They have a column: of none Citus makes no table on the way. */
type Audits = Record<string, string>

const UNITS_OF = `(select coalesce(sum(e.units), 0) from unit_transaction t
  join unit_entry e on e.tenant_id = t.tenant_id and e.transaction_id = t.id and e.account = 'available'
  where t.tenant_id = p.tenant_id and split_part(t.reference, ':', 1) = p.id::text and t.kind = `

/** I1: every balance is what the ledger says, and the statement tells it line by line. */
const ledger: Audits = {
  'unbalanced transactions': `select 1 from unit_entry group by tenant_id, transaction_id having sum(units) <> 0`,
  'balances that are not the sum of the ledger': `select 1 from unit_account a where a.balance <> (
    select coalesce(sum(units), 0) from unit_entry e where e.tenant_id = a.tenant_id and e.account = a.account)`,
  'statement lines that do not follow': `select 1 from (
      select t.number, t.available_before, t.held_before, row_number() over line as place,
        coalesce(sum(a.units) over (line rows between unbounded preceding and 1 preceding), 0) as available,
        coalesce(sum(h.units) over (line rows between unbounded preceding and 1 preceding), 0) as held
      from unit_transaction t
      left join unit_entry a on a.tenant_id = t.tenant_id and a.transaction_id = t.id and a.account = 'available'
      left join unit_entry h on h.tenant_id = t.tenant_id and h.transaction_id = t.id and h.account = 'held'
      window line as (partition by t.tenant_id order by t.number)
    ) s where (number, available_before, held_before) is distinct from (place, available, held)`,
  'holds at rest': `select 1 from unit_account where account = 'held' and balance <> 0`,
}

const messages: Audits = {
  'debits that are not the accepted segments': `select 1 from campaign c where c.units_posted - c.units_returned <> (
    select ceil(round(coalesce(sum(w.units), 0), 9)) from (
      select case when c.rate_free is null
          then sum(r.segments) * coalesce(p.rate_numerator, c.rate_numerator)::numeric
            / coalesce(p.rate_denominator, c.rate_denominator)
          else c.rate_numerator * ceil(greatest(sum(r.segments) - c.rate_free, 0)::numeric / c.rate_denominator)
        end as units
      from campaign_recipient r left join campaign_part p on p.tenant_id = r.tenant_id and p.campaign_id = r.campaign_id
        and r.position between p.first_position and p.last_position
      where r.tenant_id = c.tenant_id and r.campaign_id = c.id and r.accepted
        and not (r.state = 'failed' and coalesce(p.returns_undelivered, c.returns_undelivered))
      group by p.rate_numerator, p.rate_denominator) w)`,
  'unfinished campaigns': `select 1 from campaign c where finished_at is null`,
  'counters that do not count': `select 1 from campaign c where (c.queued, c.sent, c.no_report, c.delivered, c.failed, c.unknown, c.skipped, c.undelivered, c.cancelled) <> (
    select (count(*) filter (where state = 'queued'))::int, (count(*) filter (where state = 'sent'))::int,
      (count(*) filter (where state = 'no_report'))::int,
      (count(*) filter (where state = 'delivered'))::int, (count(*) filter (where state = 'failed'))::int,
      (count(*) filter (where state = 'unknown'))::int, (count(*) filter (where state = 'skipped'))::int,
      (count(*) filter (where state = 'failed' and accepted))::int, (count(*) filter (where state = 'skipped' and reason = 'cancelled'))::int
    from campaign_recipient r where r.tenant_id = c.tenant_id and r.campaign_id = c.id)`,
  'rows that link two churches': `select 1 from campaign_recipient r where not exists (
    select from campaign c where c.tenant_id = r.tenant_id and c.id = r.campaign_id)`,
}

/** I5: what was paid for is given once, and nothing is given that was not paid for. */
const payments: Audits = {
  'payments whose units are not given once': `select 1 from payment p where p.purpose = 'units'
    and ${UNITS_OF} 'grant') <> case when p.state in ('succeeded', 'refunded') and p.receipt_number is not null then p.units else 0 end`,
  'payments whose months are not given once': `select 1 from payment p where p.purpose = 'subscription' and (
    select count(*) from audit_entry a
    where a.tenant_id = p.tenant_id and a.act = 'subscription.extended' and a.subject_id = p.id
    ) <> case when p.state in ('succeeded', 'refunded') and p.receipt_number is not null then 1 else 0 end`,
  'refunded months that stay': `select 1 from payment p
    join payment_refund r on r.tenant_id = p.tenant_id and r.payment_id = p.id
    where p.purpose = 'subscription' and p.receipt_number is not null and r.amount_minor >= p.amount_minor
      and not exists (select from subscription_entry e
        where e.tenant_id = p.tenant_id and e.payment_id = p.id and e.kind = 'refunded')`,
  'subscriptions that stand elsewhere than their entries say': `select 1 from subscription s
    join lateral (select e.led_to from subscription_entry e where e.tenant_id = s.tenant_id order by e.number desc limit 1) l on true
    where l.led_to <> s.expires_on`,
  'credits without a payment': `select 1 from unit_transaction t
    where t.kind = 'grant' and t.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' and not exists (
      select from payment p where p.tenant_id = t.tenant_id and p.id::text = t.reference and p.state in ('succeeded', 'refunded'))`,
  'payments of one name at a provider': `select 1 from payment where provider_id is not null
    group by method, provider_id having count(*) > 1`,
  'refunds that took back other units than they say': `select 1 from payment p
    left join payment_refund r on r.tenant_id = p.tenant_id and r.payment_id = p.id
    where (p.state = 'refunded') <> (r.payment_id is not null) or coalesce(r.units, 0) > coalesce(p.units, 0)
      or ${UNITS_OF} 'revoke') <> -coalesce(r.units, 0)`,
}

const receipts: Audits = {
  'payments without their receipt': `select 1 from payment p
    left join receipt r on r.tenant_id = p.tenant_id and r.payment_id = p.id
    where (p.state = 'succeeded' and p.receipt_number is null) or (p.receipt_number is null) <> (r.payment_id is null)
      or (p.receipt_number is not null and p.state not in ('succeeded', 'refunded'))`,
  'years whose receipts have gaps': `select 1 from (
      select split_part(receipt_number, '-', 2)::int as year, count(*) as receipts, count(distinct receipt_number) as numbers,
        max(split_part(receipt_number, '-', 3)::int) as highest
      from payment where receipt_number is not null group by 1
    ) y full join receipt_number n using (year)
    where (y.receipts, y.numbers, y.highest) is distinct from (n.last::bigint, n.last::bigint, n.last)`,
}

/** I4: no class has more children than places, its counters count, and every registration is found by its code. */
const registrations: Audits = {
  'classes whose counter does not count': `select 1 from event_class c where c.taken <> (
    select count(*) from registration_child k where k.tenant_id = c.tenant_id and k.class_id = c.id)`,
  'classes with more children than places': `select 1 from event_class c where c.capacity < c.leased + (
    select count(*) from registration_child k where k.tenant_id = c.tenant_id and k.class_id = c.id)`,
  'classes whose leases do not add up': `select 1 from event_class c where c.leased <> (
    select coalesce(sum(l.places), 0) from station_lease l where l.tenant_id = c.tenant_id and l.class_id = c.id)`,
  'registrations that their code does not lead to': `select 1 from registration r where not exists (
    select from day_code d where d.tenant_id = r.tenant_id and d.day = r.day and d.code = r.code and d.registration_id = r.id)`,
  'people who wait and have a place': `select 1 from event_wait w
    join registration_child k on k.tenant_id = w.tenant_id and k.event_id = w.event_id and k.person_id = w.person_id`,
  'people who wait for a place that is free': `select 1 from event_wait w
    join event_class c on c.tenant_id = w.tenant_id and c.id = w.class_id
    join event e on e.tenant_id = c.tenant_id and e.id = c.event_id
    where c.removed_at is null and e.cancelled_at is null and e.ends_at > now()
      and (c.capacity is null or c.taken + c.leased < c.capacity)`,
}

/** Asked for as a whole: the directory stands on another machine than churches may. */
const ENTRIES = `select d.tenant_id, d.key from directory_entry d where d.kind =`

/** Whoever names no church is found, and a church's people are counted as they are. */
const directory: Audits = {
  'sessions that the directory does not know': `select 1 from session s
    where (s.tenant_id, s.token_hash) not in (${ENTRIES} 'session')`,
  'sessions of guardians that it does not know': `select 1 from guardian_session s
    where (s.tenant_id, s.token_hash) not in (${ENTRIES} 'guardian_session')`,
  'accounts whose address it does not know': `select 1 from account a
    where a.removed_at is null and (a.tenant_id, directory_key(a.email_key)) not in (${ENTRIES} 'staff_address')`,
  'payments that it does not know': `select 1 from payment p
    where (p.tenant_id, directory_key(p.reference)) not in (${ENTRIES} 'payment')`,
  'churches whose people are not counted': `select 1 from church_size s where (s.people, s.with_phone, s.confirmed) <> (
    select count(*)::int, count(p.phone)::int, (count(*) filter (where p.confirmed))::int from person p
    where p.tenant_id = s.tenant_id and p.archived_at is null)`,
}

/**
 * The audits that money, messages and registrations must pass at rest, over everything in the database: what is wrong, by name.
 * All zero is good. `sent twice` is asked of the gateway, not here; the database forbids a number twice in a campaign.
 */
export async function audit(look: Look): Promise<Record<string, number>> {
  const all = Object.entries({ ...ledger, ...messages, ...payments, ...receipts, ...registrations, ...directory })
  const found: Record<string, number> = {}
  // One by one: together they are more than an engine that distributes churches can plan.
  for (const [name, rows] of all) {
    const [counted] = await look(`select count(*)::int as wrong from (${rows}) x`)
    found[name] = Number(counted?.['wrong'])
  }
  return found
}

/** What is in order while messages are on their way. */
export const IN_MOTION: readonly string[] = ['holds at rest', 'unfinished campaigns']

/** What of an audit is not as it must be. */
export const faultsOf = (audited: Record<string, number>): string[] =>
  Object.entries(audited).flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]))
