import { Visitor, type ESTree } from 'vite'
import { COLOUR_NAMES } from './colour-names.ts'
import { lineAt, type Finding, type Module, type TextFile } from './sources.ts'

/** The only two places where a colour has a value. */
const PALETTE = new Set(['web/ui/theme.ts', 'web/ui/tokens.css'])
const isPainted = (path: string): boolean => path.startsWith('web/') && !PALETTE.has(path)

const FUNCTIONS = String.raw`(?<![\w-])(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\(`
const HEX = String.raw`(?<![\w&/-])(?<!url\(["']?)#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])`
const VALUE = new RegExp(`${FUNCTIONS}|${HEX}`, 'i')
/** Also with a shade of Mantine's, `red.6`; never inside a longer name, `--nx-red`. */
const NAME = new RegExp(String.raw`(?<![\w.-])(?:${COLOUR_NAMES.join('|')})(?:\.\d)?(?![\w-])`, 'gi')

const message = (colour: string): string =>
  `"${colour.trim()}" is a raw colour: use a name of web/ui/theme.ts or tokens.css`

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
    const found = VALUE.exec(value)?.[0] ?? value.match(NAME)?.[0]
    return found ? [{ file: path, line: lineAt(text, index), rule: 'raw-colour', message: message(found) }] : []
  })
}

/** Properties whose value may be a name that only looks like a colour's. */
const NAMES_A_THING =
  /^(animation|animation-name|composes|container|container-name|content|font-family|grid-area|grid-template-areas|transition|will-change)$/

/** Properties of components and of style objects that paint. */
const PAINTS =
  /^(c|bg|bd|fill|stroke|color|background|boxShadow|textShadow|filter|gradient|(border|outline)(Block|Inline|Top|Right|Bottom|Left)?(Start|End)?|\w+Color)$/
const LINKS = /^(href|to|id|htmlFor|xlinkHref)$/

/** Values in any text of a component; names where something is painted. `themeNames` are those of theme.ts. */
export function findColoursInCode(module: Module, themeNames: ReadonlySet<string>): Finding[] {
  if (!isPainted(module.path)) return []
  const findings: Finding[] = []
  const painted: ESTree.Span[] = []
  const plainCss: ESTree.Span[] = []
  const links: ESTree.Span[] = []

  function look(node: ESTree.Node, text: string): void {
    const found =
      (within(links, node) ? undefined : VALUE.exec(text)?.[0]) ??
      (within(painted, node) ? rawName(text, !within(plainCss, node)) : undefined)
    if (found)
      findings.push({
        file: module.path,
        line: lineAt(module.text, node.start),
        rule: 'raw-colour',
        message: message(found),
      })
  }
  const rawName = (text: string, byTheme: boolean): string | undefined =>
    text.match(NAME)?.find((name) => !byTheme || !themeNames.has(name.replace(/\.\d$/, '')))

  new Visitor({
    JSXAttribute: ({ name, value }) => {
      const attribute = name.type === 'JSXIdentifier' ? name.name : ''
      if (value && PAINTS.test(attribute)) painted.push(value)
      if (value && LINKS.test(attribute)) links.push(value)
      if (value && /^styles?$/.test(attribute)) plainCss.push(value)
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

/** The keys of `colors: { … }` in theme.ts: names that a component may say. */
export function themeNamesOf(theme: Module | undefined): Set<string> {
  const names = new Set<string>()
  if (!theme) return names
  new Visitor({
    Property: ({ key, value }) => {
      if (key.type !== 'Identifier' || key.name !== 'colors' || value.type !== 'ObjectExpression') return
      for (const one of value.properties)
        if (one.type === 'Property' && one.key.type === 'Identifier') names.add(one.key.name)
    },
  }).visit(theme.program)
  return names
}
