import { sql } from 'kysely'
import type { Tx } from '../../platform/database/index.ts'
import { PLACE_LETTERS } from '../routes/index.ts'
import type { Audience } from './audience.ts'
import { countFirstNames, reachable, type NameCount } from './audience-store.ts'

/** So many recipients come along when their names are counted, and are written as they came. */
const FEW = 1_000

/** How many have this first name, and, of an audience of few, who they are: the nth address is that of the nth name. */
export type NamedRecipients = NameCount & { addresses: string[] | null; fullNames: string[] | null }

/**
 * First names among the recipients, with the recipients themselves where they are few. Those of a message that is sent
 * again are counted only: who they are is not known before the earlier one is locked.
 */
export async function readRecipients(tx: Tx, audience: Audience): Promise<NamedRecipients[]> {
  if (audience.failedOf !== null || audience.addresses.length > FEW || audience.personIds.length > FEW)
    return (await countFirstNames(tx, audience)).map((name) => ({ ...name, addresses: null, fullNames: null }))
  // Only one of the two halves runs. Few come as they are: putting them together here is cheaper than lists made there.
  const { rows } = await sql<Counted>`
    with recipient as materialized (${reachable(audience)}),
    size as materialized (select count(*) <= ${FEW} as is_small from recipient)
    select first_name as "firstName", address, name, 1::bigint as people from recipient where (select is_small from size)
    union all
    select first_name, left(address, ${PLACE_LETTERS}), null, count(*) from recipient
    where not (select is_small from size) group by 1, 2`.execute(tx)
  return together(rows)
}

/** A recipient by name, or how many of many have this first name and numbers that begin so (`address`). */
type Counted = { firstName: string; address: string; name: string | null; people: number }

function together(rows: readonly Counted[]): NamedRecipients[] {
  const named = new Map<string, NamedRecipients & { addresses: string[]; fullNames: string[] }>()
  const counted: NamedRecipients[] = []
  for (const { firstName, address, name, people } of rows) {
    const prefix = address.slice(0, PLACE_LETTERS)
    if (name === null) {
      counted.push({ firstName, prefix, people, addresses: null, fullNames: null })
      continue
    }
    const key = prefix + firstName
    const known = named.get(key)
    if (known) {
      known.people += people
      known.addresses.push(address)
      known.fullNames.push(name)
    } else named.set(key, { firstName, prefix, people, addresses: [address], fullNames: [name] })
  }
  return counted.length > 0 ? counted : [...named.values()]
}

export type Recipient = { address: string; name: string; firstName: string; segments: number }

/** Writes the recipients of a campaign as they are given; without its row there are none. */
export async function insertFewRecipients(
  tx: Tx,
  campaign: { tenantId: string; id: string; at: Date },
  recipients: readonly Recipient[],
): Promise<void> {
  const { rows } = await sql<{ written: number }>`
    with written as (
      insert into campaign_recipient (tenant_id, campaign_id, position, name, first_name, address, segments, changed_at)
      select ${campaign.tenantId}::uuid, ${campaign.id}::uuid, r.position, r.name, r.first_name, r.address, r.segments,
        ${campaign.at}::timestamptz
      from unnest(${recipients.map(({ name }) => name)}::text[],
        ${recipients.map(({ firstName }) => firstName)}::text[], ${recipients.map(({ address }) => address)}::text[],
        ${recipients.map(({ segments }) => segments)}::int[]) with ordinality as r (name, first_name, address, segments, position)
      where exists (select from campaign k where k.tenant_id = ${campaign.tenantId} and k.id = ${campaign.id})
      returning 1
    )
    select count(*)::integer as written from written`.execute(tx)
  if (rows[0]?.written !== recipients.length) throw new Error('Recipients need their campaign')
}
