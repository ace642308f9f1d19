import type { BindingName, Node } from 'typescript/unstable/ast'
import {
  isIdentifier,
  isObjectBindingPattern,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
} from 'typescript/unstable/ast/is'
import type { Follow } from './calls.ts'
import { keyOf, lookUp, type Scope, type Value } from './scope.ts'

/** A property of an object that stands in the code. */
export function propertyOf(follow: Follow, { node, scope }: Extract<Value, { kind: 'object' }>, name: string): Value {
  for (const property of node.properties) {
    if (keyOf(property) !== name) continue
    if (isPropertyAssignment(property)) return follow.value(property.initializer, scope)
    if (isShorthandPropertyAssignment(property)) return shorthand(follow, name, property, scope)
  }
  return { kind: 'unknown', node }
}

function shorthand(follow: Follow, name: string, node: Node, scope: Scope): Value {
  const known = lookUp(scope, name)
  if (known) return known()
  const symbol = follow.checker.getShorthandAssignmentValueSymbol(node)
  const declaration = symbol?.valueDeclaration?.resolve()
  return declaration ? follow.declared(declaration, scope) : { kind: 'unknown', node }
}

/** Names what a function is given, or a constant holds. */
export function bind(follow: Follow, name: BindingName, value: () => Value, scope: Scope): void {
  if (isIdentifier(name)) return void scope.values.set(name.text, value)
  if (!isObjectBindingPattern(name)) return
  for (const element of name.elements) {
    if (element.dotDotDotToken || !element.name || !isIdentifier(element.name)) continue
    const wanted = element.propertyName?.getText() ?? element.name.text
    const { text } = element.name
    scope.values.set(text, () => {
      const object = value()
      return object.kind === 'object' ? propertyOf(follow, object, wanted) : { kind: 'unknown', node: element }
    })
  }
}
