import type { Given } from './source.ts'
import { isNode, nodeIn, nodesIn, numberIn, wordIn, type TreeNode } from './node-tree.ts'
import { BRANCHES, isSaidToBeThere, printOf } from './there.ts'

/** Whether a column can be null. Nobody knows it of what a function of PL/pgSQL answers, and of a few more: `why`. */
export type Null = 'never' | 'maybe' | { why: string }

export type Catalogue = {
  /** `oid of the table.number of the column` of every column that may be null. */
  nullable: ReadonlySet<string>
  functions: ReadonlyMap<string, KnownFunction>
}

/** `query`: what a function of ours in SQL answers, analysed. */
export type KnownFunction = {
  name: string
  isStrict: boolean
  isOurs: boolean
  isSet: boolean
  query?: TreeNode | undefined
}

/** Strict, and null nevertheless for some arguments. */
const ANSWERS_NULL = new Set([
  'jsonb_object_field',
  'jsonb_object_field_text',
  'jsonb_array_element',
  'jsonb_array_element_text',
  'jsonb_extract_path',
  'jsonb_extract_path_text',
  'json_object_field',
  'json_object_field_text',
  'array_length',
  'array_lower',
  'array_upper',
  'array_position',
  'regexp_match',
  'regexp_substr',
  'substring',
  'textregexsubstr',
  'to_regclass',
  'current_setting',
  'pg_get_expr',
  'inet_server_port',
])
/** Not strict, and never null. */
const NEVER_NULL = new Set([
  'jsonb_build_object',
  'jsonb_build_array',
  'json_build_object',
  'json_build_array',
  'concat',
  'concat_ws',
  'num_nulls',
  'num_nonnulls',
  'now',
  'clock_timestamp',
  'gen_random_uuid',
])
const COUNTS = new Set(['count', 'row_number', 'rank', 'dense_rank', 'ntile', 'percent_rank', 'cume_dist'])
const NEVER = new Set([
  'NULLTEST',
  'BOOLEANTEST',
  'DISTINCTEXPR',
  'ARRAYEXPR',
  'ROWEXPR',
  'SQLVALUEFUNCTION',
  'NEXTVALUEEXPR',
])

/** A query inside another: variables name the one that they belong to by how far out it is. */
type Inside = { query: TreeNode; outer: Inside | null }

/** The output columns of an analysed query and whether each can be null. */
export function columnsOf(
  query: TreeNode,
  catalogue: Catalogue,
  given: readonly Given[],
): { name: string; isNull: Null }[] {
  const judge = new Judge(catalogue, given)
  return targetsOf(query).map((target, place) => ({
    name: wordIn(target, 'resname') ?? '?column?',
    isNull: judge.column({ query, outer: null }, place + 1),
  }))
}

/** What a query answers: what it selects, or returns of what it wrote. */
function targetsOf(query: TreeNode): TreeNode[] {
  const targets = nodesIn(query, numberIn(query, 'commandType') === 1 ? 'targetList' : 'returningList')
  return targets.filter((target) => wordIn(target, 'resjunk') !== 'true')
}

class Judge {
  readonly #catalogue: Catalogue
  readonly #given: readonly Given[]
  /** Queries that are being judged: what a recursive one adds is judged with the rest of it. */
  readonly #open = new Set<TreeNode>()
  constructor(catalogue: Catalogue, given: readonly Given[]) {
    this.#catalogue = catalogue
    this.#given = given
  }

