import { Visitor, type ESTree } from 'vite'
import { isTest, lineAt, type Finding, type Module } from './sources.ts'

/** What may stand only at certain places, and where those are. */
const mayHoldSql = (path: string): boolean =>
  isTest(path) ||
  /(^|\/)([^/]+-)?store\.ts$/.test(path) ||
  /^(server\/(platform\/(database|embedded|jobs)|migrations|demo)|bench)\//.test(path)
const mayReadEnvironment = (path: string): boolean =>
  isTest(path) ||
  /^(server\/platform\/config\/env\.ts$|sandbox\/config\.ts$|scripts\/)/.test(path) ||
  /(^|[./])config\.m?[jt]s$/.test(path)
const mayCallOut = (path: string): boolean =>
  isTest(path) || !path.startsWith('server/') || /\/(providers|gateways)\//.test(path)

const SQL_PACKAGE = /^(pg|kysely)(\/|$)/
const CLIENT_PACKAGE = /^(undici|axios|got|node-fetch|stripe|web-push)(\/|$)/
const BUILDERS = new Set([
  'selectFrom',
  'selectNoFrom',
  'insertInto',
  'replaceInto',
  'updateTable',
  'deleteFrom',
  'mergeInto',
])
/** A statement, and not a sentence that happens to begin with "Select" or "Update". */
const SQL_TEXT =
  /^\s*(insert\s+into\s|delete\s+from\s|update\s+[\w."]+\s+set\s|((select|with)\s|(SELECT|WITH)\s)[\s\S]*\s(from|FROM)\s)/

const SQL = 'SQL stands only in store.ts files, migrations and server/platform/database'
const CALL_OUT = 'other services are called only from providers/ and gateways/'
const ENVIRONMENT = 'the environment is read only in server/platform/config/env.ts and sandbox/config.ts'

export function findMisplaced(module: Module): Finding[] {
  const findings: Finding[] = []
  const add = (node: ESTree.Node, rule: string, message: string): void => {
    findings.push({ file: module.path, line: lineAt(module.text, node.start), rule, message })
  }
  if (!mayHoldSql(module.path)) visitSql(module.program, (node) => add(node, 'sql-place', SQL))
  if (!mayCallOut(module.path)) visitCallsOut(module.program, (node) => add(node, 'fetch-place', CALL_OUT))
  if (!mayReadEnvironment(module.path)) visitEnvironment(module.program, (node) => add(node, 'env-place', ENVIRONMENT))
  return findings
}

type Refuse = (node: ESTree.Node) => void

function visitSql(program: ESTree.Program, refuse: Refuse): void {
  new Visitor({
    ...onPackages(SQL_PACKAGE, refuse),
    TaggedTemplateExpression: (node) => (isNamed(node.tag, 'sql') ? refuse(node) : undefined),
    CallExpression: (node) => (BUILDERS.has(memberName(node.callee) ?? '') ? refuse(node) : undefined),
    Literal: (node) => (typeof node.value === 'string' && SQL_TEXT.test(node.value) ? refuse(node) : undefined),
    TemplateLiteral: (node) =>
      SQL_TEXT.test(node.quasis.map(({ value }) => value.raw).join('x')) ? refuse(node) : undefined,
  }).visit(program)
}

function visitCallsOut(program: ESTree.Program, refuse: Refuse): void {
  new Visitor({
    ...onPackages(CLIENT_PACKAGE, refuse),
    CallExpression: (node) => {
      // Handed over as a value it is called all the same: `retry(fetch)`.
      if ([node.callee, ...node.arguments].some((part) => isNamed(part, 'fetch'))) refuse(node)
    },
    VariableDeclarator: (node) => (node.init && isNamed(node.init, 'fetch') ? refuse(node) : undefined),
    MemberExpression: (node) =>
      isNamed(node.object, 'globalThis') && memberName(node) === 'fetch' ? refuse(node) : undefined,
  }).visit(program)
}

function visitEnvironment(program: ESTree.Program, refuse: Refuse): void {
  new Visitor({
    ImportDeclaration: (node) => {
      if (!/^(node:)?process$/.test(node.source.value)) return
      if (node.specifiers.some((one) => one.type === 'ImportSpecifier' && isNamed(one.imported, 'env'))) refuse(node)
    },
    MemberExpression: (node) => (memberName(node) === 'env' && isProcess(node.object) ? refuse(node) : undefined),
    VariableDeclarator: (node) => {
      if (!node.init || !isProcess(node.init) || node.id.type !== 'ObjectPattern') return
      if (node.id.properties.some((one) => one.type === 'Property' && isNamed(one.key, 'env'))) refuse(node)
    },
  }).visit(program)
}

const onPackages = (packages: RegExp, refuse: Refuse) => ({
  ImportDeclaration: (node: ESTree.ImportDeclaration) => (packages.test(node.source.value) ? refuse(node) : undefined),
  ExportAllDeclaration: (node: ESTree.ExportAllDeclaration) =>
    packages.test(node.source.value) ? refuse(node) : undefined,
  ExportNamedDeclaration: (node: ESTree.ExportNamedDeclaration) =>
    packages.test(node.source?.value ?? '') ? refuse(node) : undefined,
  ImportExpression: ({ source }: ESTree.ImportExpression) =>
    source.type === 'Literal' && packages.test(String(source.value)) ? refuse(source) : undefined,
  TSImportType: (node: ESTree.TSImportType) => (packages.test(node.source.value) ? refuse(node) : undefined),
})

const isNamed = (node: ESTree.Node, name: string): boolean => node.type === 'Identifier' && node.name === name

const isProcess = (node: ESTree.Node): boolean =>
  isNamed(node, 'process') ||
  (memberName(node) === 'process' && node.type === 'MemberExpression' && isNamed(node.object, 'globalThis'))

/** The name behind the dot, also written as `['name']`. */
function memberName(node: ESTree.Node): string | undefined {
  if (node.type !== 'MemberExpression') return undefined
  if (node.computed) return node.property.type === 'Literal' ? String(node.property.value) : undefined
  return node.property.type === 'Identifier' ? node.property.name : undefined
}
