import { expect, test } from 'vitest'
import { parseModules } from '../check/house/sources.ts'
import { findTouchedTests } from './touched-tests.ts'

const MODULES = parseModules(
  Object.entries({
    'contract/errors.ts': `export const codes = ['taken']`,
    'server/people/name.ts': `export const clean = (name) => name`,
    'server/people/name.test.ts': `import { clean } from './name.ts'`,
    'server/people/age.test.ts': `import { codes } from '#contract/errors.ts'`,
    'server/people/index.ts': `export { clean } from './name.ts'`,
    'server/checkin/label.test.ts': `import { clean } from '#server/people/index.ts'`,
    'server/platform/database/migrate.ts': `export const migrate = () => {}`,
    'server/platform/database/migrate.test.ts': `import { migrate } from './migrate.ts'`,
    'web/ui/button/button.tsx': `export const Button = () => null`,
    'web/ui/theme.test.ts': `import { expect } from 'vitest'`,
    'e2e/kit/stage.ts': `import '#server/people/index.ts'`,
    'e2e/people.test.ts': `import './kit/stage.ts'`,
  }).map(([path, text]) => ({ path, text })),
)
const touchedBy = (...changed: string[]) =>
  findTouchedTests(MODULES, changed).map(({ path, steps }) => `${steps} ${path}`)

test('the test of the changed file comes first, then those beside it, then those that reach it by way of others', () => {
  expect(touchedBy('server/people/name.ts')).toEqual([
    '1 server/people/name.test.ts',
    '1 server/people/age.test.ts',
    '2 server/checkin/label.test.ts',
    '3 e2e/people.test.ts',
  ])
})

test('a test that imports the changed file is as near as one beside it', () => {
  expect(touchedBy('contract/errors.ts')).toEqual(['1 server/people/age.test.ts'])
})

test('a changed test touches itself alone', () => {
  expect(touchedBy('e2e/people.test.ts')).toEqual(['0 e2e/people.test.ts'])
})

test('a migration touches the tests of what reads the migrations', () => {
  expect(touchedBy('server/migrations/0090-ages.sql')).toEqual(['1 server/platform/database/migrate.test.ts'])
})

test('a file without tests beside it touches those in the folder above, also when it is no module', () => {
  expect(touchedBy('web/ui/button/button.tsx')).toEqual(['1 web/ui/theme.test.ts'])
  expect(touchedBy('web/ui/button/button.css')).toEqual(['1 web/ui/theme.test.ts'])
})

test('what nobody imports touches nothing', () => {
  expect(touchedBy('docs/voice.md')).toEqual([])
})
