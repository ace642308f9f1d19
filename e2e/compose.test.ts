import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { until } from '#server/test-kit/until.ts'
import { smsSaying } from './kit/inboxes.ts'
import { fillMessage, send, unitsOf } from './kit/pages.ts'
import { openStage, type Stage, type Visit } from './kit/stage.ts'
import { word } from './kit/words.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const openCompose = (isNew = false) => stage.visit({ as: 'admin@grace.example', path: '/tenant/sms/compose', isNew })
const SENDERS = '**/api/messaging/sender-ids'
const DRAFTS = '**/api/messaging/drafts/*'
/** As it is, or as the draft that was kept of it. */
const SEND = /\/api\/(Messaging\/sendSms|messaging\/drafts\/[^/]+\/send)$/
const SENT = 'Your sms has been sent successfully!'

const cost = (page: Page) => page.getByRole('region', { name: 'Cost' })
const line = (page: Page, label: string) => cost(page).locator('dl > div').filter({ hasText: label }).locator('dd')
const message = (page: Page) => page.getByLabel('Message', { exact: true })

/** Everything that reached the gateway with this text, once at least one did and the answer stands still. */
async function arrivedSaying(text: string): Promise<number> {
  await until(async () => (await smsSaying(stage.sandboxUrl, text)).some(({ state }) => state === 'delivered'))
  return (await smsSaying(stage.sandboxUrl, text)).length
}

test('what is missing is said one after the other: message, destination, sender', async () => {
  const { page } = await openCompose()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Enter your message').waitFor()
  expect(await message(page).evaluate((area) => area === document.activeElement)).toBe(true)
  await message(page).fill('Welcome')
  await page.getByText('Enter your message').waitFor({ state: 'detached' })
  await page.getByText('Please select destination').waitFor()

  await page.route(SENDERS, async (route) => {
    const answer = await route.fetch()
    const { items } = (await answer.json()) as { items: object[] }
    await route.fulfill({ response: answer, json: { items: items.map((one) => ({ ...one, status: 0 })) } })
  })
  await page.goto('/tenant/sms/compose')
  await page.getByText('None of your sender IDs has been approved yet').waitFor()
  await fillMessage(page, { numbers: '08035550100', text: 'Welcome' })
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  await message(page).press('Control+Enter')
  await page.getByText('No sender id selected, Kindly select a sender id and try again').waitFor()
})

const senderField = (page: Page) => page.getByRole('combobox', { name: word('messaging.compose.senderId') })
const option = (page: Page, name: string) => page.getByRole('option', { name: new RegExp(`^${name}`) })

test('a church without a sender ID is led to request one, and the new one is selected while it waits', async () => {
  const { page } = await openCompose()
  let isNew = true
  await page.route(SENDERS, (route) => (isNew ? route.fulfill({ json: { items: [] } }) : route.fallback()))
  await page.reload()
  await page.getByText(word('messaging.compose.noSenders')).waitFor()
  await page.getByRole('button', { name: word('messaging.sender.requestOne') }).click()
  isNew = false
  await page.getByLabel(word('messaging.sender.enter')).fill('GraceKids')
  await page.keyboard.press('Enter')
  await page.getByText(word('messaging.sender.pending')).waitFor()
  await expect.poll(() => senderField(page).inputValue()).toBe('GraceKids')
  await page.getByText(word('messaging.sender.waits').replace('{mask}', 'GraceKids')).waitFor()
  expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
})

test('the picker searches, requests and deletes; a refused name is told, and calling off deletes nothing', async () => {
  const { page } = await openCompose()
  await senderField(page).fill('youth')
  await option(page, 'GRACEYOUTH').waitFor()
  expect(await page.getByRole('listbox').getByRole('option').count()).toBe(2)
  await senderField(page).fill('gracenews')
  await option(page, word('messaging.sender.requestNew')).click()
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByLabel(word('messaging.sender.enter')).inputValue()).toBe('gracenews')
  await dialog.getByLabel(word('messaging.sender.enter')).fill('GraceSale')
  await dialog.getByRole('button', { name: word('messaging.sender.request'), exact: true }).click()
  await expect.poll(() => senderField(page).inputValue()).toBe('GraceSale')
  await dialog.waitFor({ state: 'detached' })

  await senderField(page).fill('gracesale')
  // The new name comes with the list that is asked for anew.
  await option(page, 'GraceSale').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByText(word('messaging.sender.deleteOne').replace('{mask}', 'GraceSale')).waitFor()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog', { name: word('messaging.sender.confirmTitle') }).waitFor()
  await dialog.getByRole('button', { name: word('messaging.sender.cancel') }).click()
  await page.getByText('Rejected', { exact: true }).waitFor()
  await senderField(page).fill('gracesale')
  await option(page, 'GraceSale').locator('svg').last().click()
  await dialog.getByRole('button', { name: word('messaging.sender.delete'), exact: true }).click()
  await page.getByText(word('messaging.sender.deleted')).waitFor()
  await senderField(page).fill('gracesale')
  await page.getByText(word('messaging.compose.noMatch')).waitFor()
})

