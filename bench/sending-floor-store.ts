import pg from 'pg'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { personalise, segmentsOf } from '#contract/messaging/segments.ts'

/** A church that sends: its group, or numbers that are typed. */
export type FloorSender = { tenantId: string; group: string }

type SendingPlan = {
  ownerUrl: string
  connections: number
  /** Those who send, by their number. */
  sending: FloorSender[]
}

export type SendingFloor = {
  send: (nth: number, message: string, typed?: string) => Promise<object>
  close: () => Promise<void>
}

/** Whom a group has, with their numbers, without those who refused. */
const MEMBERS = `
  select p.phone, p.first_name as "firstName", trim(p.first_name || ' ' || p.last_name) as name
  from group_member m join person p on p.tenant_id = m.tenant_id and p.id = m.person_id
  where m.tenant_id = $1 and m.group_id = $2 and p.archived_at is null and p.phone is not null and not exists (
    select from opt_out o where o.tenant_id = $1 and o.address = p.phone and o.channel in ('sms', 'all'))
  order by p.phone`

/** Whose the numbers are that were typed, without those who refused. */
const TYPED = `
  select distinct on (n.phone) n.phone, coalesce(p.first_name, '') as "firstName",
    coalesce(trim(p.first_name || ' ' || p.last_name), '') as name
  from unnest($2::text[]) as n (phone)
  left join person p on p.tenant_id = $1 and p.phone = n.phone and p.archived_at is null
  where not exists (
    select from opt_out o where o.tenant_id = $1 and o.address = n.phone and o.channel in ('sms', 'all'))
  order by n.phone, p.created_at`

const SENDER = `
  select s.mask, r.id as route, r.gateway, r.rate_numerator as numerator, r.rate_denominator as denominator
  from sender_id s, sms_route r where s.tenant_id = $1 and s.status = 2 and r.id = 'regular'`

const ADD_CAMPAIGN = `
  insert into floor_campaign (tenant_id, id, channel, sender, message, neutral_name, footer, route_id, gateway, rate_numerator,
    rate_denominator, returns_undelivered, purpose, created_at, recipients, queued, segments, units_held)
  values ($1, $2, 'sms', $3, $4, 'friend', '', $5, $6, $7, $8, false, 'bulk', now(), $9, $9, $10, $10)`

const ADD_RECIPIENTS = `
  insert into floor_recipient (tenant_id, campaign_id, position, name, first_name, address, segments, changed_at)
  select $1, $2, position, name, first_name, phone, segments, now()
  from unnest($3::text[], $4::text[], $5::text[], $6::int[]) with ordinality as r (name, first_name, phone, segments, position)`

/** The hold: both balances and the two entries of one transaction of the ledger. */
const HOLD = `
  with moved as (
    update floor_account set balance = balance + case account when 'held' then $6::bigint else -$6::bigint end
    where church = $2 and account in ('available', 'held') returning account
  ), written as (
    insert into floor_transaction (tenant_id, id, kind, reference, at, number, available_before, held_before)
    values ($1, $3, 'hold', $5, now(), $4, 0, 0)
  )
  insert into floor_entry (tenant_id, transaction_id, account, units)
  select $1, $3, account, case account when 'held' then $6::bigint else -$6::bigint end from moved`

const ADD_JOB = `insert into floor_job (id, name, data) values (gen_random_uuid(), 'deliver', $1)`

const ADD_AUDIT = `
  insert into floor_audit (tenant_id, id, at, actor_kind, actor_name, act, subject_id, details)
  values ($1, gen_random_uuid(), now(), 'staff', 'Ada Obi', 'message.sent', $2, $3)`

/** The tables that it writes to: like the real ones in columns and indexes, with nothing else on them. */
export const SENDING_FLOOR_TABLES = `
  create table floor_campaign (like campaign including defaults including indexes);
  create table floor_recipient (like campaign_recipient including defaults including indexes including constraints);
  create table floor_transaction (like unit_transaction including defaults including generated including indexes);
  create table floor_entry (like unit_entry including defaults including indexes);
  create table floor_job (like pgboss.job_common including defaults including indexes);
  create table floor_audit (like audit_entry including defaults including indexes);
  create table floor_account (
    church integer, account text, balance bigint not null check (balance >= 0), primary key (church, account));
  insert into floor_account select church, account, 1000000000
    from generate_series(0, 63) church, unnest('{available,held}'::text[]) account`

type Recipient = { phone: string; firstName: string; name: string }
type Sender = { mask: string; route: string; gateway: string; numerator: number; denominator: number }

/**
 * What a send cannot do without, written as tightly as it can be: numbers are read by the library, recipients asked for without
 * those who refused, the pages of each text counted; then campaign, recipients, hold, job and log in one durable
 * transaction. No session, no row-level security, no foreign keys and triggers, no contract.
 */
export function openSendingFloor({ ownerUrl, connections, sending }: SendingPlan): SendingFloor {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: connections, pipeline: true })
  let numbered = 0
  return {
    send: async (nth, message, typed) => {
      const { tenantId, group } = sending[nth] ?? { tenantId: '', group: '' }
      const asked = typed
        ? { name: 'typed', text: TYPED, values: [tenantId, e164(typed)] }
        : { name: 'members', text: MEMBERS, values: [tenantId, group] }
      const client = await pool.connect()
      try {
        // None waits for the answer to the one before, where it does not need it.
        const [, { rows }, { rows: senders }] = await Promise.all([
          client.query('begin'),
          client.query<Recipient>(asked),
          client.query<Sender>({ name: 'sender', text: SENDER, values: [tenantId] }),
        ])
        const [sender] = senders
        if (!sender) throw new Error('There is no sender')
        const { segments, units } = weigh(message, rows)
        const id = crypto.randomUUID()
        const { mask, route, gateway, numerator, denominator } = sender
        const campaign = [tenantId, id, mask, message, route, gateway, numerator, denominator, rows.length, units]
        const lists = [
          rows.map(({ name }) => name),
          rows.map(({ firstName }) => firstName),
          rows.map(({ phone }) => phone),
        ]
        await Promise.all([
          client.query({ name: 'campaign', text: ADD_CAMPAIGN, values: campaign }),
          client.query({ name: 'add', text: ADD_RECIPIENTS, values: [tenantId, id, ...lists, segments] }),
          client.query({ name: 'hold', text: HOLD, values: [tenantId, nth, id, (numbered += 1), id, units] }),
          client.query({ name: 'job', text: ADD_JOB, values: [{ tenantId, campaignId: id }] }),
          client.query({ name: 'audit', text: ADD_AUDIT, values: [tenantId, id, { recipients: rows.length, units }] }),
          client.query('commit'),
        ])
        return { id, recipients: rows.length, units }
      } finally {
        client.release()
      }
    },
    close: () => pool.end(),
  }
}

function e164(typed: string): string[] {
  const phones = typed.split(',').map((one) => parsePhoneNumberFromString(one, 'NG'))
  return phones.flatMap((phone) => (phone?.isValid() ? [phone.number] : []))
}

/** Pages of each text, counted once for each first name. */
function weigh(message: string, recipients: readonly Recipient[]): { segments: number[]; units: number } {
  const pages = new Map<string, number>()
  const segments = recipients.map(({ firstName }) => {
    const known = pages.get(firstName) ?? segmentsOf(personalise(message, firstName, 'friend')).segments
    pages.set(firstName, known)
    return known
  })
  return { segments, units: segments.reduce((sum, each) => sum + each, 0) }
}
