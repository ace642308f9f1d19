import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'
import type { SearchWord } from '../search/search-words.ts'
import type { FamilyFields } from './family-store.ts'

export type ListedMember = {
  id: string
  firstName: string
  lastName: string
  role: number
  phone: string | null
  pictureId: string | null
  confirmed: boolean
}
export type ListedFamily = FamilyFields & { id: string; sortName: string; version: number; members: ListedMember[] }

/** Null: everybody. Each word is the beginning of one of the family's name or of a word of one of its people. */
export type FamilySearch = SearchWord[] | null
export type PageOfFamilies = { backwards: boolean; after: { name: string; id: string } | null; limit: number }

/** The next families in the order of their names. */
export async function selectFamilies(tx: Tx, search: FamilySearch, page: PageOfFamilies): Promise<ListedFamily[]> {
  const { after, limit, backwards } = page
  const behind = after
    ? sql`and (f.sort_name, f.id) ${backwards ? sql`<` : sql`>`} (${after.name}, ${after.id}::uuid)`
    : sql``
  const { rows } = await sql<ListedFamily>`
    select ${fields} from (
      select f.* from family f where ${matches(search)} ${behind} order by ${orderOf(backwards)} limit ${limit}
    ) f order by ${orderOf(backwards)}`.execute(tx)
  return rows
}

/** Every family that matches, in order, as a query for `cursorPages`. */
export const allFamilies = (search: FamilySearch, backwards: boolean): RawBuilder<ListedFamily> =>
  sql<ListedFamily>`select ${fields} from family f where ${matches(search)} order by ${orderOf(backwards)}`

export async function countFamilies(tx: Tx, search: FamilySearch): Promise<number> {
  const { rows } = await sql<{ families: number }>`
    select count(*)::integer as families from family f where ${matches(search)}`.execute(tx)
  return rows[0]?.families ?? 0
}

export async function selectFamily(tx: Tx, id: string): Promise<ListedFamily | null> {
  const { rows } = await sql<ListedFamily>`select ${fields} from family f where f.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

const orderOf = (backwards: boolean): RawBuilder<unknown> =>
  backwards ? sql`f.sort_name desc, f.id desc` : sql`f.sort_name, f.id`

/** Roles are numbered as they are shown: parents, children, guardians, others. */
const fields = sql`f.id, f.sort_name as "sortName", f.name, f.email, f.home_phone as "homePhone", f.address, f.version, (
  select coalesce(jsonb_agg(
    jsonb_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name, 'role', m.role,
      'phone', p.phone, 'pictureId', p.picture_id, 'confirmed', p.confirmed)
    order by m.role, p.sort_name, p.id), '[]')
  from family_member m join person p on p.id = m.person_id
  where m.family_id = f.id and p.archived_at is null) as members`

function matches(search: FamilySearch): RawBuilder<unknown> {
  if (search === null) return sql`true`
  return search.length === 0 ? sql`false` : sql.join(search.map(hasWord), sql` and `)
}

/** The people found are hashed once, however many families are gone through. */
const hasWord = ({ from, to }: SearchWord): RawBuilder<unknown> => sql`(
  strpos(' ' || f.sort_name, ${` ${from}`}) > 0
  or f.id in (
    select m.family_id from family_member m join person_term t on t.person_id = m.person_id
    where t.archived = false and t.term >= ${from} and t.term < ${to}))`
