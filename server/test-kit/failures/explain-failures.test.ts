import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import configuration from '../../../vitest.config.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const CONFIG = 'server/test-kit/failures/fixture/vitest.config.ts'

/** What Vitest prints of each failure of the fixture, by the name of its test or suite; that of the file is empty. */
let failures: Map<string, string>
beforeAll(() => {
  const run = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--config', CONFIG], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  expect(run.status).toBe(1)
  const printed = stripVTControlCharacters(run.stderr).split(/^ FAIL +/m)
  failures = new Map(printed.slice(1).map((text) => [/^\S+ > (.*)/.exec(text)?.[1] ?? '', text]))
})

const requestsIn = (name: string) => failures.get(name)?.match(/^(GET|POST) \/.*(?= \(request)/gm)

test('a failed test prints its own requests, with what was sent and answered', () => {
  const text = failures.get('a family is registered')
  expect(requestsIn('a family is registered')).toEqual(['GET /healthz 200', 'POST /families 409'])
  expect(text).toContain('sent     {"name":"Adeyemi"}')
  expect(text).toMatch(/answered \{"code":"name_taken","names":"x{1000,2000} …$/m)
})

test('a failed test prints the log lines of its requests and those outside of requests', () => {
  const text = failures.get('a family is registered')
  expect(text).toMatch(/POST \/families[^]*warn \S+ refused\n +Error: the family name is taken\n +at [^]*broken\.ts/)
  expect(text).toMatch(/Logged outside of requests:\n +error \S+ a job failed/)
})

test('a test that runs out of time prints the request that was not answered', () => {
  expect(requestsIn('an answer comes in time')).toEqual(['GET /never was not answered'])
})

test('a hook that fails prints its requests', () => {
  expect(failures.get('')).toContain('The hooks of "a church that cannot be built" failed: There is no church.')
  expect(requestsIn('')).toEqual(['POST /families 409'])
})

test('a test that asserts nothing fails', () => {
  expect(failures.get('nothing is asserted')).toContain('expected any number of assertion, but got none')
})

test('every project of the suite refuses a test without an assertion', () => {
  const refusing = { test: expect.objectContaining({ expect: expect.objectContaining({ requireAssertions: true }) }) }
  expect(configuration.test?.projects).toEqual([1, 2, 3].map(() => expect.objectContaining(refusing)))
})
