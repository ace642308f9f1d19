import pg from 'pg'

/**
 * The SQL of the floor: one prepared statement for each thing that the API does, on the same database, as the same role
 * under the same row-level security.
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

const SEND = `
  with spent as (update floor_balance set balance = balance - 100 where church = $1),
    added as (
      insert into floor_recipient (tenant_id, campaign_id, position, name, first_name, phone, segments, changed_at)
      select $2, $3, position, $4, $5, phone, 1, now() from unnest($6::text[]) with ordinality as r (phone, position)
      returning 1
    )
  select count(*)::integer as units from added`

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
    search: async () => (await pool.query({ name: 'search', text: SEARCH, values: ['ade', 'ade\u{10ffff}', 3] })).rows,
    sendTo100: async (nth) => {
      const values = [nth, tenantId, crypto.randomUUID(), 'Ngọzi Eze', 'Ngọzi', phones]
      const { rows } = await writing.query({ name: 'send', text: SEND, values })
      return rows[0] as object
    },
    close: async () => {
      await pool.end()
      await writing.end()
    },
  }
}