test('numbers that nothing can be sent to are left out, each with its reason', async () => {
  const { page } = await openCompose()
  await fillMessage(page, { numbers: '08035550101, 0803, call me\n+234 803 555 0101, 2.34803E+12', text: 'Welcome' })
  await expect.poll(() => line(page, 'Recipients').textContent()).toBe('1')
  expect(await line(page, 'Duplicates removed').textContent()).toBe('−1')
  expect(await line(page, 'Invalid numbers').textContent()).toBe('−3')
  await page.getByRole('button', { name: 'Details' }).click()
  const why = page.getByRole('dialog', { name: '3 invalid numbers' })
  await why.getByText('The number is too short.').waitFor()
  await why.getByText('Not a phone number.').waitFor()
  await why.getByText(/The spreadsheet shortened this number/).waitFor()
  await page.keyboard.press('Escape')
  await why.waitFor({ state: 'detached' })
  expect(
    await page.getByRole('button', { name: 'Details' }).evaluate((button) => button === document.activeElement),
  ).toBe(true)
})

test('a sign that makes every message dearer is named, and one press makes it plain and the quote lower', async () => {
  const { page } = await openCompose()
  // Two pages of words alone: the link behind them would make a third.
  const withLink = (isOn: boolean) =>
    page.context().request.put('/api/messaging/sms/opt-out-link', { data: { isOn }, headers: { origin: stage.url } })
  await withLink(false)
  // The page may have asked already how the church has set it.
  await page.reload()
  await fillMessage(page, {
    numbers: '08035550102, 08035550103',
    text: `We’re waiting. ${'Come on Sunday at nine. '.repeat(4)}`,
  })
  await expect.poll(() => line(page, 'Units').textContent()).toBe('4')
  await page.getByText('The character ’ makes every message 2 pages instead of 1').waitFor()
  await cost(page).getByText('Replace ’ and pay 2 units, 2 fewer.').waitFor()
  const wish = page.getByRole('button', { name: 'Keep ’' })
  await wish.click()
  await wish.waitFor({ state: 'detached' })
  expect(await line(page, 'Units').textContent()).toBe('4')
  await cost(page).getByText('Replace ’ and pay 2 units, 2 fewer.').click()
  await expect.poll(() => line(page, 'Units').textContent()).toBe('2')
  expect(await message(page).inputValue()).toContain("We're waiting.")
  await withLink(true)
})

test('a message for which units are missing is refused, and nothing goes out', async () => {
  const { page } = await openCompose()
  const before = await unitsOf(page)
  await message(page).fill(`Too dear. ${'x'.repeat(750)}`)
  await page.getByLabel('To', { exact: true }).selectOption({ label: 'All contacts' })
  await cost(page)
    .getByText(/You need .* to send this\./)
    .waitFor()
  const refused = page.waitForResponse(SEND)
  await send(page)
  expect(await (await refused).json()).toMatchObject({ status: false, code: 'not_enough_units', unitsUsed: 0 })
  await page.getByText(word('messaging.compose.nothingSent')).waitFor()
  expect(await page.getByText(SENT).count()).toBe(0)
  expect(await unitsOf(page)).toBe(before)
  expect(await smsSaying(stage.sandboxUrl, `Too dear. ${'x'.repeat(750)}`)).toEqual([])
})

test('without a network nothing is lost, and pressing Send again sends once', async () => {
  const { page, context } = await openCompose(true)
  const text = 'Sent after the network came back'
  await fillMessage(page, { numbers: '08035550104', text })
  await line(page, 'Recipients').waitFor()
  await context.setOffline(true)
  await send(page)
  await page.getByText('Please ensure you have internet access').waitFor()
  expect(await message(page).inputValue()).toBe(text)
  await context.setOffline(false)
  await send(page)
  await page.getByText(SENT).waitFor()
  expect(await arrivedSaying(text)).toBe(1)
})

test('when only the answer is lost, pressing Send again sends nothing twice', async () => {
  const { page } = await openCompose()
  const before = await unitsOf(page)
  const text = 'Its first answer was lost'
  await fillMessage(page, { numbers: '08035550105', text })
  await line(page, 'Recipients').waitFor()
  await page.route(
    SEND,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await send(page)
  await page.getByText('Please ensure you have internet access').waitFor()
  expect(await arrivedSaying(text)).toBe(1)
  await send(page)
  await page.getByText(SENT).waitFor()
  expect(await unitsOf(page)).toBe(before - 1)
  expect(await arrivedSaying(text)).toBe(1)
})

test('a double press sends once', async () => {
  const { page } = await openCompose()
  const before = await unitsOf(page)
  const text = 'Pressed twice'
  await fillMessage(page, { numbers: '08035550106', text })
  await line(page, 'Recipients').waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).dblclick()
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).dblclick()
  await page.getByText(SENT).waitFor()
  expect(await arrivedSaying(text)).toBe(1)
  expect(await unitsOf(page)).toBe(before - 1)
})

test('leaving text behind that nothing keeps asks first; what is sent or empty is left without a word', async () => {
  const { page, trouble }: Visit = await openCompose()
  const asks = page.getByRole('dialog', { name: 'Leave without sending?' })
  // Refused, not unreachable: this device keeps nothing of it either.
  trouble.expect(/^400 PUT /)
  await page.route(DRAFTS, (route) => route.fulfill({ status: 400, json: { code: 'invalid_input', message: '' } }))
  await message(page).fill('Not sent yet')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await asks.getByRole('button', { name: 'Stay' }).click()
  await asks.waitFor({ state: 'detached' })
  expect(await message(page).inputValue()).toBe('Not sent yet')
  expect(new URL(page.url()).pathname).toBe('/tenant/sms/compose')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await asks.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL((url) => url.pathname === '/tenant')

  await page.getByRole('link', { name: 'Send SMS' }).first().click()
  await message(page).waitFor()
  expect(await message(page).inputValue()).toBe('')
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.waitForURL((url) => url.pathname === '/tenant')
})
