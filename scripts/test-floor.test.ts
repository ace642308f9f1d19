import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFloorFaults } from './check/house/floor.ts'
import { currentFloor, FLOOR_FILE } from './check/test-floor.ts'
import { judgeCount } from './test-floor-reporter.ts'

const floor = { house: 100, browser: 10, reason: '' }

test.each([
  [99, true, 'house has 99 tests, 1 fewer than the floor of 100.'],
  [103, false, `house has 103 tests; the floor of 100 in ${FLOOR_FILE} can be raised.`],
])('%i tests above or below a floor of 100', (count, isTooLow, sentence) => {
  expect(judgeCount('house', count, floor)).toMatchObject({ isTooLow, sentence: expect.stringContaining(sentence) })
})

test.each([100, 102])('nothing is said of %i tests with a floor of 100', (count) => {
  expect(judgeCount('house', count, floor)).toBe(null)
})

describe('the file of floors', () => {
  const faultsIn = (lines: string[], everWritten: string[] = []) =>
    findFloorFaults({ path: FLOOR_FILE, text: ['# words', ...lines, ''].join('\n') }, everWritten)
  const first = '2026-11-28 100 10'

  test('its last line counts', () => {
    expect(currentFloor(`${first}\n2026-12-01 90 10 two rules became one`)).toEqual({
      house: 90,
      browser: 10,
      reason: 'two rules became one',
    })
  })

  test.each([
    ['a higher number needs no reason', '2026-12-01 120 10', 0],
    ['a lower number of house tests needs one', '2026-12-01 99 10', 1],
    ['a lower number of browser tests needs one', '2026-12-01 120 9', 1],
    ['one word is no reason', '2026-12-01 99 10 cleanup', 1],
    ['a reason is enough', '2026-12-01 99 10 the old import is gone', 0],
    ['a line that cannot be read is refused', '99 tests', 1],
  ])('%s', (_name, line, faults) => {
    expect(faultsIn([first, line])).toHaveLength(faults)
  })

  test('a line that was committed may not be changed', () => {
    expect(faultsIn(['2026-11-28 50 10'], [first])).toMatchObject([
      { rule: 'test-floor', message: `add a line instead of changing this one: ${first}` },
    ])
    expect(faultsIn([first, '2026-12-01 101 10'], [first])).toEqual([])
  })
})

describe('a run', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'narthex-floor-'))
  const reporter = path.join(import.meta.dirname, 'test-floor-reporter.ts')
  beforeAll(() => {
    symlinkSync(path.join(import.meta.dirname, '../node_modules'), path.join(root, 'node_modules'))
    const test = `import { expect, test } from 'vitest'\ntest('one', () => expect([1]).toHaveLength(1))\n`
    for (const name of ['a.test.ts', 'b.test.ts']) writeFileSync(path.join(root, name), test)
    writeFileSync(path.join(root, 'floor.txt'), '2026-11-28 3 0\n')
    const config = {
      reporters: [[reporter, { file: path.join(root, 'floor.txt') }]],
      projects: [{ test: { name: 'house', include: ['*.test.ts'], isolate: false } }],
    }
    writeFileSync(path.join(root, 'vitest.config.js'), `export default { test: ${JSON.stringify(config)} }`)
  })
  afterAll(() => rmSync(root, { recursive: true }))

  const run = (...words: string[]) => {
    const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
    const { status, stdout } = spawnSync(process.execPath, [vitest, 'run', ...words], { cwd: root, encoding: 'utf8' })
    return { status, said: stripVTControlCharacters(stdout) }
  }

  test('of all files fails with fewer tests than the floor', () => {
    expect(run()).toEqual({
      status: 1,
      said: expect.stringContaining('house has 2 tests, 1 fewer than the floor of 3.'),
    })
  })

  test('of some files or of some tests is not judged', () => {
    expect(run('a.test.ts')).toEqual({ status: 0, said: '' })
    expect(run('-t', 'one')).toEqual({ status: 0, said: '' })
  })
})
