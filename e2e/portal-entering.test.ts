import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mailTo } from './kit/inboxes.ts'
import { button, newFamily, newPhone, PHONE, title } from './kit/portal.ts'
import { PASSWORD } from './kit/sign-in.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const open = (address: string) => stage.visit({ ...PHONE, path: address })

async function signIn(page: Page, userName: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email or phone number').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').locator('form').first().getByRole('button', { name: 'Sign in' }).click()
}

test('the sign-in page of a church takes eight requests, one of them for the church', async () => {
  const { page } = await stage.visit()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/checkin/grace-chapel')
  await page.getByLabel('Email or phone number').waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual(['/api/checkin/door/grace-chapel'])
  expect(asked.length).toBeLessThanOrEqual(8)
})

test('a new family signs up on a phone; the device keeps ids and nothing else, and forgets them', async () => {
  const { page } = await open('/checkin/grace-chapel')
  await button(page, 'Sign up').first().click()
  const phone = newPhone()
  await page.getByLabel('First name').fill('Ṣadé')
  await page.getByLabel('Last name').fill('Ọlálékan')
  await page.getByLabel('You are').selectOption({ label: 'Mother' })
  await page.getByLabel('Email or phone number').fill(phone)
  await page.getByLabel('Choose a password').fill(PASSWORD)
  await button(page, 'Sign up').last().dblclick()
  await title(page, 'Welcome, Ṣadé').waitFor()
  await page.getByText('Add your family members so that you can register them for events.').waitFor()

  const kept = await page.evaluate(() => ({ ...localStorage }))
  const session = (await (await page.request.get('/api/checkin/session')).json()) as {
    person: { id: string }
    church: { id: string }
  }
  expect(JSON.parse(kept['baseAuth'] ?? '')).toEqual({ checkinPerson: session.person.id, tenantId: session.church.id })
  expect(JSON.stringify(kept)).not.toMatch(new RegExp(`Ṣadé|${phone.slice(1)}|token`))

  await page.getByRole('link', { name: 'Your profile' }).click()
  await button(page, 'Sign out').click()
  await page.waitForURL((url) => url.pathname === '/checkin/grace-chapel')
  expect(await page.evaluate(() => localStorage.getItem('baseAuth'))).toBeNull()
  await signIn(page, `+234 ${phone.slice(1, 4)} ${phone.slice(4, 7)} ${phone.slice(7)}`)
  await title(page, 'Welcome, Ṣadé').waitFor()
})

test('a sign-up says at the field what is wrong, and keeps the phone number for signing in', async () => {
  const { page, trouble } = await open('/checkin/grace-chapel')
  trouble.expect(/^40[01] POST \/api\/checkin\/signup/)
  await button(page, 'Sign up').first().click()
  const userName = page.getByLabel('Email or phone number')
  await page.getByLabel('First name').fill('Ṣadé')
  await page.getByLabel('You are').selectOption({ label: 'Mother' })
  await userName.fill('12')
  await page.getByLabel('Choose a password').fill(PASSWORD)
  await button(page, 'Sign up').last().click()
  await page.getByText('Enter a valid email or phone number.').waitFor()
  await expect.poll(() => userName.evaluate((field) => field === document.activeElement)).toBe(true)
  await userName.fill('08031234567')
  await page.getByLabel('Choose a password').fill(`${PASSWORD}-of-somebody-else`)
  await button(page, 'Sign up').last().click()
  await page.getByText('already has this email or phone number').waitFor()
  await button(page, 'Sign in').first().click()
  expect(await userName.inputValue()).toBe('08031234567')
})

test('a church that takes no new families says so before anything is typed, and lets those it knows sign in', async () => {
  const { page } = await open('/checkin/harvest-house')
  await button(page, 'Sign up').first().click()
  await page.getByText('This church is not accepting new sign-ups right now.').waitFor()
  expect(await page.getByLabel('First name').count()).toBe(0)
  await button(page, 'Sign in').first().click()
  await page.getByLabel('Email or phone number').waitFor()
})

