import path from 'node:path'
import { expect, test } from 'vitest'
import { catalogFiles, groupsOf, isCatalog, namedIn } from './page-modules.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const moduleOf = (file: string) => path.join(ROOT, file)

test('a manifest names a folder with all below it, what lies in it itself, a module, a package or a file of one', () => {
  const isNamed = namedIn(['web/ui/toasts/', 'web/languages/*', 'web/app/main.tsx', 'react', 'scheduler/index.js'])
  const named = [
    'web/ui/toasts/toasts.tsx',
    'web/languages/texts.tsx',
    'web/app/main.tsx',
    'node_modules/react/index.js',
    'node_modules/scheduler/index.js',
  ]
  const others = [
    'web/ui/base.css',
    'web/languages/en/app.json',
    'web/app/router.tsx',
    'node_modules/react-dom/index.js',
    'node_modules/scheduler/tracing.js',
  ]
  expect(named.map(moduleOf).map(isNamed)).toEqual(named.map(() => true))
  expect(others.map(moduleOf).map(isNamed)).toEqual(others.map(() => false))
  expect(isNamed(`${moduleOf('web/app/main.tsx')}?v=1`)).toBe(true)
})

test('a manifest that names what is not there stops the build', () => {
  expect(() => namedIn(['web/app/moved.ts'])).toThrow('web/app/moved.ts, which is not there')
})

test('what the staff are told first is one file of each language; to families it is said in the first file', () => {
  const groups = groupsOf('staff')
  const french = groups.find(({ name }) => name === 'fr')
  expect(catalogFiles('fr', ['base', 'identity']).map((file) => french?.test(file))).toEqual([true, true])
  expect(catalogFiles('en', ['base']).map((file) => french?.test(file))).toEqual([false])
  expect(Math.max(...groups.map(({ priority }) => priority))).toBe(french?.priority)
  const [core, ...others] = groupsOf('portal')
  const said = [...catalogFiles('en', ['base', 'portal']), ...catalogFiles('fr', ['base', 'portal'])]
  expect(said.every((file) => core?.test(file) && !others.some(({ test: isIn }) => isIn(file)))).toBe(true)
})

test('every page takes its core before the files that build on it', () => {
  for (const page of ['staff', 'portal'] as const) {
    const [core, ...others] = groupsOf(page).filter(({ name }) => name.length > 2)
    expect(core?.name).toBe('core')
    expect(others.every(({ priority }) => priority < (core?.priority ?? 0))).toBe(true)
  }
})

test('only the catalogs of a language are parsed ahead', () => {
  expect(['web/languages/en/app.json', 'package.json', 'web/languages/texts.tsx'].map(moduleOf).map(isCatalog)).toEqual(
    [true, false, false],
  )
})
