import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/index.ts'

/** Those of these slugs that no church has, in the order given. */
export async function findFreeSlugs(tx: Tx, slugs: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select wanted.slug from unnest(${[...slugs]}::text[]) with ordinality wanted (slug, place)
    where find_slug(wanted.slug) is null order by wanted.place`.execute(tx)
  return rows.map(({ slug }) => slug)
}

/** The slug of the church that was entered; null: it has none yet. */
export async function ownSlug(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ slug: string | null }>`select own_slug() as slug`.execute(tx)
  return rows[0]?.slug ?? null
}

/** Gives the church that was entered this slug; false when another one has it. */
export async function takeSlug(tx: Tx, slug: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select take_slug(${slug}) as taken`.execute(tx)
  return rows[0]?.taken ?? false
}
