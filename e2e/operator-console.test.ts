import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { buyOnline } from './kit/buy-online.ts'
import { signIn } from './kit/pages.ts'
import { ask, confirmAsSecond } from './kit/second-operator.ts'
import { openStage, type Stage } from './kit/stage.ts'

const OPERATOR = 'operator@narthex.example'
const FINANCE = 'finance@narthex.example'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const open = async (path: string, as = OPERATOR): Promise<Page> => (await stage.visit({ as, path })).page
const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, words: string | RegExp) => page.getByRole('row').filter({ hasText: words })
const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name })
const said = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(words).waitFor()

test('the desk has a sign-in of its own, and says when address and password Wrong email or password', async () => {
  const { page, trouble } = await stage.visit({ path: '/operator' })
  trouble.expect(/^401 (GET|POST) \/api\/operator\/session/)
  await page.getByRole('heading', { name: 'Operator console' }).waitFor()
  await signIn(page, OPERATOR, 'not my password')
  await page.getByText('Wrong email or password').waitFor()
  await signIn(page, OPERATOR)
  await page.getByRole('heading', { name: 'Churches' }).waitFor()
  await row(page, 'Harvest House').getByText('Expired').waitFor()
  expect(await page.getByRole('rowheader').count()).toBe(4)
})

test('the churches are filtered by gate and by country, and the address keeps it', async () => {
  const page = await open('/operator/churches')
  await page.getByRole('button', { name: 'Filter' }).click()
  const gate = page.getByRole('group', { name: 'Access' })
  await gate.getByText('Over capacity').click()
  await page.waitForURL((url) => url.searchParams.get('gate') === 'over_capacity')
  await row(page, 'Living Waters').waitFor()
  await page.getByText('1 church', { exact: true }).waitFor()
  await gate.getByText('Any', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'United States' })
  await page.waitForURL((url) => url.searchParams.get('country') === 'US')
  await page.reload()
  await row(page, 'Hope Church').waitFor()
  expect(await page.getByRole('rowheader').count()).toBe(1)
})

test('a sender ID is approved, and refused with a reason when the networks change their minds', async () => {
  const page = await open('/operator/senders')
  await place(page, 'Sender IDs').getByText('1').waitFor()
  await row(page, 'GRACENEWS').getByText('To review').waitFor()
  await page.getByRole('button', { name: 'GRACENEWS' }).focus()
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await said(page, 'GRACENEWS approved')
  await row(page, 'GRACENEWS').getByText('Approved').waitFor()
  await page.getByText('Nothing to review.').waitFor()
  expect(await place(page, 'Sender IDs').getByText('1').count()).toBe(0)
  await page.getByRole('button', { name: 'GRACENEWS' }).click()
  await dialog(page).getByRole('button', { name: 'Reject' }).click()
  await page.keyboard.type('The networks want a letter on your letterhead.')
  await dialog(page).getByRole('button', { name: 'Reject' }).click()
  await row(page, 'GRACENEWS').getByText('The networks want a letter on your letterhead.').waitFor()
  await page.goto(`${stage.url}/operator/senders?state=waiting`)
  await page.getByText('There are no sender IDs to review.').waitFor()
})

test('one network after the other decides about a sender ID', async () => {
  const page = await open('/operator/senders')
  await row(page, 'GRACECHAPEL').getByText('2 of 4').waitFor()
  await page.getByRole('button', { name: 'GRACECHAPEL' }).click()
  const decide = (network: string) =>
    dialog(page)
      .getByRole('button', { name: `Decide for ${network}` })
      .click()
  await decide('9mobile')
  await dialog(page).getByRole('button', { name: 'Sent to the network' }).click()
  await dialog(page).getByLabel('Sample messages').check()
  await dialog(page).getByRole('button', { name: 'Sent to the network' }).click()
  await dialog(page)
    .getByText(/^Requested from the church: .*Sample messages/)
    .waitFor()
  await decide('Glo')
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await said(page, 'GRACECHAPEL, Glo approved')
  await page.keyboard.press('Escape')
  await row(page, 'GRACECHAPEL').getByText('3 of 4').waitFor()
  await dialog(page).waitFor({ state: 'detached' })
  expect(await row(page, 'GRACECHAPEL').count()).toBe(1)
})

