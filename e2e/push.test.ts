import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Roster } from '#contract/checkin/classes.ts'
import { ask } from './kit/checkin.ts'
import { button, PHONE, said } from './kit/portal.ts'
import { pushBrowser } from './kit/push.ts'
import { PASSWORD } from './kit/sign-in.ts'
import { openStage, type Stage } from './kit/stage.ts'
import { makeSunday, type Sunday, type SundayFamily } from './kit/sunday.ts'

const TEACHER = 'desk@grace.example'
const CLASS = 'Toddlers (2–5)'
const CALLED = 'Ayọ̀mídé'

let stage: Stage
let sunday: Sunday
/** Is registered; most facts are of a browser, whoever's it is. */
let atHome: SundayFamily
beforeAll(async () => {
  stage = await openStage()
  sunday = await makeSunday(stage.url)
  atHome = await sunday.addFamily('Akínwálé')
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const notify = (page: Page) => page.getByRole('switch', { name: 'Notify me on this device' })
/** What was pressed has been done. */
const settled = (page: Page) => notify(page).and(page.locator('[aria-busy="false"]'))
const offer = (page: Page) => page.getByRole('region', { name: 'Turn on notifications' })

type Parent = { path?: string; answer?: 'granted' | 'denied' }

/** A family on its phone, and what it answers when its browser asks. */
async function parentOf({ phone }: SundayFamily, { path = '/checkin/dashboard', answer }: Parent = {}) {
  const visit = await stage.visit({ ...PHONE, as: phone, isNew: true })
  const device = await pushBrowser(visit, stage.sandboxUrl, answer)
  await visit.page.goto(path)
  return { ...visit, device }
}

const ofClass = (what: string) => `/api/checkin/classes/${sunday.classes[CLASS]}/${what}`

const callParent = (staff: BrowserContext, { children: { [CALLED]: personId } }: SundayFamily): Promise<Roster> =>
  ask<Roster>(staff, { url: stage.url, path: ofClass('page'), data: { personId } })

/** What the class reads at the child that it has called. */
async function readCall(staff: BrowserContext, { children: { [CALLED]: called } }: SundayFamily) {
  const { children } = await ask<Roster>(staff, { url: stage.url, method: 'GET', path: ofClass('roster') })
  return children.find(({ personId }) => personId === called)?.call
}

test('a class calls a parent: the device says so, and its press leads to the answer', async () => {
  const family = await sunday.addFamilyInClass('Adéṣínà')
  const { page, device } = await parentOf(family, { path: '/checkin/profile' })
  await notify(page).check()
  await expect.poll(() => device.subscription()).not.toBeNull()
  await settled(page).waitFor()
  await page.reload()
  await expect.poll(() => notify(page).isChecked()).toBe(true)

  const teacher = await stage.visit({
    as: TEACHER,
    path: `/tenant/checkin/classes/${sunday.classes[CLASS]}`,
    viewport: PHONE.viewport,
  })
  const row = teacher.page.getByRole('listitem').filter({ has: teacher.page.getByRole('heading', { name: CALLED }) })
  await row.getByRole('button', { name: `Call the parent of ${CALLED}` }).click()
  await teacher.page.getByRole('dialog').getByRole('button', { name: 'Send message' }).click()
  const { payload } = await device.message()
  expect(payload).toMatchObject({
    web_push: 8030,
    notification: {
      title: 'Grace Chapel',
      body: `Your child’s class needs you: ${CLASS}.`,
      navigate: expect.stringMatching(/\/checkin\/dashboard$/),
    },
  })
  await teacher.page
    .getByRole('dialog')
    .getByText(/on 1 device\. If nobody answers, we send an SMS\.$/)
    .waitFor()

  await device.deliver(JSON.stringify(payload))
  const { title, body, tag } = payload.notification
  await expect.poll(() => device.shown()).toEqual([{ title, body, tag }])
  await device.deliver(JSON.stringify(payload))
  expect(await device.shown()).toEqual([{ title, body, tag }])
  await device.press()
  await page.waitForURL('**/checkin/dashboard')
  expect(await device.shown()).toEqual([])
  await page.getByText(`${CALLED}’s class needs you`).waitFor()
  await button(page, 'I am on my way').click()
  await teacher.page
    .getByRole('dialog')
    .getByText(/^Answered at .*: on the way$/)
    .waitFor()
})

test('a message that cannot be read still says who it is from, and leads nowhere else', async () => {
  const { page, device } = await parentOf(atHome, { path: '/checkin/profile' })
  await notify(page).waitFor()
  for (const data of [
    '',
    'no JSON',
    JSON.stringify({ notification: { title: 7, navigate: 'https://elsewhere.example/checkin/x' } }),
  ]) {
    await device.deliver(data)
    await expect.poll(() => device.shown()).toEqual([{ title: 'Narthex', body: '', tag: '' }])
    await page.goto('/checkin/profile')
    await device.press()
    await page.waitForURL('**/checkin/dashboard')
  }
})

test('the dashboard offers it to a family that is registered, and “Not now” stays', async () => {
  const { page } = await parentOf(atHome)
  await offer(page).waitFor()
  await button(page, 'Not now').click()
  await said(page, 'You can turn on notifications in your profile at any time.').waitFor()
  await offer(page).waitFor({ state: 'detached' })
  await page.clock.install()
  await page.reload()
  await page.getByRole('heading', { name: /^Welcome/ }).waitFor()
  await page.clock.runFor(OFFERED_WITHIN_MS)
  expect(await offer(page).count()).toBe(0)
})
/** The offer comes three seconds after the screen. */
const OFFERED_WITHIN_MS = 4000

test('a device that was turned on goes on being told after a new session, and no more after signing out', async () => {
  const family = await sunday.addFamilyInClass('Fágbèmí')
  const { page, context, device } = await parentOf(family)
  await button(page, 'Turn on').click()
  await said(page, 'Notifications are on for this device.').waitFor()
  const first = device.subscription()
  const isOn = async () =>
    (await ask<{ on: boolean }>(context, { url: stage.url, method: 'GET', path: '/api/checkin/push' })).on
  expect(await isOn()).toBe(true)

  await context.clearCookies()
  const data = { userName: family.phone, password: PASSWORD }
  await ask(context, { url: stage.url, path: '/api/checkin/session', data })
  expect(await isOn()).toBe(false)
  await page.reload()
  await expect.poll(isOn, { timeout: 15_000 }).toBe(true)
  expect(device.subscription()).not.toBe(first)

  await page.goto('/checkin/profile')
  await button(page, 'Sign out').click()
  await page.waitForURL('**/checkin/grace-chapel')
  await expect.poll(() => device.subscription()).toBeNull()
  // The device of neither session takes it any more: the SMS goes without waiting for an answer.
  const { context: staff } = await stage.visit({ as: TEACHER })
  await callParent(staff, family)
  await expect.poll(() => readCall(staff, family), { timeout: 20_000 }).toMatchObject({ devices: 0, sms: 'sent' })
  await ask(context, { url: stage.url, path: '/api/checkin/session', data })
  expect(await isOn()).toBe(false)
})

test('turned off in the profile, the server and the browser forget the device', async () => {
  const { page, context, device } = await parentOf(atHome, { path: '/checkin/profile' })
  await notify(page).check()
  await expect.poll(() => device.subscription()).not.toBeNull()
  await settled(page).uncheck()
  await expect.poll(() => device.subscription()).toBeNull()
  const read = { url: stage.url, method: 'GET', path: '/api/checkin/push' }
  await expect.poll(async () => (await ask<{ on: boolean }>(context, read)).on).toBe(false)
})

test('where the browser holds notifications back the profile says how to let them through', async () => {
  const { page } = await parentOf(atHome, { answer: 'denied', path: '/checkin/profile' })
  await notify(page).click()
  await page.getByText(/^Notifications are blocked for this page/).waitFor()
  expect(await notify(page).isChecked()).toBe(false)
})

test('an iPhone is told to put the portal on its home screen first', async () => {
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1'
  const { page } = await stage.visit({ ...PHONE, as: atHome.phone, userAgent })
  await page.addInitScript(() => void Reflect.deleteProperty(window, 'PushManager'))
  await page.goto('/checkin/profile')
  await page.getByText(/^On an iPhone or iPad, first tap Share/).waitFor()
  expect(await notify(page).count()).toBe(0)
})
