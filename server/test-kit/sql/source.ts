import {
  API,
  SymbolFlags,
  TypeFlags,
  type Checker,
  type Program,
  type Symbol,
  type Type,
} from 'typescript/unstable/sync'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isCallExpression,
  isFunctionDeclaration,
  isIdentifier,
  isImportSpecifier,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import type { CallExpression } from 'typescript/unstable/ast'

/** The sources of the server as the type checker knows them. */
export type Sources = {
  files: { path: string; source: SourceFile }[]
  checker: Checker
  typeOf: (node: Node) => Type | undefined
  /** Where a name was declared, through imports. */
  declarationOf: (name: Node) => Node | undefined
  /** Every call of a function in these files. */
  callsOf: (declaration: Node) => CallExpression[]
  close: () => void
}

/** Asks the checker of this project, which reads all of it in a few seconds; `wanted` are paths from `root`. */
export function openSources(root: string, wanted: (path: string) => boolean): Sources {
  const api = new API({ cwd: root })
  const [project] = api.updateSnapshot({ openProjects: [`${root}/tsconfig.json`] }).getProjects()
  if (!project) throw new Error('The type checker found no project.')
  const { checker, program } = project
  const files = filesOf(program, root).filter(({ path }) => wanted(path))
  const declarationOf = (name: Node): Node | undefined => declared(checker, name)
  let calls: Map<string, CallExpression[]> | undefined
  return {
    files,
    checker,
    typeOf: (node) => checker.getTypeAtLocation(node),
    declarationOf,
    callsOf: (declaration) => {
      calls ??= callsByName(files.map(({ source }) => source))
      const name = nameOf(declaration)
      return (calls.get(name ?? '') ?? []).filter(({ expression }) => isSame(declarationOf(expression), declaration))
    },
    close: () => api.close(),
  }
}

const filesOf = (program: Program, root: string): { path: string; source: SourceFile }[] =>
  program.getSourceFileNames().flatMap((name) => {
    const source = name.startsWith(`${root}/`) ? program.getSourceFile(name) : undefined
    return source ? [{ path: name.slice(root.length + 1), source }] : []
  })

function declared(checker: Checker, name: Node): Node | undefined {
  const found = checker.getSymbolAtLocation(name)
  const symbol: Symbol | undefined =
    found && (found.flags & SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(found) : found
  const handle = symbol?.valueDeclaration ?? symbol?.declarations[0]
  if (!handle) return undefined
  const node = handle.resolve()
  return node && !isImportSpecifier(node) ? node : undefined
}

/** The function that a declaration stands for: itself, or the arrow that a constant holds. */
export function functionOf(declaration: Node) {
  if (isFunctionDeclaration(declaration) || isArrowFunction(declaration)) return declaration
  if (isVariableDeclaration(declaration) && declaration.initializer && isArrowFunction(declaration.initializer))
    return declaration.initializer
  return undefined
}

const nameOf = (declaration: Node): string | undefined =>
  (isFunctionDeclaration(declaration) || isVariableDeclaration(declaration)) &&
  declaration.name &&
  isIdentifier(declaration.name)
    ? declaration.name.text
    : undefined

const isSame = (one: Node | undefined, other: Node): boolean =>
  one !== undefined && one.pos === other.pos && one.getSourceFile().fileName === other.getSourceFile().fileName

function callsByName(files: readonly SourceFile[]): Map<string, CallExpression[]> {
  const calls = new Map<string, CallExpression[]>()
  for (const file of files)
    walk(file, (node) => {
      if (isCallExpression(node) && isIdentifier(node.expression))
        calls.set(node.expression.text, [...(calls.get(node.expression.text) ?? []), node])
    })
  return calls
}

export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  node.forEachChild((child) => {
    walk(child, visit)
    return undefined
  })
}

/** The members of a union, or the type alone. */
export const membersOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type])

export const isNothing = (type: Type): boolean => (type.flags & (TypeFlags.Null | TypeFlags.Undefined)) !== 0

/** What a statement is given at run time: `nullable` as its type says, `items` whether a list of it may hold null. */
export type Given = { nullable: boolean; nullableItems: boolean }

/** Whether a value of this type is a part of a statement, and not given to it. */
export const isFragment = (checker: Checker, type: Type): boolean =>
  membersOf(type).some((one) => checker.getPropertyOfType(one, 'toOperationNode') !== undefined)

/** What lists of this type hold. */
const itemsOf = (checker: Checker, type: Type): Type[] =>
  membersOf(type).flatMap((one) => {
    const item = checker.isArrayLikeType(one) ? checker.getIndexInfosOfType(one)[0]?.valueType : undefined
    return item ? [item] : []
  })

export const givenBy = (checker: Checker, type: Type): Given => ({
  nullable: membersOf(type).some(isNothing),
  nullableItems: itemsOf(checker, type).some((item) => membersOf(item).some(isNothing)),
})

/** Whether a statement may be made of it: fragments, lists of them, and names of columns. */
export const carriesSql = (checker: Checker, type: Type): boolean =>
  isFragment(checker, type) ||
  itemsOf(checker, type).some((item) => isFragment(checker, item)) ||
  membersOf(type).some((one) => (one.flags & TypeFlags.StringLike) !== 0)

/** The words that a type allows, if it is one of words. */
export const wordsOf = (type: Type | undefined): string[] =>
  (type ? membersOf(type) : []).flatMap((one) => (one.isStringLiteralType() ? [one.value] : [])).toSorted()
