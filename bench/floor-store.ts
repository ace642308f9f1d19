import pg from 'pg'

/**
 * The SQL of the floor: one prepared statement for each list, on the same database, as the same role under the same
 * row-level security; for a send the bare insert of its recipients and one change of a balance, in one transaction.
 */
export type FloorStore = {
  peoplePage: () => Promise<object>
  search: () => Promise<object>
  sendTo100: (nth: number) => Promise<object>
  close: () => Promise<void>
}

export type FloorPlan = { appUrl: string; ownerUrl: string; tenantId: string; connections: number }

const PEOPLE_PAGE = `
  select p.id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone, p.kind, p.joined_on::text as "joinedOn",
    array(
      select g.name from group_member gm join people_group g on g.id = gm.group_id where gm.person_id = p.id order by g.name
    ) as groups,
    exists (select from opt_out o where o.channel = 'sms' and o.address = p.phone) as "smsOptedOut"
  from person p order by p.sort_name, p.id limit $1`

const SEARCH = `
  select p.id, trim(p.first_name || ' ' || p.last_name) as name, p.phone, p.email
  from (
    select h.term, h.sort_name, h.person_id from person_term h where h.term >= $1 and h.term < $2 and h.shared < $3
    order by h.term, h.sort_name, h.person_id limit 20
  ) c join person p on p.id = c.person_id
  order by c.term, c.sort_name, c.person_id`

const ADD_RECIPIENTS = `
  insert into floor_recipient (tenant_id, campaign_id, position, name, first_name, phone, segments, changed_at)
  select $1, $2, position, $3, $4, phone, 1, now() from unnest($5::text[]) with ordinality as r (phone, position)`

const SPEND = `update floor_balance set balance = balance - 100 where church = $1`

/** The tables that the floor's send writes to: like the real ones in columns and indexes, with nothing else on them. */
export const FLOOR_TABLES = `
  create table floor_recipient (like sms_recipient including defaults including indexes including constraints);
  create table floor_balance (church integer primary key, balance bigint not null);
  insert into floor_balance select church, 1000000000 from generate_series(0, 63) church`

export function openFloor({ appUrl, ownerUrl, tenantId, connections }: FloorPlan): FloorStore {
  // The church is entered when a connection opens: it costs a request nothing.
  const pool = new pg.Pool({ connectionString: appUrl, max: connections, options: `-c app.tenant_id=${tenantId}` })
  const writing = new pg.Pool({ connectionString: ownerUrl, max: connections })
  const phones = Array.from({ length: 100 }, (_, index) => `+23480300${String(index).padStart(5, '0')}`)
  return {
    peoplePage: async () => {
      const { rows } = await pool.query({ name: 'people', text: PEOPLE_PAGE, values: [25] })
      return { items: rows }
    },
    search: async () =>
      (await pool.query<object>({ name: 'search', text: SEARCH, values: ['ade', 'ade\u{10ffff}', 3] })).rows,
    sendTo100: async (nth) => {
      const client = await writing.connect()
      try {
        await client.query('begin')
        await client.query({
          name: 'add',
          text: ADD_RECIPIENTS,
          values: [tenantId, crypto.randomUUID(), 'Ngọzi Eze', 'Ngọzi', phones],
        })
        await client.query({ name: 'spend', text: SPEND, values: [nth] })
        await client.query('commit')
        return { units: 100 }
      } finally {
        client.release()
      }
    },
    close: async () => {
      await pool.end()
      await writing.end()
    },
  }
}
