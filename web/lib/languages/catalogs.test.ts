import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { catalog as enInside } from './en-inside.ts'
import { catalog as enBefore } from './en.ts'
import { catalog as frInside } from './fr-inside.ts'
import { catalog as frBefore } from './fr.ts'

const en: Record<string, string> = { ...enBefore, ...enInside }
const fr: Record<string, string> = { ...frBefore, ...frInside }

const web = path.resolve(import.meta.dirname, '../..')
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && !file.includes('languages'))
  .map((file) => readFileSync(path.join(web, file), 'utf8'))
  .join('\n')

/** Ids have three parts, so abilities such as 'people.read' are no ids. */
const used = new Set(
  [...sources.matchAll(/['"`]((?:app|billing|identity|messaging|people|ui)(?:\.[A-Za-z0-9]+){2})['"`]/g)].map(
    (hit) => hit[1] ?? '',
  ),
)

/** The names that a sentence fills in, in every branch of its plurals, and the elements it stands around. */
function holes(tokens: CompiledMessage): string[] {
  return tokens.flatMap((token) => {
    if (typeof token === 'string') return [...token.matchAll(/<(\w+)\/?>/g)].map((hit) => hit[1] ?? '')
    const [name, , branches] = token
    const inside = typeof branches === 'object' && branches !== null ? Object.values(branches) : []
    return [name, ...inside.flatMap((branch: unknown) => (Array.isArray(branch) ? holes(branch) : []))]
  })
}

const filledIn = (sentence: string) => [...new Set(holes(compileMessageOrThrow(sentence)))].sort().join(' ')

test('every text that a screen uses is written in English', () => {
  expect([...used].filter((id) => !(id in en))).toEqual([])
})

test('every written text is used by a screen', () => {
  expect(Object.keys(en).filter((id) => !used.has(id))).toEqual([])
})

test('French says everything that English says', () => {
  expect(Object.keys(fr).sort()).toEqual(Object.keys(en).sort())
  expect(Object.entries(fr).filter(([, sentence]) => sentence.trim() === '')).toEqual([])
})

test('both languages fill in the same names', () => {
  const unequal = Object.entries(en).filter(([id, sentence]) => filledIn(sentence) !== filledIn(fr[id] ?? ''))
  expect(unequal.map(([id]) => id)).toEqual([])
})
