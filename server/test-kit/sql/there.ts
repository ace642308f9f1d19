import { nodeIn, nodesIn, numberIn, wordIn, type TreeNode } from './node-tree.ts'

/** What is known of functions, by their oid. */
type Functions = ReadonlyMap<string, { isStrict: boolean }>

/** Nodes that are null with what they are of. */
export const BRANCHES = new Set(['RELABELTYPE', 'COERCEVIAIO', 'ARRAYCOERCEEXPR', 'COLLATEEXPR', 'COERCETODOMAIN'])

/** An expression, wherever it stands. */
export const printOf = (node: TreeNode): string =>
  JSON.stringify(node, (key, value: unknown) => (key === 'location' ? undefined : value))

/** Whether the query keeps only rows in which this is not null: a variable as `table.column`, or what `printOf` says. */
export function isSaidToBeThere(query: TreeNode, what: string, functions: Functions): boolean {
  const from = nodeIn(query, 'jointree')
  return from !== null && thereBy(from, functions).has(what)
}

function thereBy(node: TreeNode, functions: Functions): Set<string> {
  const there = new Set<string>()
  const add = (found: Iterable<string>): void => [...found].forEach((one) => there.add(one))
  if (node.type === 'FROMEXPR') for (const one of nodesIn(node, 'fromlist')) add(thereBy(one, functions))
  if (node.type === 'JOINEXPR') {
    const kind = numberIn(node, 'jointype')
    for (const side of [...(kind <= 1 ? ['larg'] : []), ...(kind === 0 || kind === 3 ? ['rarg'] : [])]) {
      const inner = nodeIn(node, side)
      if (inner) add(thereBy(inner, functions))
    }
    if (kind !== 0) return there
  }
  const condition = nodeIn(node, 'quals')
  if (condition) add(neededBy(condition, functions))
  return there
}

/** The variables that must be there for a condition to be true. */
function neededBy(node: TreeNode, functions: Functions): Set<string> {
  if (node.type === 'BOOLEXPR') {
    const each = nodesIn(node, 'args').map((one) => neededBy(one, functions))
    const kind = wordIn(node, 'boolop')
    if (kind === 'and') return new Set(each.flatMap((one) => [...one]))
    if (kind === 'not')
      return new Set(
        nodesIn(node, 'args').flatMap((one) => (one.type === 'NULLTEST' ? [] : [...readBy(one, functions)])),
      )
    const [first, ...others] = each
    return new Set([...(first ?? [])].filter((one) => others.every((other) => other.has(one))))
  }
  if (node.type === 'NULLTEST') {
    const argument = nodeIn(node, 'arg')
    if (wordIn(node, 'nulltesttype') !== '1' || !argument) return new Set()
    return readBy(argument, functions).add(printOf(argument))
  }
  return readBy(node, functions)
}

/** The variables without which an expression is null. */
function readBy(node: TreeNode, functions: Functions): Set<string> {
  if (node.type === 'VAR')
    return numberIn(node, 'varlevelsup') === 0
      ? new Set([`${wordIn(node, 'varno')}.${wordIn(node, 'varattno')}`])
      : new Set()
  const inner = nodeIn(node, 'arg')
  if (BRANCHES.has(node.type)) return inner ? readBy(inner, functions) : new Set()
  const isStrictCall =
    (node.type === 'OPEXPR' && isStrict(node, 'opfuncid', functions)) ||
    (node.type === 'FUNCEXPR' && isStrict(node, 'funcid', functions))
  if (isStrictCall) return new Set(nodesIn(node, 'args').flatMap((one) => [...readBy(one, functions)]))
  if (node.type === 'SCALARARRAYOPEXPR') {
    const [first] = nodesIn(node, 'args')
    return first ? readBy(first, functions) : new Set()
  }
  return new Set()
}

const isStrict = (node: TreeNode, field: string, functions: Functions): boolean =>
  functions.get(wordIn(node, field) ?? '')?.isStrict === true
