import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '#server/test-kit/until.ts'
import { smsSaying } from './kit/inboxes.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const SCREENS = ['/tenant', '/tenant/people', '/tenant/sms/compose', '/tenant/sms/sent']

type Gate = { who: string; address: string; title: string; words: RegExp }

const gates: Gate[] = [
  {
    who: 'admin@expired.example',
    address: '/errorpage/expiredSubscription',
    title: 'Subscription Expired',
    words: /This page is unavailable because your subscription has expired/,
  },
  {
    who: 'admin@full.example',
    address: '/errorpage/member-capacity-reached',
    title: 'Member Capacity Exceeded',
    words: /Your membership capacity limit is reached: 120 people, and your plan is for 100\. Upgrade/,
  },
]

const arriveAt = (page: Page, address: string) => page.waitForURL((url) => url.pathname === address)

test.each(gates)(
  '$who: every screen leads to its gate page, sending still works, and so does leaving',
  async (gate) => {
    const { page } = await stage.visit({ as: gate.who })
    const atGate = async () => {
      await page.getByRole('heading', { name: gate.title }).waitFor()
      await page.getByText(gate.words).waitFor()
      await arriveAt(page, gate.address)
    }
    for (const screen of SCREENS) {
      await page.goto(stage.url + screen)
      await atGate()
    }
    await page.getByRole('link', { name: /Send SMS/ }).click()
    await arriveAt(page, '/sendsmsexpired')
    expect(await page.getByRole('navigation').count()).toBe(0)
    await page.getByLabel('To', { exact: true }).selectOption({ label: 'Phone numbers' })
    await page.getByLabel('Phone numbers').fill('08035550001')
    const text = `We are still here, ${gate.title}`
    await page.getByLabel('Message', { exact: true }).fill(text)
    await page.getByText('Will receive it').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Your sms has been sent successfully!').waitFor()
    await atGate()
    const [sms] = await until(async () => {
      const arrived = await smsSaying(stage.sandboxUrl, text)
      return arrived.length > 0 && arrived
    })
    expect(sms?.to).toBe('+2348035550001')

    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
  },
)

test('the page of a gate that is open leads to the dashboard', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example', path: '/errorpage/expiredSubscription' })
  await arriveAt(page, '/tenant')
  expect(await page.getByRole('heading', { name: 'Subscription Expired' }).count()).toBe(0)
})

test('someone without the right to a screen is told so, and goes back to a dashboard that works', async () => {
  const { page } = await stage.visit({ as: 'desk@grace.example', path: '/tenant' })
  await page.getByRole('heading', { name: /Hadiza/ }).waitFor()
  await page.getByText('Nothing is open to you here yet').waitFor()
  expect(await page.getByRole('link', { name: /People|Send SMS|SMS/ }).count()).toBe(0)
  for (const screen of SCREENS.slice(1)) {
    await page.goto(stage.url + screen)
    await page.getByRole('heading', { name: 'No Authorization Found!' }).waitFor()
    await page.getByText('This page is not publicly available. Please contact your church administrator').waitFor()
  }
  await page.getByRole('link', { name: 'Go Back' }).click()
  await page.getByRole('heading', { name: /Hadiza/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/tenant')
})

test('an address that does not exist says so, and leads back', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example', path: '/tenant/nothing-here' })
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await page.getByRole('heading', { name: /Ngọzi/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/tenant')
})
