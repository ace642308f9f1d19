import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { findVoiceFaults } from './voice.ts'

/** Where the catalogs lie, below the project: a folder of JSON files for each language. */
export const LANGUAGES = 'web/languages'
/** The language in which texts are written first. */
export const SOURCE_LANGUAGE = 'en'

/** Ids have three parts, so abilities such as 'people.read' are no ids. */
const ID =
  /['"`]((?:app|billing|checkin|followup|identity|messaging|operator|people|portal|ui)(?:\.[A-Za-z0-9]+){2})['"`]/g

type Catalog = Record<string, string>

/** What is wrong with the texts of the project at `root`, as sentences; nothing when all is well. */
export function findTextFaults(root: string): string[] {
  const folder = path.join(root, LANGUAGES)
  const tags = readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
  const source = readCatalog(folder, SOURCE_LANGUAGE)
  const used = idsUsedIn(path.join(root, 'web'))
  return [
    ...[...used].filter((id) => !(id in source)).map((id) => `${id}: a screen uses it, and nothing is written for it`),
    ...Object.keys(source)
      .filter((id) => !used.has(id))
      .map((id) => `${id}: written, and no screen uses it`),
    ...tags.flatMap((tag) => {
      const catalog = readCatalog(folder, tag)
      const worded = Object.entries(catalog).flatMap(([id, sentence]) => findVoiceFaults(tag, id, sentence))
      return [...notLoaded(folder, tag), ...findUnequal(tag, source, catalog), ...worded]
    }),
  ]
}

const filesOf = (folder: string, tag: string): string[] =>
  readdirSync(path.join(folder, tag)).filter((file) => file.endsWith('.json'))

const readCatalog = (folder: string, tag: string): Catalog =>
  Object.assign(
    {},
    ...filesOf(folder, tag).map((file) => JSON.parse(readFileSync(path.join(folder, tag, file), 'utf8')) as Catalog),
  ) as Catalog

/** A catalog reaches the page of the staff or the portal through a list, or the portal with the screens that need it. */
function notLoaded(folder: string, tag: string): string[] {
  const loaders = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
    .join('\n')
  return filesOf(folder, tag)
    .filter((file) => !loaders.includes(`./${tag}/${file}`))
    .map((file) => `${tag}/${file}: no page loads it`)
}

function idsUsedIn(web: string): Set<string> {
  const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.includes('languages'))
    .map((file) => readFileSync(path.join(web, file), 'utf8'))
  return new Set([...sources.join('\n').matchAll(ID)].map((hit) => hit[1] ?? ''))
}

function findUnequal(tag: string, source: Catalog, translated: Catalog): string[] {
  const faults = Object.keys(translated)
    .filter((id) => !(id in source))
    .map((id) => `${tag} ${id}: not a text of ${SOURCE_LANGUAGE}`)
  for (const [id, sentence] of Object.entries(source)) {
    const translation = translated[id]?.trim()
    if (!translation) faults.push(`${tag} ${id}: not translated`)
    else if (filledIn(translation) !== filledIn(sentence))
      faults.push(`${tag} ${id}: fills in "${filledIn(translation)}" instead of "${filledIn(sentence)}"`)
  }
  return faults
}

const filledIn = (sentence: string): string => [...new Set(holes(compileMessageOrThrow(sentence)))].sort().join(' ')

/** The names that a sentence fills in, in every branch of its plurals, and the elements it stands around. */
function holes(tokens: CompiledMessage): string[] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return [...token.matchAll(/<(\w+)\/?>/g)].map((hit) => hit[1] ?? '')
    const [name, , branches] = token
    const inside = typeof branches === 'object' && branches !== null ? Object.values(branches) : []
    return [
      name,
      ...inside.flatMap((branch: unknown) => (Array.isArray(branch) ? holes(branch as CompiledMessage) : [])),
    ]
  })
}
