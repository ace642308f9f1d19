import type { Checker } from 'typescript/unstable/sync'
import type {
  Block,
  CallExpression,
  Expression,
  Node,
  ParameterDeclaration,
  Statement,
  TaggedTemplateExpression,
} from 'typescript/unstable/ast'
import * as ts from 'typescript/unstable/ast/is'
import { ofKysely, ofList, templateText, type Follow } from './calls.ts'
import { bind, propertyOf } from './objects.ts'
import {
  emptyScope,
  enclosing,
  keyOf,
  lookUp,
  once,
  placeOf,
  Unfilled,
  type FunctionNode,
  type Part,
  type Scope,
  type Value,
} from './scope.ts'
import { carriesSql, functionOf, givenBy, isFragment, wordsOf, type Sources } from './source.ts'

/** Takes one way at each fork of a statement: the fork's name tells forks on the same condition that they are one. */
export type Choose = (fork: string, ways: number) => number

const DEEPEST = 24

/**
 * Fills a statement in as running it would: fragments become text, whatever is no fragment a parameter. Calls of functions
 * that make fragments are followed over all files; where the code forks, `choose` says which way.
 */
export function fillIn(sources: Sources, template: TaggedTemplateExpression, choose: Choose): Part[] {
  return new Filling(sources, choose).statement(template)
}

class Filling implements Follow {
  readonly #sources: Sources
  readonly #choose: Choose
  readonly checker: Checker
  #depth = 0
  constructor(sources: Sources, choose: Choose) {
    this.#sources = sources
    this.#choose = choose
    this.checker = sources.checker
  }

  statement(template: TaggedTemplateExpression): Part[] {
    return this.#parts(template, this.#scopeAround(template))
  }

  /** What the functions around a statement have done by the time it is made. */
  #scopeAround(node: Node): Scope | null {
    const around = enclosing(node)
    if (!around) return null
    const scope: Scope = { values: new Map(), outer: this.#scopeAround(around) }
    if (around.body && ts.isBlock(around.body)) this.#run(around.body, scope, (statement) => statement.end <= node.pos)
    return scope
  }

  #parts(template: TaggedTemplateExpression, scope: Scope | null): Part[] {
    const text = template.template
    if (ts.isNoSubstitutionTemplateLiteral(text)) return [text.text]
    return [
      text.head.text,
      ...text.templateSpans.flatMap(({ expression, literal }) => [...this.#span(expression, scope), literal.text]),
    ]
  }

  #span(expression: Expression, scope: Scope | null): Part[] {
    const type = this.#sources.typeOf(expression)
    if (!type) throw new Unfilled(`no type of ${expression.getText()}`)
    if (!isFragment(this.checker, type)) return [givenBy(this.checker, type)]
    return this.asSql(this.value(expression, scope), expression)
  }

  asSql(value: Value, at: Node): Part[] {
    if (value.kind === 'sql') return value.parts
    throw new Unfilled(`${at.getText().slice(0, 60)} is not to be followed`)
  }

  value(node: Node, scope: Scope | null): Value {
    if (this.#depth > DEEPEST) throw new Unfilled('too deep')
    this.#depth += 1
    try {
      return this.#evaluate(node, scope)
    } finally {
      this.#depth -= 1
    }
  }

  #evaluate(node: Node, scope: Scope | null): Value {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
      return this.value(node.expression, scope)
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isNumericLiteral(node))
      return { kind: 'text', text: node.text }
    if (ts.isTaggedTemplateExpression(node)) return this.#tagged(node, scope)
    if (ts.isTemplateExpression(node)) return templateText(this, node, scope)
    if (ts.isConditionalExpression(node)) {
      const way = this.#isFalse(node.condition, scope)
      return this.value(way === 0 ? node.whenTrue : node.whenFalse, scope)
    }
    if (ts.isBinaryExpression(node) && ['??', '||', '&&'].includes(node.operatorToken.getText())) {
      const isThere = this.#fork(node.left, 2) === 0
      return this.value(isThere === (node.operatorToken.getText() === '&&') ? node.right : node.left, scope)
    }
    if (ts.isArrayLiteralExpression(node))
      return { kind: 'list', items: node.elements.flatMap((item) => this.#items(item, scope)) }
    if (ts.isObjectLiteralExpression(node)) return { kind: 'object', node, scope: scope ?? emptyScope() }
    if (ts.isArrowFunction(node)) return { kind: 'function', node, scope: scope ?? emptyScope() }
    if (ts.isPropertyAccessExpression(node)) return this.#member(node, node.name.text, scope)
    if (ts.isElementAccessExpression(node)) return this.#element(node, scope)
    if (ts.isCallExpression(node)) return this.#call(node, scope)
    if (ts.isIdentifier(node)) return this.#named(node, scope)
    return { kind: 'unknown', node }
  }

  #items(item: Node, scope: Scope | null): Value[] {
    if (!ts.isSpreadElement(item)) return [this.value(item, scope)]
    const spread = this.value(item.expression, scope)
    return spread.kind === 'list' ? spread.items : [{ kind: 'unknown', node: item.expression }]
  }

