import { existsSync } from 'node:fs'
import path from 'node:path'
import { chunks as staffChunks, type Chunk } from '../web/app/chunks.ts'
import { chunks as portalChunks } from '../web/app/portal/chunks.ts'
import { languages } from '../web/languages/languages.ts'
import { places } from '../web/languages/places.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const CATALOGS = path.join(ROOT, 'web/languages')

/** The bundler's own helpers, which it puts into a module. */
export const HELPERS = '\0rolldown/runtime.js'

/** Whether the entries of a manifest (web/app/chunks.ts) name a module. Throws for an entry that names nothing there is. */
export function namedIn(entries: readonly string[]): (id: string) => boolean {
  const tests = entries.map(testOf)
  return (id) => tests.some((holds) => holds(id.split('?', 1)[0] ?? id))
}

function testOf(entry: string): (id: string) => boolean {
  const isPackage = !/^(contract|web)\//.test(entry)
  const place = path.join(ROOT, isPackage ? 'node_modules' : '', entry.replace(/[*/]+$/, ''))
  if (!existsSync(place)) throw new Error(`A chunk of the page names ${entry}, which is not there.`)
  if (entry.endsWith('/*')) return (id) => path.dirname(id) === place
  const isFolder = isPackage ? path.extname(entry) === '' : entry.endsWith('/')
  return isFolder ? (id) => id.startsWith(`${place}/`) : (id) => id === place
}

/** The catalogs of a place, as modules. */
export const catalogFiles = (language: string, names: readonly string[]): string[] =>
  names.map((name) => path.join(CATALOGS, language, `${name}.json`))

export const isCatalog = (id: string): boolean => id.endsWith('.json') && path.dirname(path.dirname(id)) === CATALOGS

type Group = { name: string; test: (id: string) => boolean; priority: number }

/** The files of a page, the first before the others; of the staff's, for each language one of what is said first. */
export function groupsOf(page: 'staff' | 'portal'): Group[] {
  const chunks = page === 'portal' ? portalChunks : staffChunks
  const spoken = page === 'portal' ? [] : Object.keys(languages)
  const texts = spoken.map((language) => {
    const files = catalogFiles(language, places.before)
    return { name: language, test: (id: string) => files.includes(id), priority: chunks.length + 1 }
  })
  return [...texts, ...chunks.map((chunk, at) => ({ ...groupOf(chunk), priority: chunks.length - at }))]
}

function groupOf({ name, holds, but = [] }: Chunk): Pick<Group, 'name' | 'test'> {
  const [isHeld, isLeftOut] = [namedIn(holds), namedIn(but)]
  return { name, test: (id) => (name === 'core' && id === HELPERS) || (isHeld(id) && !isLeftOut(id)) }
}
