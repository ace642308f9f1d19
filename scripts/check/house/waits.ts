import { Visitor, type ESTree } from 'vite'
import { isTest, lineAt, type Finding, type Module } from './sources.ts'

/** The only code of tests that may let time pass, and why. */
const MAY_WAIT: Record<string, string> = {
  'server/test-kit/until.ts': 'asks again and again until a fact holds, and has an end',
  'server/test-kit/silent-proxy.ts': 'stands in for a slow network',
}

const WAITS = new Set(['setTimeout', 'setInterval', 'sleep', 'waitForTimeout'])
const TIMERS = /^(node:)?timers(\/promises)?$/
const STOPWATCHES = new Set(['performance.now', 'process.hrtime', 'process.cpuUsage', 'process.threadCpuUsage'])
const COMPARISONS = new Set(['<', '>', '<=', '>='])
const COMPARES = /^to(Be)?(LessThan|GreaterThan|CloseTo)/

/** Tests that sleep, and tests that measure: their outcome depends on how busy the machine is. */
export function findWaits(module: Module): Finding[] {
  if (!isTestCode(module.path)) return []
  const findings: Finding[] = []
  const add = (node: ESTree.Node, rule: string, message: string): void => {
    findings.push({ file: module.path, line: lineAt(module.text, node.start), rule, message })
  }
  const refuseWait = (node: ESTree.Node, name: string): void => {
    if (WAITS.has(name) && !(module.path in MAY_WAIT))
      add(node, 'no-sleep', 'wait for the fact itself: until() of server/test-kit, expect.poll, or a promise')
  }
  const refuseStopwatch = (node: ESTree.Node): void =>
    add(node, 'no-stopwatch', 'assert what came before what; a promise of speed is measured in bench/')
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      if (!TIMERS.test(source.value)) return
      for (const one of specifiers) if (one.type === 'ImportSpecifier') refuseWait(one, nameOf(one.imported))
    },
    CallExpression: (node) => {
      const { callee, arguments: given } = node
      refuseWait(node, lastName(callee))
      if (STOPWATCHES.has(fullName(callee))) refuseStopwatch(node)
      if (COMPARES.test(lastName(callee)) && [callee, ...given].some(isTimePassed)) refuseStopwatch(node)
    },
    BinaryExpression: (node) => {
      if (COMPARISONS.has(node.operator) && [node.left, node.right].some(isTimePassed)) refuseStopwatch(node)
    },
  }).visit(module.program)
  return findings
}

const isTestCode = (path: string): boolean => isTest(path) || path.includes('/test-kit/')

/** Whether something is subtracted from the present time, or the present time from something, in this expression. */
function isTimePassed(expression: ESTree.Node): boolean {
  let isFound = false
  const program = { type: 'Program', body: [{ type: 'ExpressionStatement', expression }] } as unknown as ESTree.Program
  new Visitor({
    BinaryExpression: ({ operator, left, right }) => {
      if (operator === '-' && [left, right].some(isNow)) isFound = true
    },
  }).visit(program)
  return isFound
}

function isNow(node: ESTree.Node): boolean {
  if (node.type === 'NewExpression') return nameOf(node.callee) === 'Date' && node.arguments.length === 0
  return node.type === 'CallExpression' && fullName(node.callee) === 'Date.now'
}

const nameOf = (node: ESTree.Node): string =>
  node.type === 'Identifier' ? node.name : node.type === 'Literal' ? String(node.value) : ''

const lastName = (node: ESTree.Node): string =>
  node.type === 'MemberExpression' ? nameOf(node.property) : nameOf(node)

const fullName = (node: ESTree.Node): string =>
  node.type === 'MemberExpression' ? `${nameOf(node.object)}.${nameOf(node.property)}` : nameOf(node)
