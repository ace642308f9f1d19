import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readChurch, updateChurch } from '#contract/identity/church.ts'
import { checkSlug } from '#contract/identity/countries.ts'
import { startApp, type TestApp } from '#server/test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

/** Words that stand in the addresses of the pages, as the web makes them: in those of the portal, the staff and the desk. */
async function wordsOfAddresses(): Promise<string[]> {
  const files = ['portal-paths.ts', 'paths.ts'].map((name) => new URL(`../../../web/routing/${name}`, import.meta.url))
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const addresses = texts.flatMap((text) =>
    [...text.matchAll(/['`](\/[^'`?]*)['`]/g)].map(([, address = '']) => address),
  )
  const words = addresses.flatMap((address) => address.split('/')).map((word) => word.toLowerCase())
  return [...new Set(words)].filter((word) => /^[a-z][a-z0-9-]{2,}$/.test(word))
}

test('no church is given or takes a word of our own addresses', async () => {
  const words = await wordsOfAddresses()
  expect(words).toEqual(
    expect.arrayContaining(['dashboard', 'checkinfamily', 'event', 'thankyou', 'tenant', 'operator']),
  )
  const church = await app.buildChurch()
  const as = { token: church.admin.token }
  const { body: before } = await app.call(readChurch, {}, as)
  const taken: string[] = []
  for (const slug of words) {
    const { status, body } = await app.call(updateChurch, { body: { ...before, slug } }, as)
    if (status === 200 || body.code !== 'slug_taken') taken.push(slug)
  }
  expect(taken).toEqual([])
  const { body } = await app.call(checkSlug, { query: { name: 'Attendance' } })
  expect(body).toEqual({ slug: 'attendance-church', free: false })
})
