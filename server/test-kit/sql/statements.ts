import type { Node, TaggedTemplateExpression } from 'typescript/unstable/ast'
import {
  isFunctionDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isTaggedTemplateExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { compare, declaredColumns, type DeclaredColumn } from './declared.ts'
import type { Describe } from './describe-store.ts'
import { fillIn } from './fill.ts'
import { Unfilled, type Part } from './scope.ts'
import { walk, type Sources } from './source.ts'

/** A statement of the sources, with its row where it declares one. */
export type Statement = {
  place: string
  maker: string
  template: TaggedTemplateExpression
  declared: DeclaredColumn[] | null
}
/**
 * `maker` is the function that makes the statement, `faults` and `unknown` begin with the column that they are about, where
 * they are about one. `unknown`: what nobody can tell, with the reason. `undescribed`: why the text could not be filled in.
 */
export type Described = {
  place: string
  maker: string
  /** Texts that it can have. */
  ways: number
  columns: number
  faults: string[]
  unknown: string[]
  undescribed?: string
}

/** Whatever is run, or declares a row: the rest are fragments of these. */
export function statementsOf(sources: Sources): Statement[] {
  const { checker } = sources
  return sources.files.flatMap(({ path, source }) => {
    const found: Statement[] = []
    walk(source, (node) => {
      if (!isTaggedTemplateExpression(node) || node.tag.getText() !== 'sql') return
      const [row] = node.typeArguments ?? []
      const type = row && checker.getTypeFromTypeNode(row)
      const declared = type ? declaredColumns(checker, type) : null
      const isRun = isPropertyAccessExpression(node.parent) && node.parent.name.text === 'execute'
      if ((!declared && !isRun) || isCommand(node)) return
      const line = source.text.slice(0, node.getStart()).split('\n').length
      found.push({ place: `${path}:${line}`, maker: makerOf(node), template: node, declared })
    })
    return found
  })
}

/** The outermost name around it: of a function, or of what a constant holds. */
function makerOf(node: Node): string {
  let name = ''
  let property = ''
  for (let at: Node | undefined = node.parent; at; at = at.parent) {
    if ((isFunctionDeclaration(at) || isVariableDeclaration(at)) && at.name) name = at.name.getText()
    if (isPropertyAssignment(at)) property = `.${at.name.getText()}`
  }
  return name + property
}

/** What steers a transaction or a cursor answers nothing of the database's own. */
const isCommand = (template: TaggedTemplateExpression): boolean =>
  /^`\s*(set|declare|fetch|close|savepoint|release|rollback)\b/i.test(template.template.getText())

export async function describeStatement(
  sources: Sources,
  describe: Describe,
  statement: Statement,
): Promise<Described> {
  const { place, maker } = statement
  const described: Described = { place, maker, ways: 0, columns: 0, faults: [], unknown: [] }
  const faults = new Set<string>()
  const unknown = new Set<string>()
  try {
    for (const parts of waysOf(sources, statement.template)) {
      described.ways += 1
      const answered = await describe(parts)
      if (!statement.declared) continue
      const compared = compare(sources.checker, statement.declared, answered)
      compared.faults.forEach((fault) => faults.add(fault))
      compared.unknown.forEach((one) => unknown.add(one))
      described.columns = compared.compared
    }
  } catch (error) {
    if (error instanceof Unfilled) described.undescribed = error.message
    else faults.add((error as Error).message)
  }
  return { ...described, faults: [...faults], unknown: [...unknown] }
}

/** The texts that a statement can have: each way of each fork at least once, the first ways with it. */
function* waysOf(sources: Sources, template: TaggedTemplateExpression): Generator<Part[]> {
  const known = new Set<string>()
  const waiting: Map<string, number>[] = [new Map()]
  const texts = new Set<string>()
  for (let taken = waiting.shift(); taken; taken = waiting.shift()) {
    const way = taken
    const parts = fillIn(sources, template, (fork, ways) => {
      for (let other = 1; other < ways; other += 1) {
        const name = `${fork} ${other}`
        if (!known.has(name)) waiting.push(new Map([...way, [fork, other]]))
        known.add(name)
      }
      return way.get(fork) ?? 0
    })
    const text = parts.map((part) => (typeof part === 'string' ? part : '?')).join('')
    if (!texts.has(text)) yield parts
    texts.add(text)
  }
}
