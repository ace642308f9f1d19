import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demoNow } from './kit/clock.ts'
import { signIn } from './kit/pages.ts'
import { PASSWORD } from './kit/sign-in.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name })
const openAccount = (as: string) => stage.visit({ as, path: '/tenant/account' })

/** Sets the second factor up; answers its secret and the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up' }).click()
  await dialog(page).getByLabel('Password', { exact: true }).fill(PASSWORD)
  await inDialog(page, 'Continue').click()
  const secret = ((await dialog(page).locator('bdi').first().textContent()) ?? '').replaceAll(' ', '')
  await dialog(page)
    .getByLabel('Six-digit code from the app')
    .fill(new TOTP({ secret }).generate({ timestamp: demoNow().getTime() }))
  await inDialog(page, 'Turn on').click()
  await dialog(page).getByText('Each code works once').waitFor()
  const codes = await dialog(page).getByRole('listitem').allTextContents()
  await inDialog(page, 'I have saved them').click()
  return { secret, codes }
}

/** The code of the next half minute: a code works once, and the present one was used already. */
const nextCode = (secret: string) => new TOTP({ secret }).generate({ timestamp: demoNow().getTime() + 30_000 })

test('with the second factor on, the password alone opens nothing; a code of the app or a recovery code does', async () => {
  const email = 'followup@grace.example'
  const { page } = await openAccount(email)
  const { secret, codes } = await setUp(page)
  expect(codes).toHaveLength(10)
  await page.getByText('10 recovery codes left.').waitFor()

  const byApp = await stage.visit({ path: '/' })
  byApp.trouble.expect(/^401 (POST|GET) \/api\/identity\/session$/)
  await signIn(byApp.page, email)
  await byApp.page.getByRole('heading', { name: 'Two-step verification' }).waitFor()
  await byApp.page.getByLabel('Authenticator code').fill('000000')
  await byApp.page.getByRole('button', { name: 'Sign in' }).click()
  await byApp.page.getByText('Wrong code.').waitFor()
  await byApp.page.getByLabel('Authenticator code').fill(nextCode(secret))
  await byApp.page.getByRole('button', { name: 'Sign in' }).click()
  await byApp.page.waitForURL((url) => url.pathname === '/tenant')

  const byRecovery = await stage.visit({ path: '/' })
  byRecovery.trouble.expect(/^401 (POST|GET) \/api\/identity\/session$/)
  await signIn(byRecovery.page, email)
  await byRecovery.page.getByRole('button', { name: 'I do not have my phone' }).click()
  await byRecovery.page.getByLabel('Recovery code').fill(codes[0] ?? '')
  await byRecovery.page.getByRole('button', { name: 'Sign in' }).click()
  await byRecovery.page.waitForURL((url) => url.pathname === '/tenant')
  await byRecovery.page.goto('/tenant/account')
  await byRecovery.page.getByText('9 recovery codes left.').waitFor()

  await byRecovery.page.getByRole('button', { name: 'Turn off' }).click()
  await dialog(byRecovery.page).getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog(byRecovery.page)
    .getByLabel('Authenticator code or recovery code')
    .fill(codes[1] ?? '')
  await inDialog(byRecovery.page, 'Turn off').click()
  await byRecovery.page.getByText('Two-step verification is off').waitFor()
  await byRecovery.page.getByRole('button', { name: 'Set up' }).waitFor()
})

test('an owner switches the second factor of somebody off, and their sessions end', async () => {
  const colleague = await openAccount('desk@grace.example')
  colleague.trouble.expect(/^401 GET /)
  await setUp(colleague.page)
  const { page } = await stage.visit({ as: 'admin@grace.example', path: '/tenant/settings/staff' })
  await page.getByRole('button', { name: 'More actions for Hadiza Bello' }).click()
  await page.getByRole('menuitem', { name: 'Turn off two-step verification' }).click()
  await inDialog(page, 'Turn off two-step verification').click()
  await page.getByText('Two-step verification is off for Hadiza Bello').waitFor()
  await colleague.page.goto('/tenant/account')
  await signIn(colleague.page, 'desk@grace.example')
  await colleague.page.getByRole('button', { name: 'Set up' }).waitFor()
  expect(new URL(colleague.page.url()).pathname).toBe('/tenant/account')
})

test('signing out elsewhere takes effect there at once, on one device or on all', async () => {
  const [first, second] = [await openAccount('admin@hope.example'), await openAccount('admin@hope.example')]
  for (const { trouble } of [first, second]) trouble.expect(/^401 GET /)
  const { page } = await openAccount('admin@hope.example')
  const devices = page.getByRole('region', { name: 'Signed-in devices' }).getByRole('listitem')
  await expect.poll(() => devices.count()).toBe(3)
  expect(await devices.filter({ hasText: 'This device' }).count()).toBe(1)
  await devices.filter({ hasNotText: 'This device' }).first().getByRole('button').click()
  await expect.poll(() => devices.count()).toBe(2)
  const statuses = async () =>
    Promise.all(
      [first, second].map(async ({ context }) => (await context.request.get('/api/identity/session')).status()),
    )
  expect((await statuses()).toSorted()).toEqual([200, 401])
  await page.getByRole('button', { name: 'Sign out all other devices' }).click()
  await page.getByText('1 other device signed out', { exact: true }).waitFor()
  expect(await statuses()).toEqual([401, 401])
  await first.page.reload()
  await first.page.getByRole('button', { name: 'Sign in' }).waitFor()
})

test('the password is changed by whoever knows the present one, and ends the other sessions', async () => {
  const elsewhere = await openAccount('admin@hope.example')
  const { page, trouble } = await openAccount('admin@hope.example')
  trouble.expect(/^40[01] PUT \/api\/identity\/password$/)
  await page.getByRole('button', { name: 'Change password' }).click()
  const change = async (current: string, password: string) => {
    await dialog(page).getByLabel('Current password').fill(current)
    await dialog(page).getByLabel('New password').fill(password)
    await inDialog(page, 'Save password').click()
  }
  await change('not the password', 'nine green hills')
  await dialog(page).getByText('Wrong password.').waitFor()
  await change(PASSWORD, 'password12')
  await dialog(page).getByText('That password is too short or too common.').waitFor()
  await change(PASSWORD, 'nine green hills')
  await page.getByText('Password changed').waitFor()
  expect((await elsewhere.context.request.get('/api/identity/session')).status()).toBe(401)
  expect((await page.context().request.get('/api/identity/session')).status()).toBe(200)
})
