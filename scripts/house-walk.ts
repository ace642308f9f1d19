import { Visitor, type ESTree } from 'vite'
import { resolve } from './check/house/imports.ts'
import { isTest, parseModules, readTextFiles } from './check/house/sources.ts'

/**
 * Prints the files that the calls of a function lead through inside a folder, announcements and interfaces left out:
 * `node scripts/house-walk.ts server/billing/payments/checkout/ask-provider.ts confirmPayment server/billing`.
 */
const [start = '', called = '', within = ''] = process.argv.slice(2)
const files = readTextFiles(process.cwd())
const known = new Set(files.map(({ path }) => path))
const modules = new Map(
  parseModules(files.filter(({ path }) => path.endsWith('.ts') && !isTest(path))).map((one) => [one.path, one.program]),
)

type Place = { path: string; name: string; node: ESTree.Function | ESTree.Expression }

const targetOf = (path: string, { value }: { value: string }): string => resolve(path, value, known) ?? ''
const nameOf = (word: ESTree.ModuleExportName): string => (word.type === 'Literal' ? word.value : word.name)

/** Where a file defines a function, or whoever it hands on defines it. */
function definitionOf(path: string, name: string): Place | null {
  for (const statement of modules.get(path)?.body ?? []) {
    const isExport = statement.type === 'ExportNamedDeclaration'
    if (isExport && statement.source) {
      const handed = statement.specifiers.find(({ exported }) => nameOf(exported) === name)
      if (handed) return definitionOf(targetOf(path, statement.source), nameOf(handed.local))
    }
    const made = isExport ? statement.declaration : statement
    if (made?.type === 'FunctionDeclaration' && made.id?.name === name) return { path, name, node: made }
    if (made?.type !== 'VariableDeclaration') continue
    const found = made.declarations.find(({ id }) => id.type === 'Identifier' && id.name === name)
    if (found?.init) return { path, name, node: found.init }
  }
  return null
}

/** What a name means in a file. */
function meaningOf(path: string, name: string): Place | null {
  for (const statement of modules.get(path)?.body ?? []) {
    if (statement.type !== 'ImportDeclaration') continue
    const found = statement.specifiers.find(({ local }) => local.name === name)
    if (found?.type === 'ImportSpecifier') return definitionOf(targetOf(path, statement.source), nameOf(found.imported))
  }
  return definitionOf(path, name)
}

const seen = new Set<string>()
const walked = new Set<string>()

function walk({ path, name, node }: Place): void {
  if (!path.startsWith(within) || seen.has(`${path} ${name}`)) return
  seen.add(`${path} ${name}`)
  walked.add(path)
  const program = modules.get(path)
  if (!program) return
  new Visitor({
    CallExpression: ({ callee, start: at }) => {
      if (callee.type !== 'Identifier' || at < node.start || at > node.end) return
      const next = meaningOf(path, callee.name)
      if (next) walk(next)
    },
  }).visit(program)
}

const first = definitionOf(start, called)
if (!first) throw new Error(`${start} has no function ${called}`)
walk(first)
console.log([walked.size, ...walked].join('\n'))