test('a payment above the limit is given when two operators have approved it', async () => {
  const settings = await open('/operator/settings')
  await settings.getByRole('group', { name: 'NGN limit' }).getByLabel('Above').fill('50000')
  await ask(settings)
  await said(settings, 'Sent for confirmation')
  expect(await settings.getByRole('group', { name: 'NGN limit' }).getByLabel('Above').inputValue()).toBe('500000.00')
  await confirmAsSecond(stage, 'Change settings', /₦500,000[^]*₦50,000/)

  const first = await open('/operator/payments')
  await first.getByRole('button', { name: 'Grace Chapel' }).first().click()
  const proof = dialog(first).getByRole('img', { name: /Proof of payment/ })
  await proof.waitFor()
  await expect.poll(() => proof.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(100)
  await dialog(first).getByText('After you, another operator must approve it').waitFor()
  await approve(first, '6300')
  await dialog(first).getByText('It should be ₦63,000').waitFor()
  await dialog(first)
    .getByLabel(/Amount received/)
    .fill('63,000.00')
  await dialog(first).getByRole('button', { name: 'Approve ₦63,000' }).click()
  await dialog(first).getByText('You approved this').waitFor()
  expect(await dialog(first).getByRole('button', { name: 'Approve' }).count()).toBe(0)

  const second = await open('/operator/payments', FINANCE)
  await row(second, '1 of 2 approved').click()
  await dialog(second).getByText('Olu Operator approved this').waitFor()
  await approve(second, '63000')
  await said(second, '₦63,000 approved')
  await row(second, '₦63,000').getByText('Approved').waitFor()

  const grace = await open('/tenant/billing-history', 'admin@grace.example')
  await row(grace, '₦63,000').getByText('Paid').waitFor()
})

async function approve(page: Page, amount: string): Promise<void> {
  await dialog(page).getByRole('button', { name: 'Approve' }).click()
  await dialog(page)
    .getByLabel(/Amount received/)
    .fill(amount)
  await dialog(page).getByRole('button', { name: 'Approve ₦63,000' }).click()
}

async function payBack(page: Page, reference: string, reason: string): Promise<void> {
  await row(page, reference).click()
  await dialog(page).getByRole('button', { name: 'Refund' }).click()
  await dialog(page).getByLabel('Reason').fill(reason)
  await dialog(page)
    .getByRole('button', { name: /^Refund ₦/ })
    .click()
}

test('a payment through a provider is paid back: units first, then the money', async () => {
  const hope = 'admin@hope.example'
  const purchase = { purpose: 'units', currency: 'NGN', amount: '5900' } as const
  const { reference } = await buyOnline(stage, { as: hope, provider: 'paystack', purchase })
  const page = await open('/operator/payments?method=paystack')
  await row(page, reference).getByText('Paid', { exact: true }).waitFor()
  expect(await page.getByRole('rowheader').count()).toBe(1)
  await payBack(page, reference, 'Bought twice by mistake.')
  await said(page, 'Refund of ₦5,900 in progress')
  await row(page, reference).getByText('Refunded').waitFor({ timeout: 30_000 })
  await row(page, reference).click()
  await dialog(page).getByText('1,000 units were removed.').waitFor()
  await dialog(page).getByText('Bought twice by mistake.').waitFor()
  expect(await dialog(page).getByRole('button', { name: 'Refund' }).count()).toBe(0)

  const church = await open('/tenant/billing-history', hope)
  await row(church, reference).getByText('Refunded', { exact: true }).waitFor()
  await church.goto(`${stage.url}/tenant/units/statement`)
  await row(church, 'Removed: payment refunded').getByText('−1,000').waitFor()
})

test('a refund whose units are spent is refused in plain words', async () => {
  const { page, trouble } = await stage.visit({ as: OPERATOR, path: '/operator/payments?method=bank_transfer' })
  trouble.expect(/^409 POST .*\/refund$/)
  await page.route('**/refund', (route) => route.fulfill({ status: 409, json: { code: 'units_spent', message: '' } }))
  await row(page, '₦5,900').click()
  await dialog(page).getByRole('button', { name: 'Refund' }).click()
  await dialog(page).getByText('Send the money from your bank yourself').waitFor()
  await dialog(page).getByLabel('Reason').fill('They asked for it.')
  await dialog(page).getByRole('button', { name: 'Refund ₦5,900' }).click()
  await dialog(page).getByText('The church has already used some of these units').waitFor()
  expect(await dialog(page).getByLabel('Reason').inputValue()).toBe('They asked for it.')
})

test('a gate lifted by hand is running at the church’s next step, without a new sign-in', async () => {
  const church = await open('/tenant', 'admin@expired.example')
  await church.getByRole('heading', { name: 'Subscription Expired' }).waitFor()
  const page = await open('/operator/churches')
  await page.getByRole('link', { name: 'Harvest House' }).click()
  await page.getByRole('button', { name: 'Change plan or expiry' }).click()
  await dialog(page).getByRole('button', { name: '+1 month' }).click()
  await ask(dialog(page), 'They paid in cash.')
  await said(page, 'Sent for confirmation')
  await church.reload()
  await church.getByRole('heading', { name: 'Subscription Expired' }).waitFor()
  await confirmAsSecond(stage, 'Change plan or expiry')
  await page.reload()
  await page.getByRole('region', { name: 'Subscription' }).getByText('Open').waitFor()
  await church.goto(`${stage.url}/tenant`)
  await church.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  expect(new URL(church.url()).pathname).toBe('/tenant')
})

test('a price that changes stands in the log, and health has real figures', async () => {
  const page = await open('/operator/prices')
  const sms = page.getByRole('list', { name: 'Prices for SMS units' })
  await sms.getByRole('button', { name: /More actions for SMS units, NGN/ }).click()
  await page.getByRole('menuitem', { name: 'Change price' }).click()
  await dialog(page)
    .getByLabel(/New amount/)
    .fill('6.25')
  await ask(dialog(page))
  await said(page, 'Sent for confirmation')
  await sms.getByText('₦5.9').waitFor()
  await confirmAsSecond(stage, 'Change price', /₦5.9[^]*₦6.25/)
  await page.reload()
  await sms.getByText('₦6.25').waitFor()

  await place(page, 'Activity log').click()
  await page.getByRole('button', { name: 'Set a price' }).click()
  await dialog(page).getByText('₦5.9 → ₦6.25').waitFor()
  await page.keyboard.press('Escape')
  await row(page, 'Changed plan or expiry').getByText('Harvest House').waitFor()

  await place(page, 'Health').click()
  await page.getByRole('region', { name: 'SMS gateway “default”' }).getByText('Working', { exact: true }).waitFor()
  const database = page.getByRole('region', { name: 'Database' })
  expect(await database.innerText()).toMatch(/[\d.]+ ms[^]*[\d.]+ MB/)
})
