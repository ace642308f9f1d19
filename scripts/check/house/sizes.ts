import { Visitor, type ESTree } from 'vite'
import { lineAt, type Finding, type Module, type TextFile } from './sources.ts'

const SOURCE = /\.(ts|tsx|js|mjs|css|sql|html)$/
const FILE_LINES = 300
/** Written by kysely-codegen from the database. */
const GENERATED = 'server/platform/database/tables.ts'

const FUNCTION = { warn: 60, refuse: 90 }
const COMPONENT = { warn: 90, refuse: 120 }

export function findLongFiles({ path, text }: TextFile): Finding[] {
  const lines = text.trimEnd().split('\n').length
  if (!SOURCE.test(path) || path === GENERATED || lines <= FILE_LINES) return []
  return [
    {
      file: path,
      line: FILE_LINES + 1,
      rule: 'file-length',
      message: `${lines} lines, at most ${FILE_LINES}: split it by noun`,
    },
  ]
}

/** Functions, counted with their comments. A `describe` is a list of tests and not a function in this sense. */
export function findLongFunctions(module: Module): Finding[] {
  const names = new Map<ESTree.Node, string>()
  const lists = new Set<ESTree.Node>()
  const findings: Finding[] = []
  const measure = (node: ESTree.Function | ESTree.ArrowFunctionExpression): void => {
    const name = node.id?.name ?? names.get(node) ?? 'a function'
    const [start, end] = [lineAt(module.text, node.start), lineAt(module.text, node.end)]
    const finding = lists.has(node) ? undefined : tooLong(name, end - start + 1, module.path)
    if (finding) findings.push({ file: module.path, line: start, rule: 'function-length', ...finding })
  }
  new Visitor({
    VariableDeclarator: (node) =>
      void (node.init && node.id.type === 'Identifier' && names.set(node.init, node.id.name)),
    CallExpression: (node) =>
      void (isDescribe(node.callee) && node.arguments.forEach((argument) => lists.add(argument))),
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(module.program)
  return findings
}

function tooLong(name: string, lines: number, path: string): Pick<Finding, 'message' | 'warning'> | undefined {
  const limit = path.endsWith('.tsx') && /^[A-Z]/.test(name) ? COMPONENT : FUNCTION
  if (lines <= limit.warn) return undefined
  const message = `${name} has ${lines} lines: better under ${limit.warn}, at most ${limit.refuse}`
  return lines > limit.refuse ? { message } : { message, warning: true }
}

function isDescribe(node: ESTree.Node): boolean {
  if (node.type === 'CallExpression') return isDescribe(node.callee)
  if (node.type === 'MemberExpression') return isDescribe(node.object)
  return node.type === 'Identifier' && node.name === 'describe'
}
