import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findTextFaults } from './catalogs.ts'
import { findVoiceFaults } from './voice.ts'

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
    'web/languages/catalogs.ts': `[() => import('${loaded}'), () => import('./fr/app.json')]`,
    'web/languages/portal-catalogs.ts': '',
    'web/languages/en/app.json': JSON.stringify(en),
    'web/languages/fr/app.json': JSON.stringify(fr),
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

test.each([
  ['another spelling', 'en', 'Enter your e-mail.', 'says "e-mail" where docs/voice.md says Email'],
  ['a word of old', 'en', 'Somebody has come.', 'says "Somebody" where docs/voice.md says someone, everyone, anyone'],
  ['a figure of speech', 'en', 'Paid back', 'says "Paid back" where docs/voice.md says refund, return, remove'],
  ['a sign that is a character', 'en', 'Six signs', 'says "signs" where docs/voice.md says character'],
  ['a count without a plural', 'en', '{units} units left', '"{units} units" needs a plural'],
  ['a second word for one thing', 'fr', 'Votre laissez-passer', 'says "laissez-passer" where docs/voice.md says pass'],
  ['tu', 'fr', 'Tu peux réessayer.', 'says "Tu" where docs/voice.md says vous'],
  [
    'an ordinary space',
    'fr',
    'Retirer le logo ?',
    'says "?" where docs/voice.md says a narrow no-break space (U+202F)',
  ],
  ['a count in French', 'fr', '{units} unités', '"{units} unités" needs a plural'],
])('%s is a fault of the voice', (_what, tag, sentence, fault) => {
  expect(findVoiceFaults(tag, 'app.list.title', sentence)).toEqual([`${tag} app.list.title: ${fault}`])
})

test.each([
  ['en', 'Sign in to your church. Signed in on {device}.'],
  ['en', '{units, plural, one {# unit} other {# units}} left'],
  ['en', 'Ask at the check-in desk.'],
  ['en', 'Please ensure you have internet access'],
  ['fr', 'Retirer le logo\u{202f}? «\u{202f}Ici\u{202f}», 10\u{202f}000 fois.'],
])('%s: %s', (tag, sentence) => {
  expect(findVoiceFaults(tag, 'app.list.title', sentence)).toEqual([])
})

test('a catalog with a fault of the voice is refused', () => {
  const texts = { screen, en: { ...en, 'app.list.title': 'Persons' }, fr }
  expect(findTextFaults(project(texts))).toEqual(['en app.list.title: says "Persons" where docs/voice.md says people'])
})
