import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFamilySession } from '#contract/checkin/door.ts'
import { listGuardians } from '#contract/checkin/guardians.ts'
import { readTogether, TOGETHER_MOST } from '#contract/together.ts'
import { buildFamily, type Family } from '#server/test-kit/build-family.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
let family: Family
beforeAll(async () => {
  app = await startApp({ runJobs: false })
  family = await buildFamily(app, await app.buildChurch())
})
afterAll(() => app.stop())

const [SESSION, GUARDIANS] = [readFamilySession.path, listGuardians.path]
const together = (reads: string, token?: string) =>
  app.call(readTogether, { query: { reads } }, { ...(token && { token }) })

test('reads that come together are answered as each by itself', async () => {
  const { token } = family
  const alone = await Promise.all([
    app.call(readFamilySession, {}, { token }),
    app.call(listGuardians, {}, { token }),
    app.call(readFamilySession, {}),
  ])
  const [session, guardians, nobody] = alone.map(({ status, body }) => ({ status, body }))
  expect((await together(`${SESSION},${GUARDIANS}`, token)).body).toEqual([session, guardians])
  expect((await together(SESSION)).body).toEqual([nobody])
  expect([session?.status, nobody?.status]).toEqual([200, 401])
})

test.each([
  readTogether.path,
  `${readTogether.path}?reads=${SESSION}`,
  '/',
  '/metrics',
  '/api/openapi.json',
  '/api/gone',
  // A file, and messages without an end, also where they are disguised as a read.
  '/api/people/export',
  '/api/people/%65xport',
  '/api/people/export#',
  '/api/people/x/../export',
  '/api/checkin/events/00000000-0000-4000-8000-000000000000/places',
  '//elsewhere.example/api/checkin/session',
  'http://elsewhere.example/api/checkin/session',
  '/api/people/%',
  `${SESSION},`,
  Array<string>(TOGETHER_MOST + 1)
    .fill(SESSION)
    .join(),
])('%s is nothing that can be read together', async (reads) => {
  const { status, body } = await together(reads, family.token)
  expect([status, body.code]).toEqual([400, 'invalid_input'])
})
