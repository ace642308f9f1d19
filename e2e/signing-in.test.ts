import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { dayFromNow } from './kit/checkin.ts'
import { mailTo } from './kit/inboxes.ts'
import { signIn } from './kit/pages.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const pathOf = (page: Page) => page.evaluate(() => location.pathname + location.search + location.hash)
const WRONG = 'Wrong email or password.'

test('a wrong password and an unknown address are told the same, with the way to a new password', async () => {
  const { page, trouble } = await stage.visit({ path: '/' })
  trouble.expect(/^401 POST \/api\/identity\/session$/)
  await signIn(page, 'admin@grace.example', 'not the password')
  const told = page.getByText(WRONG)
  await told.waitFor()
  const sentence = await told.textContent()
  expect(await page.getByLabel('Email').inputValue()).toBe('admin@grace.example')

  await page.reload()
  await signIn(page, 'nobody@grace.example', 'not the password')
  await told.waitFor()
  expect(await told.textContent()).toBe(sentence)

  await page.getByRole('link', { name: 'reset your password' }).click()
  await page.getByRole('heading', { name: 'Reset your password' }).waitFor()
})

test('a deep link asks who you are and then goes on to where it led', async () => {
  const { page, trouble } = await stage.visit({ path: '/tenant/people?search=adebayo' })
  trouble.expect(/^401 GET \/api\/identity\/session$/)
  await signIn(page, 'admin@grace.example')
  await page.getByRole('row', { name: /adebayo\.o@mail\.example/ }).waitFor()
  expect(await pathOf(page)).toBe('/tenant/people?search=adebayo')
})

test('another host in the address is not gone to', async () => {
  const { page } = await stage.visit({ path: '/?next=https://evil.example/tenant' })
  await signIn(page, 'admin@grace.example')
  await page.getByRole('heading', { name: /Ngọzi/ }).waitFor()
  expect(page.url()).toBe(`${stage.url}/tenant`)
})

test('whoever is signed in goes straight through the door', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example', path: '/tenant' })
  await page.getByRole('heading', { name: /Ngọzi/ }).waitFor()
  await page.goto(stage.url)
  await page.getByRole('heading', { name: /Ngọzi/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/tenant')
})

test('the sign-in page comes in eight requests, all of this host, and none of them is a call', async () => {
  const { page } = await stage.visit()
  const asked: string[] = []
  page.on('request', (request) => void (request.url().startsWith('data:') || asked.push(request.url())))
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(asked.length).toBeLessThanOrEqual(8)
  expect(asked.filter((url) => !url.startsWith(`${stage.url}/`) || url.includes('/api/'))).toEqual([])
})

test('after signing out no address and no way back shows anything of the church', async () => {
  const { page, trouble } = await stage.visit({ as: 'admin@grace.example', path: '/tenant' })
  trouble.expect(/^401 GET \/api\/identity\/session$/)
  await page
    .getByRole('link', { name: /^People/ })
    .first()
    .click()
  const someone = await page.getByRole('table').getByRole('rowheader').first().locator('span').last().textContent()
  await page.getByRole('button', { name: /Ngọzi Eze/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])

  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await page.goto(`${stage.url}/tenant/people`)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(someone).toBeTruthy()
  expect(await page.content()).not.toContain(someone)
})

test('whoever was writing when the session ended is told so, once', async () => {
  const { page, context, trouble } = await stage.visit({ as: 'admin@grace.example', path: '/tenant/events/new' })
  trouble.expect(/^401 /)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harvest Thanksgiving')
  await page.getByLabel('Date').fill(dayFromNow(9))
  await context.clearCookies()
  await page.getByRole('button', { name: 'Use Nursery, Toddlers, Primary, Teens' }).click()
  await page.getByRole('button', { name: 'Add event' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await pathOf(page)).toBe('/?next=%2Ftenant%2Fevents%2Fnew')
  expect(await page.getByText('Anything you had not saved is lost').count()).toBe(1)
})

test('the keyboard alone is enough to sign in, and to skip to the page', async () => {
  const { page } = await stage.visit({ path: '/' })
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  const focus = () =>
    page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent)
  const tabTo = async (wanted: string) => {
    for (let presses = 0; (await focus()) !== wanted; presses++) {
      expect(presses, `from ${await focus()} to ${wanted}`).toBeLessThan(6)
      await page.keyboard.press('Tab')
    }
  }
  await tabTo('userName')
  await page.keyboard.type('admin@grace.example')
  await tabTo('password')
  await page.keyboard.type('narthex-demo')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /Ngọzi/ }).waitFor()
  await page.keyboard.press('Tab')
  expect(await focus()).toBe('Skip to content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
})

test('a forgotten password: the link of the mail works once, and ends every session', async () => {
  const elsewhere = await stage.visit({ as: 'admin@hope.example', path: '/tenant' })
  elsewhere.trouble.expect(/^401 /)
  await elsewhere.page.getByRole('heading', { name: /Rachel/ }).waitFor()

  const { page, trouble } = await stage.visit({ path: '/' })
  trouble.expect(/^(422|400|401) POST \/(PasswordReset|api\/identity\/session)$/)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // Both forms ask for an e-mail address.
  await page.getByRole('button', { name: 'Send link' }).waitFor()
  await page.getByLabel('Email').fill('admin@hope.example')
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('If there is an account for that email, we have sent a link to it.').waitFor()
  const mail = await mailTo(stage.sandboxUrl, 'admin@hope.example')
  const link = /http:\S+/.exec(mail.text)?.[0] ?? ''
  expect(link).toContain(`${stage.url}/reset#token=`)

  // The tab stands on that page already: only what comes behind the # is new.
  await page.goto(link)
  const choose = async (password: string) => {
    await page.getByLabel('New password').fill(password)
    await page.getByRole('button', { name: 'Save password' }).click()
  }
  await page.getByLabel('New password').waitFor()
  expect(await pathOf(page)).toBe('/reset')
  await choose('password12')
  await page.getByText('That password is too short or too common.').waitFor()
  await choose('seven green hills')
  await page.getByText('Your password has been changed. Sign in with the new one.').waitFor()

  await signIn(page, 'admin@hope.example')
  await page.getByText(WRONG).waitFor()
  await signIn(page, 'admin@hope.example', 'seven green hills')
  await page.getByRole('heading', { name: /Rachel/ }).waitFor()

  await elsewhere.page
    .getByRole('link', { name: /^People/ })
    .first()
    .click()
  await elsewhere.page.getByRole('button', { name: 'Sign in' }).waitFor()

  const again = await stage.visit({ path: new URL(link).pathname + new URL(link).hash })
  again.trouble.expect(/^400 POST \/PasswordReset$/)
  await again.page.getByLabel('New password').fill('eight green hills')
  await again.page.getByRole('button', { name: 'Save password' }).click()
  await again.page.getByText('This link has expired or has already been used.').waitFor()
  await again.page.getByRole('button', { name: 'Request a new link' }).click()
  await again.page.getByRole('button', { name: 'Send link' }).waitFor()
})
