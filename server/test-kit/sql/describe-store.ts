import pg from 'pg'
import type { Part } from './scope.ts'
import type { Given } from './source.ts'
import { nodesOf, parseTree, type TreeNode } from './node-tree.ts'
import { columnsOf, type Catalogue, type KnownFunction, type Null } from './nullability.ts'

/** A column that a statement answers. `value`: what node-postgres makes of it. */
export type Column = { name: string; type: string; value: ValueKind; isNull: Null }
export type ValueKind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'Date'
  | 'Buffer'
  | 'json'
  | 'nothing'
  | 'object'
  | `${string}[]`

export type Describe = (parts: readonly Part[]) => Promise<Column[]>

/** Describes statements in a database of the test's own, without running them. Throws PostgreSQL's error for wrong ones. */
export async function openDescriber(owner: pg.Client): Promise<Describe> {
  const catalogue = await readCatalogue(owner)
  const kinds = await readKinds(owner)
  return async (parts) => {
    const given: Given[] = []
    const text = parts.map((part) => (typeof part === 'string' ? part : `$${given.push(part)}`)).join('')
    const { parameters, results } = await prepare(owner, text)
    if (results.length === 0) return []
    const answered = columnsOf(await analyse(owner, text, parameters), catalogue, given)
    return results.map((type, place) => {
      const column = answered[place]
      if (!column) throw new Error('The analysed query has other columns than the prepared one.')
      return { ...column, type, value: kinds.get(type) ?? 'string' }
    })
  }
}

/** As node-postgres prepares it: PostgreSQL finds out the types of the parameters. */
async function prepare(owner: pg.Client, text: string): Promise<{ parameters: string[]; results: string[] }> {
  await owner.query(`prepare described as ${text}`)
  try {
    const { rows } = await owner.query<{ parameters: string[]; results: string[] }>(
      `select parameter_types::text[] as parameters, coalesce(result_types::text[], '{}') as results
       from pg_prepared_statements where name = 'described'`,
    )
    return rows[0] ?? { parameters: [], results: [] }
  } finally {
    await owner.query('deallocate described')
  }
}

/** PostgreSQL keeps the analysed query of a function with a body in SQL. */
async function analyse(owner: pg.Client, text: string, parameters: readonly string[]): Promise<TreeNode> {
  await owner.query(
    `create function pg_temp.described(${parameters.join(', ')}) returns setof record language sql begin atomic ${text}; end`,
  )
  try {
    const { rows } = await owner.query<{ tree: string }>(
      `select prosqlbody::text as tree from pg_proc where proname = 'described' and pronamespace = pg_my_temp_schema()`,
    )
    const query = answeringQuery(rows[0]?.tree ?? '')
    if (!query) throw new Error('PostgreSQL keeps no query of this statement.')
    return query
  } finally {
    await owner.query('drop function pg_temp.described')
  }
}

async function readCatalogue(owner: pg.Client): Promise<Catalogue> {
  const { rows: columns } = await owner.query<{ key: string }>(
    `select attrelid || '.' || attnum as key from pg_attribute where not attnotnull and attnum > 0`,
  )
  const { rows } = await owner.query<KnownFunction & { oid: string; tree: string | null }>(
    `select oid::text, proname as name, proisstrict as "isStrict", proretset as "isSet", prosqlbody::text as tree,
       pronamespace <> 'pg_catalog'::regnamespace as "isOurs" from pg_proc`,
  )
  const functions = new Map<string, KnownFunction>(
    rows.map(({ oid, tree, ...known }) => [oid, tree === null ? known : { ...known, query: answeringQuery(tree) }]),
  )
  for (const procedure of await readProcedures(owner)) {
    const known = functions.get(procedure.oid)
    const query = await answerOf(owner, procedure)
    if (known && query) functions.set(procedure.oid, { ...known, query })
  }
  return { nullable: new Set(columns.map(({ key }) => key)), functions }
}

/** The last one: a function may write before it answers. */
const answeringQuery = (tree: string): TreeNode | undefined => nodesOf(parseTree(tree), 'QUERY').at(-1)

type Procedure = { oid: string; name: string; takes: string; body: string }

async function readProcedures(owner: pg.Client): Promise<Procedure[]> {
  const { rows } = await owner.query<Procedure>(
    `select oid::text, proname as name, pg_get_function_identity_arguments(oid) as takes, prosrc as body from pg_proc
     where pronamespace = 'public'::regnamespace and prolang = (select oid from pg_language where lanname = 'plpgsql')
       and proretset`,
  )
  return rows
}

/** What a function in PL/pgSQL returns at its end, analysed as that of one in SQL, which is given what the other declares. */
async function answerOf(owner: pg.Client, { name, takes, body }: Procedure): Promise<TreeNode | undefined> {
  const returned = /return query\s+([^;]+);\s*end;?\s*$/i.exec(body)?.[1]
  if (returned === undefined) return undefined
  const declared = /\bdeclare\b(.*?)\bbegin\b/s.exec(body)?.[1] ?? ''
  const variables = [...declared.matchAll(/^\s*(\w+ [\w[\]]+)(?: :=|;)/gm)].map(([, variable]) => variable ?? '')
  const given = [takes, ...variables].filter((one) => one !== '').join(', ')
  await owner.query(
    `create function pg_temp.${name}(${given}) returns setof record language sql begin atomic ${returned}; end`,
  )
  try {
    const { rows } = await owner.query<{ tree: string }>(
      `select prosqlbody::text as tree from pg_proc where proname = $1 and pronamespace = pg_my_temp_schema()`,
      [name],
    )
    return answeringQuery(rows[0]?.tree ?? '')
  } finally {
    await owner.query(`drop function pg_temp.${name}`)
  }
}

/** A value of each type as PostgreSQL writes it, for node-postgres to read. */
const SAMPLES: Record<string, string> = {
  B: 't',
  D: '2026-01-01 00:00:00+00',
  N: '1',
  T: '01:00:00',
}

async function readKinds(owner: pg.Client): Promise<Map<string, ValueKind>> {
  const { rows } = await owner.query<{
    oid: number
    type: string
    name: string
    category: string
    item: string | null
  }>(
    `select t.oid::int, format_type(t.oid, null) as type, t.typname as name, coalesce(i.typcategory, t.typcategory) as category, i.typname as item
     from pg_type t left join pg_type i on i.oid = t.typelem and t.typcategory = 'A' where t.typtype <> 'c' and t.oid < 2147483648`,
  )
  return new Map(
    rows.map(({ oid, type, name, category, item }) => {
      const sample = sampleOf(item ?? name, category)
      const parse = pg.types.getTypeParser(oid) as (text: string) => unknown
      const value = kindOf(parse(item === null ? sample : `{"${sample.replaceAll('\\', '\\\\')}"}`))
      return [type, /^jsonb?$/.test(item ?? name) ? (item ? 'json[]' : 'json') : name === 'void' ? 'nothing' : value]
    }),
  )
}

function sampleOf(name: string, category: string): string {
  if (name === 'bytea') return '\\x00'
  if (/^jsonb?$/.test(name)) return '1'
  return SAMPLES[category] ?? 'text'
}

function kindOf(value: unknown): ValueKind {
  if (Array.isArray(value)) return `${kindOf(value[0])}[]`
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  const kind = typeof value
  return kind === 'string' || kind === 'number' || kind === 'boolean' ? kind : 'object'
}
