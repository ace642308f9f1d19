import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { passOnSender } from './kit/console.ts'
import { fillMessage, send } from './kit/pages.ts'
import { openStage, type Stage, type Visit } from './kit/stage.ts'

/** The words of the product's specification, each as it is said and for as long; misspellings included. */
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const SEND = /\/api\/(Messaging\/sendSms|messaging\/drafts\/[^/]+\/send)$/
const DRAFTS = '**/api/messaging/drafts/**'

const says = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const isGone = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor({ state: 'hidden' })
const closeToasts = async (page: Page): Promise<void> => {
  for (const button of await page.getByRole('button', { name: 'Close', exact: true }).all()) await button.click()
}

/** Time stands still, however slow the machine is. */
const standStill = async (page: Page): Promise<void> =>
  page.clock.pauseAt((await page.evaluate(() => Date.now())) + 2_000)

/** Waits for an answer do not last as long as they would, so that running out of time takes no time. */
const hurry = () => {
  const real = AbortSignal.timeout.bind(AbortSignal)
  AbortSignal.timeout = (milliseconds) => real(Math.min(milliseconds, 1500))
}

type Failure = { what: string; text: string; by: (route: Route) => Promise<void> }
const failures: Failure[] = [
  {
    what: 'refused without a word',
    text: 'An error Occur',
    by: (route) => route.fulfill({ json: { status: false, message: '', unitsUsed: 0 } }),
  },
  {
    what: 'refused in words',
    text: 'The words of the server',
    by: (route) => route.fulfill({ json: { status: false, message: 'The words of the server', unitsUsed: 0 } }),
  },
  {
    what: 'answered by something in between',
    text: 'Message not sent, please try again',
    by: (route) => route.fulfill({ contentType: 'text/html', body: '<html>Sign in to the hotel</html>' }),
  },
  {
    what: 'cut off',
    text: 'Please ensure you have internet access',
    by: (route) => route.abort(),
  },
  {
    what: 'never answered',
    text: 'SMS took too long, please check your network and try again',
    by: () => Promise.resolve(),
  },
  {
    what: 'broken',
    text: 'SMS sending failed, Please try again',
    by: (route) => route.fulfill({ status: 500, json: { code: 'internal', message: '' } }),
  },
]

const doors = [
  { who: 'admin@grace.example', path: '/tenant/sms/compose', back: '/tenant/sms/sent' },
  { who: 'admin@expired.example', path: '/sendsmsexpired', back: '/errorpage/expiredSubscription' },
]

describe.each(doors)('at $path', ({ who, path, back }) => {
  const arrive = (page: Page) => page.waitForURL((url) => url.pathname === back)

  test('every way of failing has its words, nothing is lost, and the next press sends', async () => {
    const { page, trouble }: Visit = await stage.visit({ as: who })
    trouble.expect(/^500 POST /)
    await page.addInitScript(hurry)
    await page.goto(path)
    const text = `Said at ${path}`
    await fillMessage(page, { numbers: '08035550701', text })
    for (const { text: words, by } of failures) {
      await page.route(SEND, by)
      await send(page)
      await says(page, words)
      expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe(text)
      await page.unroute(SEND)
      await closeToasts(page)
    }
    await page.clock.install()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await standStill(page)
    await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click()
    await says(page, 'Your sms has been sent successfully!')
    await page.clock.runFor(3_400)
    await says(page, 'Your sms has been sent successfully!')
    await page.clock.runFor(200)
    await arrive(page)
  })

  test('what is missing, what cannot be opened, kept or scheduled, and where Discard leads', async () => {
    const { page, trouble } = await stage.visit({ as: who })
    trouble.expect(/^404 GET .*\/sent\/.*\/message/)
    trouble.expect(/^(400|500) PUT /)
    await page.goto(`${path}?messageId=${crypto.randomUUID()}`)
    await says(page, 'Could not load message')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await says(page, 'Enter your message')
    await page.getByLabel('Message', { exact: true }).fill('Hello')
    await says(page, 'Please select destination')

    await page.route(DRAFTS, (route) => route.fulfill({ status: 500, json: { code: 'internal', message: '' } }))
    await fillMessage(page, { numbers: '08035550702', text: 'Hello' })
    await pick(page, /^Draft/)
    await says(page, 'Message not saved as draft')
    await pick(page, /^Schedule/)
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
    await dialog.getByText('Schedule failed, please try again').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.unroute(DRAFTS)
    await pick(page, /^Draft/)
    await says(page, 'Message saved as draft')
    if (path.startsWith('/tenant/')) {
      // It stands on the list of drafts now; behind a shut gate there is no list.
      await page.waitForURL('**/tenant/sms/draft')
      await page.goto(path)
      await fillMessage(page, { numbers: '08035550702', text: 'Hello again' })
    }
    await page.getByRole('button', { name: 'Discard' }).click()
    await dialog.getByRole('button', { name: 'Discard' }).click()
    await arrive(page)
    expect(new URL(page.url()).pathname).toBe(back)
  })
})

