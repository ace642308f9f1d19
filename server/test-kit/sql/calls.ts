import type { Checker } from 'typescript/unstable/sync'
import type { CallExpression, Expression, Node, TemplateExpression } from 'typescript/unstable/ast'
import { isNumericLiteral } from 'typescript/unstable/ast/is'
import { Unfilled, type Part, type Scope, type Value } from './scope.ts'

/** What following an expression can do. */
export type Follow = {
  checker: Checker
  declared: (declaration: Node, scope: Scope | null) => Value
  value: (node: Node, scope: Scope | null) => Value
  text: (node: Node, scope: Scope | null) => string
  asSql: (value: Value, at: Node) => Part[]
  apply: (callee: Extract<Value, { kind: 'function' }>, given: (() => Value)[]) => Value
}

/** `sql.join`, `sql.ref` and their like. */
export function ofKysely(follow: Follow, name: string, node: CallExpression, scope: Scope | null): Value {
  const [first, second] = node.arguments
  if (!first) return { kind: 'unknown', node }
  if (name === 'join') return joined(follow, first, second, scope)
  if (name === 'raw' || name === 'lit') {
    const text = follow.text(first, scope)
    const quoted =
      name === 'raw' || isNumericLiteral(first) || /^\d+$/.test(text) ? text : `'${text.replaceAll(`'`, `''`)}'`
    return { kind: 'sql', parts: [quoted] }
  }
  const path = follow.text(first, scope).split('.')
  return { kind: 'sql', parts: [path.map((word) => `"${word}"`).join('.')] }
}

function joined(follow: Follow, list: Expression, separator: Expression | undefined, scope: Scope | null): Value {
  const value = follow.value(list, scope)
  if (value.kind !== 'list') throw new Unfilled(`${list.getText().slice(0, 60)} is no list`)
  const between = separator ? follow.asSql(follow.value(separator, scope), separator) : [', ']
  return {
    kind: 'sql',
    parts: value.items.flatMap((item, place) => [...(place > 0 ? between : []), ...follow.asSql(item, list)]),
  }
}

/** What lists are asked: of a list that only the run knows, one item stands for all. */
export function ofList(
  follow: Follow,
  name: string,
  node: CallExpression,
  list: Expression,
  scope: Scope | null,
): Value | undefined {
  if (!['map', 'flatMap', 'filter', 'toSorted', 'toReversed', 'slice'].includes(name)) return undefined
  const value = follow.value(list, scope)
  const items: Value[] = value.kind === 'list' ? value.items : [{ kind: 'unknown', node: list }]
  const [first] = node.arguments
  if (!first || !['map', 'flatMap'].includes(name)) return { kind: 'list', items }
  const each = follow.value(first, scope)
  if (each.kind !== 'function') return { kind: 'unknown', node }
  const mapped = items.map((item) => follow.apply(each, [() => item]))
  return {
    kind: 'list',
    items: mapped.flatMap((one) => (name === 'flatMap' && one.kind === 'list' ? one.items : [one])),
  }
}

/** A text with values in it, where those are known. */
export function templateText(follow: Follow, node: TemplateExpression, scope: Scope | null): Value {
  const pieces = node.templateSpans.map(({ expression, literal }) => follow.text(expression, scope) + literal.text)
  return { kind: 'text', text: node.head.text + pieces.join('') }
}
