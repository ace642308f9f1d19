import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { allLooks, findFaults } from './kit/looks.ts'
import { openStage, type Stage } from './kit/stage.ts'
import { word } from './kit/words.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const FORM = '/welcome/grace-chapel'
const phone = { viewport: { width: 360, height: 740 } }

const forward = async (seconds: number): Promise<void> => {
  const moved = await fetch(`${stage.sandboxUrl}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ forwardSeconds: seconds }),
  })
  expect(moved.status).toBe(200)
}

test('a visitor is entered without a script, says more behind thanks, and the staff sees both', async () => {
  const { page, trouble } = await stage.visit({ ...phone, isNew: true, javaScriptEnabled: false, path: FORM })
  trouble.expect(/^422 POST \/welcome\/grace-chapel$/)
  await page.getByLabel('First name').fill('Ìbùkúnolú')
  await page.getByLabel('Last name').fill('Bámgbóṣé')
  await page.getByLabel('Phone number').fill('0803 1')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('alert').getByRole('link').waitFor()
  await page.getByLabel('Phone number').fill('0803 555 0477')
  // As slow as somebody types: what is faster than that waits for the staff.
  await forward(5)
  await page.getByLabel('may text me').check()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Thank you, Ìbùkúnolú' }).waitFor()
  await page.getByRole('button', { name: 'Friend' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Friend' }).getAttribute('aria-pressed')).toBe('true')

  const { page: staff } = await stage.visit({ as: 'admin@grace.example', path: '/tenant/followup/welcome' })
  await staff.getByRole('article', { name: 'We are glad you came' }).waitFor()
  await staff.getByText(word('followup.welcome.form')).waitFor()
  await staff.goto('/tenant/followup/people')
  await staff.getByRole('link', { name: 'Ìbùkúnolú' }).first().waitFor()
})

test('the form and its answer can be used by everybody, and its page is light', async () => {
  const { page } = await stage.visit({ ...phone, isNew: true, path: FORM })
  expect(await findFaults(page, allLooks([320, 1280]))).toEqual([])
  const bytes = await page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .map((entry) => (entry as PerformanceResourceTiming).decodedBodySize)
      .reduce((all, size) => all + size, 0),
  )
  expect(bytes).toBeLessThan(60_000)
  await page.getByLabel('First name').fill('Chidi')
  await page.getByLabel('Phone number').fill('0803 555 0478')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('No connection right now').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Thank you, Chidi' }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Friend' }).click()
  await page.getByText('This answer was not sent').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Friend' }).click()
  await page.getByRole('button', { name: 'Friend', pressed: true }).waitFor()
  expect(await findFaults(page, allLooks([320, 1280]))).toEqual([])
})