async function pick(page: Page, item: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Schedule or draft' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('people are looked for from three letters on; a file that holds no number is refused', async () => {
  const { page, trouble } = await stage.visit({ as: 'admin@grace.example', path: '/tenant/sms/compose' })
  trouble.expect(/^400 POST .*contact-files$/)
  await page.getByLabel('To', { exact: true }).selectOption({ label: 'Select person from membership database' })
  const people = page.getByRole('combobox', { name: 'People' })
  await people.fill('ad')
  await says(page, 'Enter 3 or more characters')
  await people.fill('zzzzzz')
  await says(page, 'No match found')
  await page.getByLabel('To', { exact: true }).selectOption({ label: 'Upload contacts' })
  const file = { name: 'friends.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,Phone\nAda,none\n') }
  await page.getByLabel('Choose a file').setInputFiles(file)
  await says(page, 'Sending failed, please try again')
  const message = page.getByLabel('Message', { exact: true })
  const counter = page.getByText('161 characters', { exact: true })
  await page.getByRole('switch', { name: 'Add the opt-out link' }).click()
  await message.fill('x'.repeat(160))
  const amber = () => counter.evaluate((element) => getComputedStyle(element).fontWeight)
  await page.getByText('160 characters', { exact: true }).waitFor()
  await message.fill('x'.repeat(161))
  await counter.waitFor()
  await expect.poll(amber).toBe('600')
})

const WRONG =
  'Should not contain any special characters AND Should not be less than 3 characters and more than 11 characters'
type Answer = { mask: string; texts: [string, ...string[]]; stays: number; gone: number }
/** In the demo one is approved, one waits and one was refused; one more is handed to the networks. */
const answers: Answer[] = [
  {
    mask: 'NEWCHOIR',
    texts: [
      'PENDING',
      'Sender id is pending for approval, when it is approved, you will see it among the sender id list',
    ],
    stays: 5_500,
    gone: 1_000,
  },
  { mask: 'GRACENEWS', texts: ['PROCESSING', 'Sender id is processing for approval'], stays: 6_000, gone: 5_000 },
  { mask: 'GRACECHAPEL', texts: ['Sender id is approved!'], stays: 2_000, gone: 1_500 },
  {
    mask: 'GRACEYOUTH',
    texts: ['NOT APPROVED', 'Sender id is not approved, create another one'],
    stays: 4_000,
    gone: 1_500,
  },
]

test('a sender ID is checked when its field is left, and each of the four answers is told for its time', async () => {
  await passOnSender(stage.url, 'GRACENEWS')
  const { page } = await stage.visit({ as: 'admin@grace.example' })
  await page.clock.install()
  await page.goto('/tenant/sms/compose')
  const field = page.getByRole('combobox', { name: 'Sender ID' })
  const dialog = page.getByRole('dialog', { name: 'Request Sender ID' })
  for (const { mask, texts, stays, gone } of answers) {
    // What was typed last is gone, so that every name is offered.
    await field.fill('new')
    await field.fill('')
    await page.getByRole('option', { name: 'Request new sender ID' }).click()
    const input = dialog.getByLabel('Enter sender id')
    await input.fill('a b')
    await page.keyboard.press('Tab')
    await dialog.getByText(WRONG).waitFor()
    await input.fill(mask)
    await standStill(page)
    await dialog.getByRole('button', { name: 'Request', exact: true }).click()
    for (const text of texts) await says(page, text)
    await page.mouse.move(0, 0)
    await page.clock.fastForward(stays)
    await says(page, texts[0])
    await page.clock.fastForward(gone)
    await isGone(page, texts[0])
    await page.clock.resume()
  }
  expect(await page.getByRole('dialog').count()).toBe(0)
})
