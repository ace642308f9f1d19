import { Visitor, type ESTree } from 'vite'
import { isTest, lineAt, type Finding, type Module } from './sources.ts'

const SWITCHED_OFF = new Set(['only', 'skip', 'skipIf', 'todo', 'fails'])
const MOCKS = new Set(['mock', 'doMock', 'importMock'])

/** Tests that are switched off or stand alone, and mocked modules: a green run must mean that everything ran. */
export function findWeakTests(module: Module): Finding[] {
  if (!isTest(module.path)) return []
  const findings: Finding[] = []
  const add = (node: ESTree.Node, rule: string, message: string): void => {
    findings.push({ file: module.path, line: lineAt(module.text, node.start), rule, message })
  }
  const refuseSwitch = (node: ESTree.Node, name: string): void => {
    if (SWITCHED_OFF.has(name)) add(node, `no-${name}`, `"${name}" switches tests off`)
  }
  new Visitor({
    MemberExpression: (node) => refuseSwitch(node, nameOf(node.property)),
    // test('…', { skip: true }, …) and ({ skip }) => skip()
    Property: (node) => (isTrue(node.value) || node.shorthand ? refuseSwitch(node, nameOf(node.key)) : undefined),
    CallExpression: (node) => {
      const [asserted] = node.arguments
      if (nameOf(node.callee) === 'expect' && asserted?.type === 'Literal')
        add(node, 'empty-assertion', 'a literal is what it is: assert what the product did')
      if (node.callee.type !== 'MemberExpression' || node.arguments.length === 0) return
      if (MOCKS.has(nameOf(node.callee.property)))
        add(node, 'no-module-mock', 'mock no module: the sandbox and a real database are there')
    },
  }).visit(module.program)
  return findings
}

const isTrue = (node: ESTree.Node): boolean => node.type === 'Literal' && node.value === true

function nameOf(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name
  return node.type === 'Literal' ? String(node.value) : ''
}
