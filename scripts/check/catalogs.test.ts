import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findTextFaults } from './catalogs.ts'

const folders: string[] = []
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))

type Texts = Record<string, string>

/** A project with one screen, and texts in English and French. */
function project({
  screen,
  en,
  fr,
  loaded = './en/app.json',
}: {
  screen: string
  en: Texts
  fr: Texts
  loaded?: string
}): string {
  const root = mkdtempSync(path.join(tmpdir(), 'narthex-texts-'))
  folders.push(root)
  const files: Record<string, string> = {
    'web/app/screen.tsx': screen,
    'web/lib/languages/en.ts': `import app from '${loaded}'`,
    'web/lib/languages/en-inside.ts': '',
    'web/lib/languages/en/app.json': JSON.stringify(en),
    'web/lib/languages/fr.ts': `import app from './fr/app.json'`,
    'web/lib/languages/fr-inside.ts': '',
    'web/lib/languages/fr/app.json': JSON.stringify(fr),
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return root
}

const screen = `t('app.list.title') + t('app.list.count', { count })`
const en = {
  'app.list.title': 'People',
  'app.list.count': '{count, plural, one {# person of {all}} other {# people of {all}}}',
}
const fr = {
  'app.list.title': 'Personnes',
  'app.list.count': '{count, plural, one {# personne sur {all}} other {# personnes sur {all}}}',
}

test('texts that are used, written and translated are well', () => {
  expect(findTextFaults(project({ screen, en, fr }))).toEqual([])
})

test.each([
  [
    'a text that nobody wrote',
    { screen: `${screen} + t('app.list.empty')`, en, fr },
    'app.list.empty: a screen uses it, and nothing is written for it',
  ],
  [
    'a text that nobody uses',
    { screen: `t('app.list.title')`, en, fr },
    'app.list.count: written, and no screen uses it',
  ],
  [
    'a text without a translation',
    { screen, en, fr: { 'app.list.count': fr['app.list.count'] } },
    'fr app.list.title: not translated',
  ],
  ['an empty translation', { screen, en, fr: { ...fr, 'app.list.title': ' ' } }, 'fr app.list.title: not translated'],
  [
    'a translation of nothing',
    { screen, en, fr: { ...fr, 'app.list.end': 'Fin' } },
    'fr app.list.end: not a text of en',
  ],
  [
    'a translation that leaves a name out',
    { screen, en, fr: { ...fr, 'app.list.count': '{count, plural, one {# personne} other {# personnes}}' } },
    'fr app.list.count: fills in "count" instead of "all count"',
  ],
  ['a catalog that no page loads', { screen, en, fr, loaded: './en/other.json' }, 'en/app.json: no page loads it'],
])('%s is a fault', (_what, texts, fault) => {
  expect(findTextFaults(project(texts))).toEqual([fault])
})