  #tagged(node: TaggedTemplateExpression, scope: Scope | null): Value {
    if (node.tag.getText() === 'sql') return { kind: 'sql', parts: this.#parts(node, scope) }
    return { kind: 'unknown', node }
  }

  /** A text that is known, or each of those that its type allows. */
  text(node: Node, scope: Scope | null): string {
    const word = this.#knownText(node, scope)
    if (word === undefined) throw new Unfilled(`${node.getText()} may be any text`)
    return word
  }

  #knownText(node: Node, scope: Scope | null): string | undefined {
    const value = this.value(node, scope)
    if (value.kind === 'text') return value.text
    if (value.kind !== 'unknown') return undefined
    const words = wordsOf(this.#sources.typeOf(node))
    // By where it came from: it is the same one wherever it went.
    return words[this.#choose(`text ${placeOf(value.node)} ${value.node.pos}`, words.length)]
  }

  #member(node: Node & { expression: Expression }, name: string, scope: Scope | null): Value {
    const object = this.value(node.expression, scope)
    return object.kind === 'object' ? propertyOf(this, object, name) : { kind: 'unknown', node }
  }

  #element(node: Node & { expression: Expression; argumentExpression: Expression }, scope: Scope | null): Value {
    const object = this.value(node.expression, scope)
    if (object.kind !== 'object') return { kind: 'unknown', node }
    const index = this.#knownText(node.argumentExpression, scope)
    if (index !== undefined) return propertyOf(this, object, index)
    const names = object.node.properties.map(keyOf)
    return propertyOf(this, object, names[this.#fork(node.argumentExpression, names.length)] ?? '')
  }

  /** 0: the condition is true. What compares a text that is known leaves no choice. */
  #isFalse(condition: Node, scope: Scope | null): number {
    if (ts.isBinaryExpression(condition) && ts.isStringLiteral(condition.right)) {
      const word = this.#textOrNone(condition.left, scope)
      const operator = condition.operatorToken.getText()
      if (word !== undefined && (operator === '===' || operator === '!=='))
        return (word === condition.right.text) === (operator === '===') ? 0 : 1
    }
    return this.#fork(condition, 2)
  }

