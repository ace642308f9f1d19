import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { button, said } from './kit/portal.ts'
import { pushBrowser } from './kit/push.ts'
import { openStage, type Stage } from './kit/stage.ts'

const OWNER = 'admin@grace.example'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

/** Fills in a notification to everybody. */
async function write(page: Page, title: string): Promise<void> {
  await page.getByRole('combobox', { name: 'To' }).selectOption({ label: 'All contacts' })
  await page.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.getByRole('textbox', { name: 'Message' }).fill('Dear #name#, we begin at nine.')
}

test('a notification to everybody reaches the browser of the staff, and its page says whom', async () => {
  const visit = await stage.visit({ as: OWNER, isNew: true })
  const { page } = visit
  const device = await pushBrowser(visit, stage.sandboxUrl)
  await page.goto('/tenant/notifications')
  await button(page, 'Turn on').click()
  await said(page, 'Notifications are on for this device.').waitFor()
  const mine = page.getByRole('region', { name: 'Your devices' })
  await mine.getByText('Nothing sent yet').waitFor()
  await mine.getByRole('button', { name: 'Test' }).click()
  await mine.getByText(/^Last reached /).waitFor()
  await device.message('This is a test. Notifications reach this device.')

  const prayer = page.getByRole('switch', { name: 'Prayer' })
  await prayer.click()
  await expect.poll(() => prayer.isChecked()).toBe(false)
  await page.reload()
  await expect.poll(() => prayer.isChecked()).toBe(false)
  expect(await page.getByRole('switch', { name: 'Calls from a class' }).isDisabled()).toBe(true)

  await page.goto('/tenant/push-notification/send')
  await button(page, 'Send').click()
  await page.getByText('Enter a title').waitFor()
  await page.getByText('Please select destination').waitFor()
  await write(page, 'Sunday')
  await page.getByRole('region', { name: 'Who gets it' }).getByText('Notifications not turned on').waitFor()
  await button(page, 'Send').click()
  await said(page, 'Your notification has been sent successfully!').waitFor()
  await page.getByRole('heading', { name: 'Sunday', level: 1 }).waitFor()
  await page.getByRole('row').filter({ hasText: 'Sent' }).first().waitFor()
  const taken = async (name: RegExp) => {
    await button(page, 'Export').click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /CSV/ }).click()
    expect((await download).suggestedFilename()).toMatch(name)
  }
  await taken(/^notification-recipients-.*\.csv$/)
  await page.goto('/tenant/push-notification/list')
  await page.getByRole('link', { name: 'Sunday' }).waitFor()
  await taken(/^sent-notifications-.*\.csv$/)
  // A row opens the notification's own page.
  await page.getByRole('link', { name: 'Sunday' }).click()
  await page.getByRole('heading', { name: 'Sunday', level: 1 }).waitFor()

  const { payload } = await device.message('Sunday')
  await page.goto('/tenant/notifications')
  await device.deliver(JSON.stringify(payload))
  const { title, body, tag } = payload.notification
  await expect.poll(() => device.shown()).toEqual([{ title, body, tag }])
  await device.press()
  await page.waitForURL('**/tenant')
})

test('one that waits for its time is changed, called back, scheduled again, and deleted', async () => {
  const { page } = await stage.visit({ as: OWNER, path: '/tenant/push-notification/send' })
  await write(page, 'Carols this evening')
  await button(page, 'Schedule').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await page.waitForURL('**/tenant/push-notification/schedules')
  await page.getByRole('link', { name: 'Carols this evening' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Carols this evening, at six')
  await button(page, 'Schedule').click()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  // Cut where the column ends for everybody.
  const row = page.getByRole('row').filter({ hasText: 'Carols this evening, at s…' })
  const act = async (name: string) => {
    await page.getByRole('button', { name: /^More actions for Carols/ }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await row.getByText('Scheduled', { exact: true }).waitFor()
  await act('Cancel schedule')
  await said(page, 'Schedule cancelled. The notification stays here as a draft.').waitFor()
  await row.getByText('No time chosen').waitFor()
  await page.getByRole('link', { name: 'Carols this evening, at s…' }).click()
  await button(page, 'Schedule').click()
  await dialog.getByRole('button', { name: 'Schedule' }).click()
  await row.getByText('Scheduled', { exact: true }).waitFor()
  const remove = async (answer: 'Cancel' | 'Delete') => {
    await act('Delete')
    await dialog.getByText("Are you sure you want to proceed? This operation can't be reversed").waitFor()
    await dialog.getByRole('button', { name: answer }).click()
  }
  await remove('Cancel')
  await said(page, 'Delete discarded').waitFor()
  await remove('Delete')
  await said(page, 'Notification has been deleted successfully').waitFor()
  await page.getByText('Nothing is scheduled').waitFor()
  expect(await page.getByRole('link', { name: /^Carols/ }).count()).toBe(0)
})

test('the birthday message is written, switched on, and still so after a reload', async () => {
  const { page } = await stage.visit({ as: OWNER, path: '/tenant/settings/messages' })
  const birthday = page.getByRole('region', { name: 'Birthday' })
  await birthday.getByRole('textbox', { name: 'Message' }).fill('Happy birthday, #name#!')
  await birthday.getByRole('switch', { name: 'Send automatically' }).check()
  await birthday.getByRole('combobox', { name: 'Sender ID' }).selectOption({ index: 1 })
  await birthday.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Saved').waitFor()
  await page.reload()
  await expect.poll(() => birthday.getByRole('switch', { name: 'Send automatically' }).isChecked()).toBe(true)
  expect(await birthday.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Happy birthday, #name#!')
})
