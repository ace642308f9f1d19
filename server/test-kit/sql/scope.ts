import type { Node, ObjectLiteralElementLike, ObjectLiteralExpression } from 'typescript/unstable/ast'
import {
  isArrowFunction,
  isFunctionDeclaration,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
} from 'typescript/unstable/ast/is'
import type { functionOf, Given } from './source.ts'

export type Part = string | Given

/** What an expression comes to, as far as its code alone tells. */
export type Value =
  | { kind: 'sql'; parts: Part[] }
  | { kind: 'list'; items: Value[] }
  | { kind: 'text'; text: string }
  | { kind: 'object'; node: ObjectLiteralExpression; scope: Scope }
  | { kind: 'function'; node: FunctionNode; scope: Scope }
  | { kind: 'unknown'; node: Node }
export type FunctionNode = NonNullable<ReturnType<typeof functionOf>>
/** What names stand for inside a function that is followed. */
export type Scope = { values: Map<string, () => Value>; outer: Scope | null }

/** Why a statement could not be filled in. */
export class Unfilled extends Error {}

export const keyOf = (property: ObjectLiteralElementLike): string =>
  isPropertyAssignment(property) || isShorthandPropertyAssignment(property)
    ? property.name.getText().replaceAll(/^['"]|['"]$/g, '')
    : ''

export const emptyScope = (): Scope => ({ values: new Map(), outer: null })

export function lookUp(scope: Scope | null, name: string): (() => Value) | undefined {
  for (let at = scope; at; at = at.outer) {
    const value = at.values.get(name)
    if (value) return value
  }
  return undefined
}

export function once(work: () => Value): () => Value {
  let done: Value | undefined
  return () => (done ??= work())
}

/** The function in whose body this stands. */
export function enclosing(node: Node): FunctionNode | undefined {
  for (let at = node.parent; at; at = at.parent) if (isArrowFunction(at) || isFunctionDeclaration(at)) return at
  return undefined
}

export const placeOf = (node: Node): string => `${node.getSourceFile().fileName}#${enclosing(node)?.pos ?? 0}`
