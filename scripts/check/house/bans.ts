import { Visitor, type ESTree } from 'vite'
import { isTest, lineAt, type Finding, type Module, type TextFile } from './sources.ts'

type Ban = { rule: string; message: string; where: (path: string) => boolean }

const isWeb = (path: string): boolean => path.startsWith('web/')
/** What an act or a rule may not ask for by itself: the time and chance are given to it. */
const isAct = (path: string): boolean =>
  /^(contract|server\/(?!platform\/|demo\/|test-kit\/|api-tests\/)[^/]+\/)/.test(path)
const isProduct = (path: string): boolean => /^(contract|server|web)\//.test(path) && !path.startsWith('server/demo/')

const bans = {
  now: {
    rule: 'clock-place',
    message: 'the time is an argument: take `at`, or the clock of the context',
    where: isAct,
  },
  chance: { rule: 'chance-place', message: 'chance comes from node:crypto', where: isProduct },
  print: { rule: 'log-place', message: 'write to the log of the context', where: (path) => isAct(path) || isWeb(path) },
  text: { rule: 'text-in-jsx', message: 'a text has a key in web/languages', where: isWeb },
  fetch: {
    rule: 'raw-fetch',
    message: 'calls of the contract go through web/api/call.ts',
    where: (path) => isWeb(path) && path !== 'web/api/call.ts',
  },
  html: { rule: 'inner-html', message: 'no markup from a text', where: isWeb },
  intl: {
    rule: 'intl-place',
    message: 'numbers, dates and names are formatted in web/languages: useFormat, useMoney, useCountryName',
    where: (path) => isWeb(path) && !path.startsWith('web/languages/'),
  },
  mutation: {
    rule: 'mutation-place',
    message: 'change things through useCall of web/api: it is busy, and reads anew what it changes',
    where: isWeb,
  },
  style: { rule: 'inline-style', message: 'what is written out stands in a sheet: use a class', where: isWeb },
} satisfies Record<string, Ban>

/** Ways of doing things for which the house has one other way. */
export function findBanned(module: Module): Finding[] {
  const { path, text } = module
  if (isTest(path)) return []
  const findings: Finding[] = []
  const refuse = (node: ESTree.Span, { rule, message, where }: Ban): void => {
    if (where(path)) findings.push({ file: path, line: lineAt(text, node.start), rule, message })
  }
  new Visitor({
    NewExpression: (node) => {
      if (named(node.callee) === 'Date' && node.arguments.length === 0) refuse(node, bans.now)
      if (isFormatter(node)) refuse(node, bans.intl)
    },
    CallExpression: (node) => {
      const called = named(node.callee)
      if (called === 'Math.random') refuse(node, bans.chance)
      if (called.startsWith('console.')) refuse(node, bans.print)
      if (called === 'fetch' && asksApi(node.arguments[0])) refuse(node, bans.fetch)
      if (isFormatter(node)) refuse(node, bans.intl)
      if (called === 'useMutation') refuse(node, bans.mutation)
    },
    JSXText: (node) => {
      if (isSpoken(node.value)) refuse(node, bans.text)
    },
    JSXAttribute: ({ name, value, ...node }) => {
      const attribute = name.type === 'JSXIdentifier' ? name.name : ''
      if (attribute === 'dangerouslySetInnerHTML') refuse(node, bans.html)
      if (attribute === 'style' && isFixed(value)) refuse(node, bans.style)
      if (SPOKEN.has(attribute) && value?.type === 'Literal' && isSpoken(String(value.value))) refuse(node, bans.text)
    },
  }).visit(module.program)
  return findings
}

/** Words of a language: neither a key of the catalogs nor the product's own name. */
const isSpoken = (text: string): boolean => /\p{L}/u.test(text) && !/^\s*(Narthex|[a-z]\w*(\.\w+)+)\s*$/.test(text)

const SPEAKS = new Set(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'])

/** `Intl.` of a language, and what formats by one; without a language it is about signs or the device. */
function isFormatter({ callee, arguments: given }: ESTree.CallExpression | ESTree.NewExpression): boolean {
  if (SPEAKS.has(memberOf(callee))) return true
  if (memberOf(callee) === 'localeCompare') return given.length > 1
  const [language] = given
  return named(callee).startsWith('Intl.') && language !== undefined && named(language) !== 'undefined'
}

const memberOf = (node: ESTree.Node): string =>
  node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : ''

function asksApi(address: ESTree.Node | undefined): boolean {
  const start =
    address?.type === 'TemplateLiteral' ? address.quasis[0]?.value.raw : address?.type === 'Literal' && address.value
  return String(start).startsWith('/api')
}

/** A style that is measured or counted cannot stand in a sheet; one that is written out can. */
function isFixed(value: ESTree.Node | null): boolean {
  if (value?.type !== 'JSXExpressionContainer') return true
  const { expression } = value
  return (
    expression.type === 'ObjectExpression' &&
    expression.properties.every((one) => one.type === 'Property' && one.value.type === 'Literal')
  )
}

/** Attributes that are read out or shown. */
const SPOKEN = new Set(['alt', 'aria-label', 'aria-description', 'label', 'placeholder', 'title'])

/** `a.b` of an identifier or a member of one. */
function named(node: ESTree.Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression' || node.computed || node.property.type !== 'Identifier') return ''
  return `${named(node.object)}.${node.property.name}`
}

/** A rule of a sheet that shouts cannot be outdone by the next one. What it must outdo is said beside it. */
export function findShouting({ path, text }: TextFile): Finding[] {
  if (!path.startsWith('web/') || !path.endsWith('.css')) return []
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
  return [...bare.matchAll(/!important/g)].map(({ index }) => ({
    file: path,
    line: lineAt(text, index),
    rule: 'important',
    message: 'no !important: make the rule that it outdoes weaker',
  }))
}
