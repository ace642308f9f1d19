import { Visitor, type ESTree } from 'vite'
import { COLOUR_NAMES } from './colour-names.ts'
import { lineAt, type Finding, type Module, type TextFile } from './sources.ts'

/** The only place where a colour has a value. */
const PALETTE = 'web/ui/tokens.css'
const isPainted = (path: string): boolean => path.startsWith('web/') && path !== PALETTE

const FUNCTIONS = String.raw`(?<![\w-])(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(`
const HEX = String.raw`(?<![\w&/-])(?<!url\(["']?)#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])`
const VALUE = new RegExp(`${FUNCTIONS}|${HEX}`, 'i')
/** Never inside a longer name, `--nx-red`. */
const NAME = new RegExp(String.raw`(?<![\w.-])(?:${COLOUR_NAMES.join('|')})(?![\w-])`, 'i')

const message = (colour: string): string => `"${colour.trim()}" is a raw colour: use a name of ${PALETTE}`

/** Declarations of a style sheet, read without its comments, strings and addresses. */
export function findColoursInCss({ path, text }: TextFile): Finding[] {
  if (!path.endsWith('.css') || !isPainted(path)) return []
  const bare = text.replace(/\/\*[\s\S]*?\*\/|"[^"\n]*"|'[^'\n]*'|url\([^)]*\)/g, (piece) =>
    piece.replace(/[^\n]/g, ' '),
  )
  const declarations = bare.matchAll(/(?<=[{;\s]|^)(?<property>[\w-]+)\s*:(?<value>[^;{}]*)(?=[;}]|$)/g)
  return [...declarations].flatMap(({ index, groups }) => {
    const { property = '', value = '' } = groups ?? {}
    if (NAMES_A_THING.test(property)) return []
    const found = VALUE.exec(value)?.[0] ?? NAME.exec(value)?.[0]
    return found ? [{ file: path, line: lineAt(text, index), rule: 'raw-colour', message: message(found) }] : []
  })
}

/** Properties whose value may be a name that only looks like a colour's. */
const NAMES_A_THING =
  /^(animation|animation-name|composes|container|container-name|content|font-family|grid-area|grid-template-areas|transition|will-change)$/

/** Properties of components and of style objects that paint. */
const PAINTS =
  /^(fill|stroke|color|background|boxShadow|textShadow|filter|gradient|(border|outline)(Block|Inline|Top|Right|Bottom|Left)?(Start|End)?|\w+Color)$/
const LINKS = /^(href|to|id|htmlFor|xlinkHref)$/

/** Values in any text of a component; names where something is painted. */
export function findColoursInCode(module: Module): Finding[] {
  if (!isPainted(module.path)) return []
  const findings: Finding[] = []
  const painted: ESTree.Span[] = []
  const links: ESTree.Span[] = []

  function look(node: ESTree.Node, text: string): void {
    const found =
      (within(links, node) ? undefined : VALUE.exec(text)?.[0]) ??
      (within(painted, node) ? NAME.exec(text)?.[0] : undefined)
    if (found)
      findings.push({
        file: module.path,
        line: lineAt(module.text, node.start),
        rule: 'raw-colour',
        message: message(found),
      })
  }

  new Visitor({
    JSXAttribute: ({ name, value }) => {
      const attribute = name.type === 'JSXIdentifier' ? name.name : ''
      if (value && PAINTS.test(attribute)) painted.push(value)
      if (value && LINKS.test(attribute)) links.push(value)
    },
    Property: ({ key, value }) => {
      if (PAINTS.test(key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : ''))
        painted.push(value)
    },
    Literal: (node) => (typeof node.value === 'string' ? look(node, node.value) : undefined),
    TemplateElement: (node) => look(node, node.value.raw),
  }).visit(module.program)
  return findings
}

const within = (spans: readonly ESTree.Span[], { start, end }: ESTree.Span): boolean =>
  spans.some((span) => span.start <= start && end <= span.end)
