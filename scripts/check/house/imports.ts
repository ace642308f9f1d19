import { posix } from 'node:path'
import { Visitor, type ESTree } from 'vite'
import { lineAt, type Module } from './sources.ts'

/**
 * One import of a module, of whatever form. `target` is the path in the project, null for a package;
 * `specifier` is null when a dynamic import computes it.
 */
export type Import = { specifier: string | null; target: string | null; line: number; dynamic: boolean }

const ALIAS = /^#(contract|server|sandbox|web)\//

/** Static, `export … from`, dynamic, `import('…').Type` and `import.meta.glob`; types count like values. */
export function importsOf(module: Module, known: ReadonlySet<string>): Import[] {
  const imports: Import[] = []
  const add = (node: ESTree.Node, specifier: string | null, dynamic: boolean): void => {
    const target = specifier === null ? null : resolve(module.path, specifier, known)
    imports.push({ specifier, target, line: lineAt(module.text, node.start), dynamic })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node, node.source.value, false),
    ExportAllDeclaration: (node) => add(node, node.source.value, false),
    ExportNamedDeclaration: (node) => (node.source ? add(node, node.source.value, false) : undefined),
    ImportExpression: (node) => add(node, written(node.source), true),
    TSImportType: (node) => add(node, node.source.value, false),
    CallExpression: (node) => {
      if (isMetaGlob(node)) for (const pattern of globsOf(node)) add(node, pattern, true)
    },
  }).visit(module.program)
  return imports
}

/** A literal, or a template that begins inside the own folder: its fixed beginning says where it leads. */
function written(node: ESTree.Expression): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return null
  const start = node.quasis[0]?.value.cooked ?? ''
  if (node.expressions.length === 0) return start
  return start.startsWith('./') ? start : null
}

const isMetaGlob = ({ callee }: ESTree.CallExpression): boolean =>
  callee.type === 'MemberExpression' &&
  callee.object.type === 'MetaProperty' &&
  callee.property.type === 'Identifier' &&
  callee.property.name.startsWith('glob')

function globsOf(node: ESTree.CallExpression): (string | null)[] {
  const [first] = node.arguments
  if (first?.type === 'ArrayExpression')
    return first.elements.map((entry) => (entry?.type === 'Literal' ? String(entry.value) : null))
  return [first?.type === 'Literal' ? String(first.value) : null]
}

/** Where a specifier leads inside the project; null for packages and for Node's own modules. */
export function resolve(from: string, specifier: string, known: ReadonlySet<string>): string | null {
  const [bare = ''] = specifier.split('?')
  if (ALIAS.test(bare)) return onDisk(posix.normalize(bare.slice(1)), known)
  // An absolute address is the page builder's word for "from web/".
  if (bare.startsWith('/')) return onDisk(posix.join('web', bare), known)
  return bare.startsWith('.') ? onDisk(posix.join(posix.dirname(from), bare), known) : null
}

/** The bundler also finds `./x`, `./x.js` and a folder's index; those forms must not slip past the rules. */
function onDisk(path: string, known: ReadonlySet<string>): string {
  const stem = path.replace(/\.(m?js|jsx)$/, '')
  const forms = [path, ...['.ts', '.tsx', '/index.ts', '/index.tsx'].map((end) => stem + end)]
  return forms.find((form) => known.has(form)) ?? path
}
