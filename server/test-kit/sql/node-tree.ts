/** A node of PostgreSQL's analysed queries, as `pg_node_tree` prints it. */
export type TreeNode = { type: string; fields: Record<string, Tree[]> }
export type Tree = TreeNode | Tree[] | string | null

const TOKEN = /\s*((?:\\[\s\S]|[^\s(){}\\])+|[(){}])/y

/** Reads such a text; throws where it ends too early. */
export function parseTree(text: string): Tree {
  TOKEN.lastIndex = 0
  const next = (): string => {
    const token = TOKEN.exec(text)?.[1]
    if (token === undefined) throw new Error('The tree of a query ends too early.')
    return token
  }
  return read(next(), next)
}

function read(token: string, next: () => string): Tree {
  if (token === '{') return readNode(next)
  if (token !== '(') return token === '<>' ? null : token.replaceAll(/\\([\s\S])/g, '$1')
  const list: Tree[] = []
  for (let item = next(); item !== ')'; item = next()) list.push(read(item, next))
  return list
}

function readNode(next: () => string): TreeNode {
  const node: TreeNode = { type: next(), fields: {} }
  let field: Tree[] = []
  for (let token = next(); token !== '}'; token = next()) {
    if (token.startsWith(':')) node.fields[token.slice(1)] = field = []
    else field.push(read(token, next))
  }
  return node
}

export const isNode = (tree: Tree | undefined): tree is TreeNode =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree)

export const nodeIn = (node: TreeNode, field: string): TreeNode | null => {
  const [first] = node.fields[field] ?? []
  return isNode(first) ? first : null
}

/** The nodes of a list, whatever else it holds left out. */
export const nodesIn = (node: TreeNode, field: string): TreeNode[] => {
  const [first] = node.fields[field] ?? []
  return Array.isArray(first) ? first.filter(isNode) : []
}

export const wordIn = (node: TreeNode, field: string): string | null => {
  const [first] = node.fields[field] ?? []
  return typeof first === 'string' ? first : null
}

export const numberIn = (node: TreeNode, field: string): number => Number(wordIn(node, field))

/** Every node of a type, however deep, in order. */
export function nodesOf(tree: Tree, type: string): TreeNode[] {
  if (Array.isArray(tree)) return tree.flatMap((item) => nodesOf(item, type))
  if (!isNode(tree)) return []
  return tree.type === type ? [tree] : Object.values(tree.fields).flatMap((field) => nodesOf(field, type))
}
