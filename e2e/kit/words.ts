import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = path.resolve(import.meta.dirname, '../../web/languages/en')

const texts = Object.assign(
  {},
  ...readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as object),
) as Record<string, string>

/** What a screen says under this id, for walks that do not depend on its wording. */
export function word(id: string): string {
  const text = texts[id]
  if (text === undefined) throw new Error(`There is no text ${id}.`)
  return text
}
