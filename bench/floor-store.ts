import pg from 'pg'
import type { FloorSender } from './sending-floor-store.ts'

/** The SQL of the floor: one prepared statement for each list, on the same database, as the same role under the same row-level security. */
export type FloorStore = {
  peoplePage: () => Promise<object>
  search: () => Promise<object>
  close: () => Promise<void>
}

export type FloorPlan = {
  appUrl: string
  ownerUrl: string
  tenantId: string
  connections: number
  /** Those who send, by their number. */
  sending: FloorSender[]
}

const PEOPLE_PAGE = `
  select p.id, p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone, p.kind, p.joined_on::text as "joinedOn",
    array(
      select g.name from group_member gm join people_group g on g.id = gm.group_id where gm.person_id = p.id order by g.name
    ) as groups,
    exists (select from opt_out o where (o.address = p.phone and o.channel in ('sms', 'all'))
      or (o.address = lower(p.email) and o.channel = 'all')) as "smsOptedOut"
  from person p where p.archived_at is null order by p.sort_name, p.id limit 25`

const SEARCH = `
  select p.id, trim(p.first_name || ' ' || p.last_name) as name, p.phone, p.email
  from (
    select h.term, h.sort_name, h.person_id from person_term h where h.term >= $1 and h.term < $2 and h.shared < $3
    order by h.term, h.sort_name, h.person_id limit 20
  ) c join person p on p.id = c.person_id
  order by c.term, c.sort_name, c.person_id`

export function openFloor({ appUrl, tenantId, connections }: Omit<FloorPlan, 'sending'>): FloorStore {
  // The church is entered when a connection opens: it costs a request nothing.
  const pool = new pg.Pool({ connectionString: appUrl, max: connections, options: `-c app.tenant_id=${tenantId}` })
  return {
    peoplePage: async () => {
      const { rows } = await pool.query({ name: 'people', text: PEOPLE_PAGE, values: [] })
      return { items: rows }
    },
    search: async () =>
      (await pool.query<object>({ name: 'search', text: SEARCH, values: ['ade', 'ade\u{10ffff}', 3] })).rows,
    close: () => pool.end(),
  }
}
