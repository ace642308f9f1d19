import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { button, said } from './kit/portal.ts'
import { openStage, type Stage } from './kit/stage.ts'

const OWNER = 'admin@grace.example'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

/** Somebody's mail server says so, once their email has arrived. */
async function bounced(to: string, kind: 'hard' | 'complaint'): Promise<void> {
  const bounce = () =>
    fetch(`${stage.sandboxUrl}/_sandbox/mail/bounces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, kind }),
    })
  await expect.poll(async () => (await bounce()).ok, { timeout: 15_000 }).toBe(true)
}

/** As the page itself would: with the session of whoever looks at it. */
const post = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([to, sent]) =>
      (await fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent })).status,
    [path, JSON.stringify(body)] as const,
  )

test('sent emails stand on numbered pages, are searched and deleted; one shows who got it and how it looked', async () => {
  const { page } = await stage.visit({ as: OWNER, path: '/tenant/email/sent' })
  await page.getByText('No sent mesages').waitFor()
  await page.getByRole('link', { name: 'Send Email' }).first().waitFor()
  await button(page, 'Watch Video').click()
  const video = page.getByRole('dialog', { name: 'Watch Video' }).locator('video')
  // It is there, can be shown, and says what happens in it.
  await expect.poll(() => video.evaluate((shown: HTMLVideoElement) => shown.duration)).toBeGreaterThan(20)
  await expect
    .poll(() => video.evaluate((shown: HTMLVideoElement) => shown.textTracks[0]?.cues?.length ?? 0))
    .toBeGreaterThan(5)
  await page.keyboard.press('Escape')
  const letter = (number: number) => ({
    subject: number === 1 ? 'Family Thanksgiving this Sunday' : `Letter ${number}`,
    message: '<p>Dear #name#</p><script>document.title = "x"</script>',
    toOthers: 'ada@one.example',
  })
  for (let number = 1; number <= 52; number++)
    expect(await post(page, '/api/Messaging/sendEmail', letter(number))).toBe(200)
  await page.reload()
  await page.getByText('52 sent emails').waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(
    expect.arrayContaining(['Sent', 'Draft', 'Scheduled']),
  )
  await page.keyboard.press('Escape')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByText('Total 52').waitFor()
  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(
    expect.arrayContaining(['Subject', 'Date sent', 'Units used', 'Sent by', 'Action']),
  )
  await pages.getByRole('button', { name: 'Next page' }).click()
  await page.waitForURL('**/tenant/email/sent?page=2')
  const first = page.getByRole('link', { name: 'Family Thanksgiving this …' })
  await first.waitFor()
  await pages.getByRole('button', { name: 'Previous page' }).click()
  await page.getByRole('link', { name: 'Letter 52', exact: true }).waitFor()
  await pages.getByRole('button', { name: 'Page 2' }).click()
  await first.waitFor()
  await pages.getByRole('spinbutton', { name: 'Go to' }).fill('1')
  await pages.getByRole('spinbutton', { name: 'Go to' }).press('Enter')
  await page.getByRole('link', { name: 'Letter 52', exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Search emails' }).fill('thanksgiving')
  await pages.getByText('Total 1').waitFor()

  const dialog = page.getByRole('dialog')
  const remove = async (answer: 'Cancel' | 'Delete') => {
    await dialog.getByText("Are you sure you want to proceed? This operation can't be reversed").waitFor()
    await dialog.getByRole('button', { name: answer }).click()
  }
  await page.getByRole('button', { name: 'Delete Family Thanksgiving this …' }).click()
  await remove('Cancel')
  await said(page, 'Delete discarded').waitFor()
  await first.click()

  await page.getByRole('heading', { name: 'Family Thanksgiving this Sunday', level: 1 }).waitFor()
  await page.getByRole('row').filter({ hasText: 'ada@one.example' }).waitFor()
  await page.getByRole('button', { name: 'See the email' }).click()
  const frame = page.locator('iframe')
  expect(await frame.getAttribute('sandbox')).toBe('')
  await page.frameLocator('iframe').getByText('Dear Friend').waitFor()
  await page.getByRole('link', { name: 'Email', exact: true }).last().click()

  await page.getByRole('checkbox', { name: 'Select Letter 52' }).check()
  await page.getByRole('checkbox', { name: 'Select Letter 51' }).check()
  await page.route('**/DeleteSentEmails?**', (route) => route.abort())
  await button(page, 'Delete').click()
  await remove('Delete')
  await said(page, 'Selected Emails could not be deleted, Please try reloading').waitFor()
  await page.unroute('**/DeleteSentEmails?**')
  await button(page, 'Delete').click()
  await remove('Delete')
  await said(page, 'Email has been deleted successfully').waitFor()
  await pages.getByText('Total 50').waitFor()
})

test('each answer to deleting is said in its words and for its time', async () => {
  const { page } = await stage.visit({ as: OWNER })
  await page.clock.install()
  await page.goto('/tenant/email/sent')
  await page.getByRole('heading', { name: 'Email', level: 1 }).waitFor()
  await post(page, '/api/Messaging/sendEmail', { subject: 'Spring cleaning', message: 'x', toOthers: 'a@one.example' })
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Confirm delete' })
  const refusal = 'These emails are not on the list any more'
  const calls = '**/DeleteSentEmails?**'
  const answers: { says: string; stays: number; press?: 'Cancel'; meanwhile?: () => Promise<unknown> }[] = [
    { says: 'Delete discarded', stays: 3_000, press: 'Cancel' },
    {
      says: 'Email could not be deleted, Please try reloading',
      stays: 5_000,
      meanwhile: () => page.route(calls, (route) => route.abort()),
    },
    {
      says: refusal,
      stays: 5_000,
      meanwhile: async () => {
        await page.unroute(calls)
        await page.route(calls, (route) => route.fulfill({ json: { deleted: false, message: refusal } }))
      },
    },
    { says: 'Email has been deleted successfully', stays: 3_000, meanwhile: () => page.unroute(calls) },
  ]
  for (const { says, stays, press = 'Delete', meanwhile } of answers) {
    await meanwhile?.()
    await page.getByRole('button', { name: 'Delete Spring cleaning' }).click()
    await dialog.getByRole('button', { name: press }).waitFor()
    // Time stands still, however slow the machine is.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
    await dialog.getByRole('button', { name: press }).click()
    await said(page, says).waitFor()
    await page.mouse.move(0, 0)
    await page.clock.fastForward(stays - 500)
    await said(page, says).waitFor()
    await page.clock.fastForward(1_000)
    await said(page, says).waitFor({ state: 'hidden' })
    await page.clock.resume()
  }
  expect(await page.getByRole('button', { name: 'Delete Spring cleaning' }).count()).toBe(0)
})

test('a draft is listed, scheduled, made a draft again and deleted', async () => {
  const { page } = await stage.visit({ as: OWNER, path: '/tenant/email/compose' })
  await page.getByRole('textbox', { name: 'Subject' }).fill('Carols this evening')
  await page.getByRole('textbox', { name: 'Heading' }).fill('Carols')
  await page.getByRole('combobox', { name: 'To' }).selectOption({ label: 'All contacts' })
  await page.getByRole('button', { name: 'Schedule or draft' }).click()
  await page.getByRole('menuitem', { name: /^Draft/ }).click()
  await page.waitForURL('**/tenant/email/draft')
  await page.getByRole('link', { name: 'Carols this evening' }).click()
  await page.getByRole('textbox', { name: 'Heading' }).waitFor()
  await page.getByRole('button', { name: 'Schedule or draft' }).click()
  await page.getByRole('menuitem', { name: /^Schedule/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click()
  await page.waitForURL('**/tenant/email/schedules')
  await page.getByRole('link', { name: 'Carols this evening' }).waitFor()
  await page.getByRole('button', { name: 'More actions for Carols this evening' }).click()
  await page.getByRole('menuitem', { name: 'Cancel schedule' }).click()
  await said(page, 'Schedule cancelled. The email is a draft again.').waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Draft' }).click()
  await page.getByRole('button', { name: 'More actions for Carols this evening' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await said(page, 'Email has been deleted successfully').waitFor()
  await page.getByText('No drafts').waitFor()
  expect(await page.getByRole('link', { name: 'Carols this evening' }).count()).toBe(0)
})

test('an address that does not exist is told in the report, stands among the stopped ones, and is released with a reason', async () => {
  const { page } = await stage.visit({ as: OWNER, path: '/tenant/email/sent' })
  await page.getByRole('heading', { name: 'Email', level: 1 }).waitFor()
  const letter = { subject: 'Prayer on Friday', message: '<p>Come</p>', toOthers: 'bola@one.example,gone@one.example' }
  expect(await post(page, '/api/Messaging/sendEmail', letter)).toBe(200)
  await bounced('gone@one.example', 'hard')
  await page.reload()
  await page.getByRole('link', { name: 'Prayer on Friday' }).click()
  await page.getByRole('button', { name: 'Bounced 1' }).click()
  const row = page.getByRole('row').filter({ hasText: 'gone@one.example' })
  await row.getByText('550 5.1.1 The email account that you tried to reach does not exist').waitFor()
  await page.getByRole('row').filter({ hasText: 'bola@one.example' }).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: '1 stopped' }).click()
  await page.waitForURL('**/tenant/email/stopped')
  await row.getByText('Nobody in People').waitFor()
  await button(page, 'Send emails to gone@one.example again').click()
  await page.getByRole('textbox', { name: 'Why does it work again?' }).fill('They have a new mailbox')
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click()
  await said(page, 'Emails go to this address again').waitFor()
  await page.getByText('No stopped addresses').waitFor()
})

test('a person whose address is stopped is shown so, with the day, and written to again for a reason', async () => {
  const { page } = await stage.visit({ as: OWNER, path: '/tenant/email/sent' })
  await page.getByRole('heading', { name: 'Email', level: 1 }).waitFor()
  const { id, email } = await page.evaluate(async () => {
    const { items } = (await (await fetch('/api/people?limit=50')).json()) as { items: { id: string; email: string }[] }
    return items.find((one) => one.email) ?? { id: '', email: '' }
  })
  const letter = { subject: 'To you', message: '<p>Come</p>', ToContacts: id }
  expect(await post(page, '/api/Messaging/sendEmail', letter)).toBe(200)
  await bounced(email, 'complaint')
  await page.goto(`${stage.url}/tenant/people/${id}`)
  await page.getByText(/^Emails are stopped since .+: marked as spam\.$/).waitFor()
  await page.getByRole('textbox', { name: 'Why it works again' }).fill('They pressed it by mistake')
  await button(page, 'Send emails again').click()
  await said(page, 'Emails are sent to this address again').waitFor()
  await page.getByText('marked as spam').waitFor({ state: 'detached' })
})

test('what has not left of an email is called back from its page, after a question; the list is taken away as a file', async () => {
  const { page } = await stage.visit({ as: OWNER, path: '/tenant/email/sent' })
  await page.getByRole('heading', { name: 'Email', level: 1 }).waitFor()
  const many = Array.from({ length: 400 }, (_, index) => `reader${index}@one.example`).join(',')
  const letter = { subject: 'Too early', message: '<p>Come</p>', toOthers: many }
  expect(await post(page, '/api/Messaging/sendEmail', letter)).toBe(200)
  await page.reload()
  await page.getByRole('link', { name: 'Too early' }).click()
  await button(page, 'Cancel the rest').click()
  const asked = page.getByRole('dialog')
  await asked.getByText('The others get nothing.').waitFor()
  await asked.getByRole('button', { name: /^Cancel \d+ messages$/ }).click()
  await page.getByText(/^Cancelled by .+/).waitFor()
  await button(page, 'Cancel the rest').waitFor({ state: 'detached' })
  await page.goto(`${stage.url}/tenant/email/sent`)
  await page.getByRole('row').filter({ hasText: 'Too early' }).getByText('Cancelled').waitFor()
  await button(page, 'Export').click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^sent-emails-.*\.csv$/)
})
