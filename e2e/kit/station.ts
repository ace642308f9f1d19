import type { Page } from 'playwright-core'

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** The station with this event chosen: the demo has events of its own. */
export async function choosing(page: Page, eventId: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).waitFor()
  const events = page.getByLabel('Event', { exact: true })
  if (await events.isVisible()) await events.selectOption(eventId)
}

export async function scan(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.keyboard.press('Enter')
}

export async function checkInAll(page: Page, code: string): Promise<void> {
  await scan(page, code)
  await press(page, 'Check in 3 and print labels')
  await page.getByText('3 children checked in').waitFor()
}

/** The page, the pack and codes are on the device. */
export const worksAlone = (page: Page) => page.getByText('Ready to work offline').waitFor({ timeout: 40_000 })