  column(inside: Inside, place: number): Null {
    const { query } = inside
    const united = nodeIn(query, 'setOperations')
    if (!united) {
      const expression = nodeIn(targetsOf(query)[place - 1] ?? { type: '', fields: {} }, 'expr')
      return expression ? this.#expression(expression, inside) : { why: 'no such column' }
    }
    if (this.#open.has(query)) return 'never'
    this.#open.add(query)
    const judged = armsOf(united).map((arm) => this.#ofTable(inside, arm, place))
    this.#open.delete(query)
    return worst(judged)
  }

  #expression(node: TreeNode, inside: Inside): Null {
    const of = (field: string): Null => this.#one(nodeIn(node, field), inside)
    const all = (field: string): Null => worst(nodesIn(node, field).map((one) => this.#expression(one, inside)))
    if (NEVER.has(node.type) || isSaidToBeThere(inside.query, printOf(node), this.#catalogue.functions)) return 'never'
    if (BRANCHES.has(node.type)) return of('arg')
    switch (node.type) {
      case 'CONST':
        return wordIn(node, 'constisnull') === 'true' ? 'maybe' : 'never'
      case 'PARAM':
        return this.#given[numberIn(node, 'paramid') - 1]?.nullable === false ? 'never' : 'maybe'
      case 'VAR':
        return this.#variable(node, inside)
      case 'AGGREF':
        return this.#aggregate(node, inside)
      case 'WINDOWFUNC':
        return COUNTS.has(this.#functionOf(node, 'winfnoid').name) ? 'never' : 'maybe'
      case 'COALESCEEXPR':
      case 'MINMAXEXPR':
        return best(nodesIn(node, 'args').map((one) => this.#expression(one, inside)))
      case 'CASEEXPR':
        return worst([
          ...nodesIn(node, 'args').map((when) => this.#one(nodeIn(when, 'result'), inside)),
          of('defresult'),
        ])
      case 'BOOLEXPR':
      case 'SCALARARRAYOPEXPR':
        return all('args')
      case 'OPEXPR':
      case 'FUNCEXPR':
        return this.#call(node, all('args'))
      case 'SUBLINK':
        return this.#sublink(node, inside)
      case 'NULLIFEXPR':
        return 'maybe'
      default:
        return { why: node.type.toLowerCase() }
    }
  }

  #one(node: TreeNode | null, inside: Inside): Null {
    return node ? this.#expression(node, inside) : 'maybe'
  }

  #functionOf(node: TreeNode, field: string): KnownFunction {
    const known = this.#catalogue.functions.get(wordIn(node, field) ?? '')
    return known ?? { name: 'an unknown function', isStrict: false, isOurs: true, isSet: false }
  }

  #call(node: TreeNode, given: Null): Null {
    const called = this.#functionOf(node, node.type === 'OPEXPR' ? 'opfuncid' : 'funcid')
    const { name, isStrict, isOurs } = called
    if (isOurs) return this.#ofOurs(called, 1)
    if (NEVER_NULL.has(name)) return 'never'
    if (ANSWERS_NULL.has(name)) return 'maybe'
    return isStrict ? given : { why: `${name}()` }
  }

  /** What it is given may be null, as far as is known here; so may what finds no row. */
  #ofOurs({ name, query, isSet }: KnownFunction, column: number): Null {
    if (!query) return { why: `${name}()` }
    const answered = new Judge(this.#catalogue, []).column({ query, outer: null }, column)
    return isSet || isOneRow(query) ? answered : 'maybe'
  }

  #aggregate(node: TreeNode, inside: Inside): Null {
    if (COUNTS.has(this.#functionOf(node, 'aggfnoid').name)) return 'never'
    const isOfSome = nodesIn(inside.query, 'groupClause').length > 0 && !nodeIn(node, 'aggfilter')
    if (!isOfSome) return 'maybe'
    // A list and a document hold what is null.
    if (/^(array_agg|jsonb?_(object_)?agg)/.test(this.#functionOf(node, 'aggfnoid').name)) return 'never'
    return worst(nodesIn(node, 'args').map((argument) => this.#one(nodeIn(argument, 'expr'), inside)))
  }

  /** EXISTS, ANY, a value, an array. */
  #sublink(node: TreeNode, inside: Inside): Null {
    const kind = numberIn(node, 'subLinkType')
    if (kind === 0 || kind === 6) return 'never'
    const query = nodeIn(node, 'subselect')
    if (kind !== 4 || !query) return { why: 'a comparison with a query' }
    if (!isOneRow(query)) return 'maybe'
    return this.column({ query, outer: inside }, 1)
  }

  #variable(node: TreeNode, inside: Inside): Null {
    let at: Inside | null = inside
    for (let up = numberIn(node, 'varlevelsup'); up > 0 && at; up -= 1) at = at.outer
    if (!at) return { why: 'a variable of no query' }
    const [table, column] = [numberIn(node, 'varno'), numberIn(node, 'varattno')]
    if (isSaidToBeThere(at.query, `${table}.${column}`, this.#catalogue.functions)) return 'never'
    const isOfOuterJoin = (node.fields['varnullingrels']?.[0] as unknown[] | null | undefined)?.some(
      (word) => word !== 'b',
    )
    if (isOfOuterJoin) return 'maybe'
    // What was there before, of an insert.
    if (numberIn(node, 'varreturningtype') === 1) return 'maybe'
    return column <= 0 ? 'never' : this.#ofTable(at, table, column)
  }

  /** A column of what a query reads from: a table, a query, a function, a list of values. */
  #ofTable(inside: Inside, table: number, column: number): Null {
    const entry = nodesIn(inside.query, 'rtable')[table - 1]
    if (!entry) return { why: 'no such table' }
    switch (numberIn(entry, 'rtekind')) {
      case 0:
        return this.#catalogue.nullable.has(`${wordIn(entry, 'relid')}.${column}`) ? 'maybe' : 'never'
      case 1: {
        const query = nodeIn(entry, 'subquery')
        return query ? this.column({ query, outer: inside }, column) : { why: 'a query' }
      }
      case 2:
        return this.#one(nodesIn(entry, 'joinaliasvars')[column - 1] ?? null, inside)
      case 3:
        return this.#ofFunction(entry, inside, column)
      case 5: {
        const rows = (entry.fields['values_lists']?.[0] ?? []) as unknown as TreeNode[][]
        return worst(rows.map((row) => this.#one(row.filter(isNode)[column - 1] ?? null, inside)))
      }
      case 6:
        return this.#ofCte(entry, inside, column)
      case 9:
        return this.#one(nodesIn(entry, 'groupexprs')[column - 1] ?? null, inside)
      default:
        return { why: `an entry of kind ${wordIn(entry, 'rtekind')}` }
    }
  }

  #ofCte(entry: TreeNode, inside: Inside, column: number): Null {
    let at: Inside | null = inside
    for (let up = numberIn(entry, 'ctelevelsup'); up > 0 && at; up -= 1) at = at.outer
    const name = wordIn(entry, 'ctename')
    const known = at && nodesIn(at.query, 'cteList').find((cte) => wordIn(cte, 'ctename') === name)
    const query = known ? nodeIn(known, 'ctequery') : null
    return at && query ? this.column({ query, outer: at }, column) : { why: `with ${name}` }
  }

  /** A list that is given says by its type whether it holds null; lists that are unnested together are equally long. */
  #ofFunction(entry: TreeNode, inside: Inside, column: number): Null {
    const functions = nodesIn(entry, 'functions')
    if (wordIn(entry, 'funcordinality') === 'true' && column > functions.length) return 'never'
    const [only] = functions
    const call =
      functions.length === 1 && only
        ? nodeIn(only, 'funcexpr')
        : nodeIn(functions[column - 1] ?? { type: '', fields: {} }, 'funcexpr')
    if (!call) return { why: 'a function' }
    const called = this.#functionOf(call, 'funcid')
    const { name } = called
    if (called.isOurs) return this.#ofOurs(called, column)
    if (/^(generate_series|jsonb_object_keys|regexp_split_to_table|string_to_table)/.test(name)) return 'never'
    if (/^jsonb_(array_elements|each)$/.test(name) || (name === 'jsonb_each_text' && column === 1)) return 'never'
    const [list] = nodesIn(call, 'args')
    if (name === 'unnest' && list) return this.#ofList(list, inside)
    return { why: `${name}()` }
  }

  #ofList(list: TreeNode, inside: Inside): Null {
    if (list.type === 'PARAM')
      return this.#given[numberIn(list, 'paramid') - 1]?.nullableItems === false ? 'never' : 'maybe'
    if (BRANCHES.has(list.type)) {
      const inner = nodeIn(list, 'arg')
      return inner ? this.#ofList(inner, inside) : { why: 'unnest()' }
    }
    if (list.type === 'ARRAYEXPR') return worst(nodesIn(list, 'elements').map((one) => this.#expression(one, inside)))
    return { why: 'unnest()' }
  }
}

/** A sum over no row is one row; any other query may find none. */
const isOneRow = (query: TreeNode): boolean =>
  nodesIn(query, 'rtable').length === 0 ||
  (wordIn(query, 'hasAggs') === 'true' && nodesIn(query, 'groupClause').length === 0 && !nodeIn(query, 'havingQual'))

function armsOf(united: TreeNode): number[] {
  if (united.type === 'RANGETBLREF') return [numberIn(united, 'rtindex')]
  return [nodeIn(united, 'larg'), nodeIn(united, 'rarg')].flatMap((arm) => (arm ? armsOf(arm) : []))
}

const worst = (all: readonly Null[]): Null =>
  all.find((one) => one === 'maybe') ?? all.find((one) => one !== 'never') ?? 'never'
const best = (all: readonly Null[]): Null =>
  all.find((one) => one === 'never') ?? all.find((one) => one !== 'maybe') ?? 'maybe'
