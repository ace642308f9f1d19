import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './kit/stage.ts'
import { PHONE } from './kit/portal.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const GRACE = 'admin@grace.example'

/** Everything that a page can leave in its browser. */
const leaveRubbish = (page: Page) =>
  page.evaluate(async () => {
    localStorage.setItem('left', 'yes')
    sessionStorage.setItem('left', 'yes')
    window.name = 'left'
    document.cookie = 'left=yes'
    await (await caches.open('left')).put('/left', new Response('yes'))
    await new Promise((made) => (indexedDB.open('left').onsuccess = made))
    await (await navigator.storage.getDirectory()).getFileHandle('left', { create: true })
    await navigator.permissions.query({ name: 'notifications' })
    history.pushState({}, '', '?left')
  })

const findRubbish = (page: Page) =>
  page.evaluate(async () => {
    // The page notes how far the demo's clock is ahead.
    const { 'nx.clock-ahead': _ahead, ...stored } = localStorage
    const files: string[] = []
    for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name)
    return {
      kept: [stored, { ...sessionStorage }, window.name, document.cookie, history.length],
      caches: await caches.keys(),
      databases: await indexedDB.databases(),
      files,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      controlled: navigator.serviceWorker.controller !== null,
      notifications: (await navigator.permissions.query({ name: 'notifications' })).state,
      look: [innerWidth, matchMedia('(prefers-color-scheme: dark)').matches, matchMedia('print').matches],
      church: (await fetch('/api/identity/session')).status,
    }
  })

test.each(['a desk', 'a phone'])('on %s nothing of a visit is found by the one after it', async (device) => {
  const options = device === 'a phone' ? PHONE : {}
  const before = await stage.visit({ ...options, path: '/' })
  const clean = await findRubbish(before.page)
  expect(clean).toMatchObject({ caches: [], databases: [], files: [], workers: 0, church: 401 })
  before.trouble.expect(/^401/)
  await stage.leave()

  const { page, context, trouble } = await stage.visit({ ...options, as: GRACE, path: '/checkin' })
  expect(context).toBe(before.context)
  const tabs = context.pages().length
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
    .toBe('activated')
  trouble.expect(/./)
  await context.grantPermissions(['notifications'])
  await context.route('**/api/**', (route) => route.fulfill({ status: 200, json: {} }))
  await page.setViewportSize({ width: 500, height: 500 })
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await leaveRubbish(page)
  const found = await findRubbish(page)
  expect(found).toMatchObject({ caches: expect.arrayContaining(['left']), workers: 1, notifications: 'granted' })
  await (await context.newPage()).goto('/tenant')
  await stage.leave()

  const after = await stage.visit({ ...options, path: '/' })
  expect(after.context).toBe(before.context)
  expect(after.context.pages()).toHaveLength(tabs)
  after.trouble.expect(/^401/)
  expect(await findRubbish(after.page)).toEqual(clean)
  expect(await after.context.cookies()).toEqual([])
})

test('what a context never forgets ends with its visit', async () => {
  const { page, context } = await stage.visit({ path: '/' })
  await page.clock.install()
  await stage.leave()
  const next = await stage.visit({ path: '/' })
  expect(next.context).not.toBe(context)
  await next.context.exposeFunction('left', () => true)
  await stage.leave()
  const last = await stage.visit({ path: '/' })
  expect(last.context).not.toBe(next.context)
  expect(await last.page.evaluate(() => 'left' in globalThis)).toBe(false)
})

test('without a network only a browser tells the truth that was never here', async () => {
  await stage.visit({ path: '/' })
  await stage.leave()
  const { context } = await stage.visit()
  await expect(async () => context.setOffline(true)).rejects.toThrow('isNew')
  const { page, context: unknown } = await stage.visit({ path: '/', isNew: true })
  const loaded = await page.evaluate(() =>
    performance.getEntriesByType('resource').map((one) => 'transferSize' in one && one.transferSize),
  )
  expect(loaded).not.toContain(0)
  await unknown.setOffline(true)
})
