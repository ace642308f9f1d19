import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '#server/test-kit/until.ts'
import { mailTo } from './kit/inboxes.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

type Owner = { church: string; email: string; password?: string }

const slug = (page: Page) => page.getByLabel('Your church’s web address')
const code = (page: Page) => page.getByLabel('Code', { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function fillChurch(page: Page, { church }: Owner): Promise<void> {
  await page.getByLabel('Church name').fill(church)
  await page.keyboard.press('Tab')
  await page.getByLabel('Country').selectOption({ label: 'Ghana' })
  await page.getByText('Your prices are in GHS.').waitFor()
}

async function fillOwner(page: Page, { email, password = 'seven green hills' }: Owner): Promise<void> {
  await page.getByLabel('First name').fill('Efua')
  await page.getByLabel('Last name').fill('Mensah')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

/** The six digits of the newest mail; another one than `before`. */
const codeFor = (email: string, before = ''): Promise<string> =>
  until(async () => {
    const found = /\b\d{6}\b/.exec((await mailTo(stage.sandboxUrl, email)).text)?.[0]
    return found === before ? undefined : found
  })

/** To the code of the mail. */
async function beginSignUp(page: Page, owner: Owner): Promise<void> {
  await fillChurch(page, owner)
  await expect.poll(() => slug(page).inputValue()).not.toBe('')
  await press(page, 'Continue')
  await fillOwner(page, owner)
  await press(page, 'Email me a code')
  await page.getByText(`We sent a six-digit code to ${owner.email}`).waitFor()
}

const picture = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#6f2a5d' } })
    .png()
    .toBuffer()

test('a church signs up with the code of the mail and lands on its dashboard; its profile and logo show in the shell', async () => {
  const { page } = await stage.visit({ path: '/' })
  await page.getByRole('link', { name: 'New here? Set up your church' }).click()
  const owner = { church: 'Living Water', email: 'efua@water.example' }
  await beginSignUp(page, owner)
  await code(page).fill(await codeFor(owner.email))
  await press(page, 'Create my church')
  await page.getByRole('heading', { name: /Efua/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/tenant')

  await page.getByRole('link', { name: 'Settings' }).click()
  expect(await slug(page).inputValue()).toBe('living-water')
  await page.getByLabel('Church name').fill('Living Water Chapel')
  await page.getByLabel('City').fill('Kumasi')
  await page.getByLabel('Country').selectOption({ label: 'Nigeria' })
  await page.getByText('Your prices will be in NGN. Your units stay the same.').waitFor()
  await press(page, 'Save')
  const shell = page.getByRole('complementary', { name: 'Living Water Chapel' })
  await shell.getByText('Kumasi').waitFor()

  await page.setInputFiles('input[type=file]', { name: 'logo.png', mimeType: 'image/png', buffer: await picture() })
  const logo = page.getByRole('img', { name: 'Logo of your church' })
  await logo.waitFor()
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await shell.locator('img').waitFor()
  await press(page, 'Remove')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No logo yet.').waitFor()
  await expect.poll(() => shell.locator('img').count()).toBe(0)
})

test('a picture that is none is refused in words', async () => {
  const { page, trouble } = await stage.visit({ as: 'admin@grace.example', path: '/tenant/settings' })
  trouble.expect(/^400 POST \/api\/identity\/church\/logo$/)
  await page.getByRole('button', { name: 'Upload logo' }).waitFor()
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('not a picture') }
  await page.setInputFiles('input[type=file]', file)
  await page.getByText('Could not read this picture.').waitFor()
  expect(await page.getByRole('img', { name: 'Logo of your church' }).count()).toBe(0)
})

test('an address that another church has is refused while it is typed and when it is saved', async () => {
  const taken = await stage.visit({ path: '/signup' })
  const first = { church: 'Harvest House', email: 'first@harvest.example' }
  await beginSignUp(taken.page, first)
  await code(taken.page).fill(await codeFor(first.email))
  await press(taken.page, 'Create my church')
  await taken.page.getByRole('heading', { name: /Efua/ }).waitFor()

  const { page } = await stage.visit({ path: '/signup' })
  await fillChurch(page, { church: 'Harvest House', email: '' })
  await expect.poll(() => slug(page).inputValue()).toMatch(/^harvest-house-.+/)
  await slug(page).fill('harvest-house')
  await page.getByText('Another church uses this address.').waitFor()
  await press(page, 'Continue')
  expect(await page.getByText('Step 1 of 3').count()).toBe(1)

  const settings = await stage.visit({ as: 'admin@grace.example', path: '/tenant/settings' })
  settings.trouble.expect(/^409 PUT \/api\/identity\/church$/)
  // The look-up that would warn does not come through: the server has the last word.
  await settings.page.route('**/api/identity/slug?**', (route) => route.fulfill({ json: { slug: '', free: true } }))
  await slug(settings.page).fill('harvest-house')
  await press(settings.page, 'Save')
  await settings.page.getByText('Another church uses this address.').waitFor()
})

test('a weak password and a wrong code are told, the way back keeps what was typed, and a new code ends the one before', async () => {
  const { page, trouble } = await stage.visit({ path: '/signup' })
  trouble.expect(/^400 POST \/api\/identity\/signup/)
  const owner = { church: 'Open Gate', email: 'efua@gate.example', password: 'password12' }
  await fillChurch(page, owner)
  await expect.poll(() => slug(page).inputValue()).toBe('open-gate')
  await press(page, 'Continue')
  await fillOwner(page, owner)
  await press(page, 'Email me a code')
  await page.getByText('That password is too short or too common.').waitFor()

  await page.goBack()
  expect(await page.getByLabel('Church name').inputValue()).toBe('Open Gate')
  await page.goForward()
  expect(await page.getByLabel('Email').inputValue()).toBe('efua@gate.example')
  await page.getByLabel('Password', { exact: true }).fill('seven green hills')
  await press(page, 'Email me a code')
  await page.getByText('We sent a six-digit code to efua@gate.example').waitFor()

  const first = await codeFor(owner.email)
  await code(page).fill(first === '000000' ? '111111' : '000000')
  await press(page, 'Create my church')
  await page.getByText('This code is wrong or has expired.').waitFor()
  await page.reload()
  await press(page, 'Send a new code')
  await page.getByText('We sent a new code.').waitFor()
  const second = await codeFor(owner.email, first)
  await code(page).fill(first)
  await press(page, 'Create my church')
  await page.getByText('This code is wrong or has expired.').waitFor()
  await code(page).fill(`${second.slice(0, 3)} ${second.slice(3)}`)
  await press(page, 'Create my church')
  await page.getByRole('heading', { name: /Efua/ }).waitFor()
})