  #textOrNone(node: Node, scope: Scope | null): string | undefined {
    try {
      return this.#knownText(node, scope)
    } catch (error) {
      if (error instanceof Unfilled) return undefined
      throw error
    }
  }

  #isTrue(condition: Node, scope: Scope | null): number {
    // As a choice of its own the first way is the second: what returns early says the least.
    if (!ts.isBinaryExpression(condition) || !ts.isStringLiteral(condition.right)) return this.#fork(condition, 2)
    return 1 - this.#isFalse(condition, scope)
  }

  #fork(condition: Node, ways: number): number {
    return this.#choose(`${placeOf(condition)} ${condition.getText()}`, ways)
  }

  #call(node: CallExpression, scope: Scope | null): Value {
    const { expression } = node
    if (ts.isPropertyAccessExpression(expression)) {
      if (expression.expression.getText() === 'sql') return ofKysely(this, expression.name.text, node, scope)
      const list = ofList(this, expression.name.text, node, expression.expression, scope)
      if (list) return list
    }
    const callee = this.value(expression, scope)
    if (callee.kind !== 'function') return { kind: 'unknown', node }
    return this.apply(
      callee,
      node.arguments.map((argument) => () => this.value(argument, scope)),
    )
  }

  apply({ node, scope }: Extract<Value, { kind: 'function' }>, given: (() => Value)[]): Value {
    const inner: Scope = { values: new Map(), outer: scope }
    node.parameters.forEach((parameter, place) => {
      const value = given[place] ?? (parameter.initializer && (() => this.value(parameter.initializer as Node, inner)))
      if (value && parameter.name) bind(this, parameter.name, value, inner)
    })
    if (!node.body) return { kind: 'unknown', node }
    if (!ts.isBlock(node.body)) return this.value(node.body, inner)
    return this.#run(node.body, inner, () => true) ?? { kind: 'unknown', node }
  }

  /** Runs the statements of a block as far as they make fragments; answers what it returned. */
  #run(block: Block, scope: Scope, until: (statement: Statement) => boolean): Value | undefined {
    for (const statement of block.statements) {
      if (!until(statement)) return undefined
      const returned = this.#step(statement, scope)
      if (returned) return returned
    }
    return undefined
  }

  #step(statement: Statement, scope: Scope): Value | undefined {
    if (ts.isReturnStatement(statement)) return statement.expression && this.value(statement.expression, scope)
    if (ts.isIfStatement(statement)) {
      const { thenStatement, elseStatement } = statement
      const taken = this.#isTrue(statement.expression, scope) === 0 ? elseStatement : thenStatement
      if (!taken) return undefined
      return ts.isBlock(taken) ? this.#run(taken, scope, () => true) : this.#step(taken, scope)
    }
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations)
        if (name && initializer)
          bind(
            this,
            name,
            once(() => this.value(initializer, scope)),
            scope,
          )
    } else if (ts.isExpressionStatement(statement)) this.#push(statement.expression, scope)
    return undefined
  }

  #push(node: Node, scope: Scope): void {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return
    if (node.expression.name.text !== 'push') return
    const list = this.value(node.expression.expression, scope)
    if (list.kind === 'list') list.items.push(...node.arguments.flatMap((item) => this.#items(item, scope)))
  }

  #named(node: Node & { text: string }, scope: Scope | null): Value {
    const known = lookUp(scope, node.text)
    if (known) return known()
    const declaration = this.#sources.declarationOf(node)
    return declaration ? this.declared(declaration, scope) : { kind: 'unknown', node }
  }

  declared(declaration: Node, scope: Scope | null): Value {
    if (ts.isVariableDeclaration(declaration) && declaration.initializer) {
      // A constant of the module, or of a function around this one.
      const inside = enclosing(declaration)
      return this.value(declaration.initializer, inside ? scope : null)
    }
    if (ts.isFunctionDeclaration(declaration)) return { kind: 'function', node: declaration, scope: emptyScope() }
    if (ts.isParameterDeclaration(declaration)) return this.#fromCallers(declaration, undefined)
    if (ts.isBindingElement(declaration) && declaration.name && ts.isIdentifier(declaration.name)) {
      const parameter = declaration.parent.parent
      const wanted = declaration.propertyName?.getText() ?? declaration.name.text
      if (ts.isParameterDeclaration(parameter) && !declaration.dotDotDotToken)
        return this.#fromCallers(parameter, wanted)
    }
    return { kind: 'unknown', node: declaration }
  }

  /** What a function is called with where nothing else is known: each call is a way of its own. */
  #fromCallers(parameter: ParameterDeclaration, property: string | undefined): Value {
    const unknown: Value = { kind: 'unknown', node: parameter }
    const node = parameter.parent
    const callee = ts.isArrowFunction(node) ? node.parent : node
    const type = this.#sources.typeOf(parameter)
    if (!type || !functionOf(callee) || !(property !== undefined || carriesSql(this.checker, type))) return unknown
    const place = (node as FunctionNode).parameters.indexOf(parameter)
    const calls = this.#sources.callsOf(callee).filter((call) => call.arguments[place])
    const call = calls[this.#choose(`calls ${placeOf(parameter)} ${callee.pos}`, calls.length)]
    const argument = call?.arguments[place]
    if (!call || !argument) return unknown
    const value = this.value(argument, this.#scopeAround(call))
    if (property === undefined) return value
    return value.kind === 'object' ? propertyOf(this, value, property) : unknown
  }
}