test('signing out in one tab leads the other to the same church', async () => {
  const { page, context, trouble } = await newFamily(stage, { firstName: 'Ìfẹ́', path: '/checkin/checkinfamily' })
  trouble.expect(/^401 /)
  await title(page, 'Family').waitFor()
  const other = await context.newPage()
  await other.goto(`${stage.url}/checkin/profile`)
  await button(other, 'Sign out').click()
  const isChurch = (url: URL) => url.pathname === '/checkin/grace-chapel'
  await Promise.all([other.waitForURL(isChurch), page.waitForURL(isChurch)])
  await page.getByText('Grace Chapel').first().waitFor()
  expect(await page.evaluate(() => localStorage.getItem('baseAuth'))).toBeNull()
})

test('whoever is not signed in comes back to where they wanted to go', async () => {
  const { page, trouble } = await open('/checkin/checkinfamily')
  trouble.expect(/^401 /)
  await page.waitForURL(
    (url) => url.pathname === '/checkin' && url.searchParams.get('next') === '/checkin/checkinfamily',
  )
  await signIn(page, 'family@grace.example', 'not the password')
  await page.getByText('Wrong email, phone number or password.').waitFor()
  await signIn(page, '08031234567')
  await title(page, 'Family').waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkin/checkinfamily')
})

test('a session that has ended elsewhere leads to sign in and back again', async () => {
  const { page, context, trouble } = await newFamily(stage, { firstName: 'Ìfẹ́', path: '/checkin/dashboard' })
  trouble.expect(/^401 /)
  await title(page, 'Welcome, Ìfẹ́').waitFor()
  await context.clearCookies()
  await page.getByRole('link', { name: 'Guardians' }).click()
  // All that the screen asked for is refused, some of it only when the sign-in page stands.
  await page.waitForLoadState('networkidle')
  await page.waitForURL(
    (url) => url.pathname === '/checkin/grace-chapel' && url.searchParams.get('next') === '/checkin/checkinguardian',
  )
  expect(await page.getByText('Ìfẹ́').count()).toBe(0)
})

test('whoever is signed out while they write is told that it was not saved', async () => {
  const { page, context, trouble } = await newFamily(stage, { path: '/checkin/checkinfamily' })
  trouble.expect(/^401 /)
  await button(page, 'Add member').click()
  await page.getByLabel('Role').selectOption({ label: 'Son' })
  await page.getByLabel('Firstname').fill('Bámidélé')
  await context.clearCookies()
  await button(page, 'Save').click()
  await page.getByText('Anything you had not saved is lost').waitFor()
  await button(page, 'Sign in').last().waitFor()
  expect(new URL(page.url()).searchParams.get('next')).toBe('/checkin/checkinfamily')
})

test('an address without a church says so kindly, and the right one is found', async () => {
  const { page, trouble } = await open('/checkin/no-such-church')
  trouble.expect(/^404 GET \/api\/checkin\/door/)
  await title(page, 'Church not found').waitFor()
  await page.getByRole('link', { name: 'Find another church' }).click()
  await page.getByLabel('Your church’s web address').fill('https://narthex.example/checkin/Grace-Chapel')
  await button(page, 'Continue').click()
  await page.getByText('Register your family before you come.').waitFor()
  await page.getByText('Grace Chapel').first().waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkin/grace-chapel')
})

test('a family that the church knows gets in with a code', async () => {
  const { page, trouble } = await open('/checkin/grace-chapel')
  trouble.expect(/^400 POST \/familyResetPassword/)
  await page.getByRole('link', { name: 'Get a code' }).click()
  await page.getByLabel('Email or phone number').fill('family@grace.example')
  await button(page, 'Send code').click()
  const { text } = await mailTo(stage.sandboxUrl, 'family@grace.example')
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? ''
  await page.getByLabel('Six-digit code').fill(code === '000000' ? '111111' : '000000')
  await page.getByLabel('Choose a password').fill(PASSWORD)
  await button(page, 'Save and sign in').click()
  await page.getByText('This code is wrong or has expired').waitFor()
  await page.getByLabel('Six-digit code').fill(`${code.slice(0, 3)} ${code.slice(3)}`)
  await button(page, 'Save and sign in').click()
  await title(page, 'Welcome, Adébáyọ̀').waitFor()
  expect(new URL(page.url()).pathname).toBe('/checkin/dashboard')
})
