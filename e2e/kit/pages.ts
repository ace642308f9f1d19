import type { Page } from 'playwright-core'
import { PASSWORD } from './sign-in.ts'

/** Fills the sign-in form as a person would. */
export async function signIn(page: Page, userName: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Writes a message to typed numbers on the compose page. */
export async function fillMessage(page: Page, { numbers, text }: { numbers: string; text: string }): Promise<void> {
  await page.getByLabel('To', { exact: true }).selectOption({ label: 'Phone numbers' })
  await page.getByLabel('Phone numbers').fill(numbers)
  await page.getByLabel('Message', { exact: true }).fill(text)
}

/** Presses Send and, where the country has several routes, takes the usual one. */
export async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click()
}

/** Free units of the church, as the server says. */
export async function unitsOf(page: Page): Promise<number> {
  const answer = await page.context().request.get('/api/identity/session')
  return ((await answer.json()) as { units: number }).units
}

/** Looks at the page again, as if from another one; what may have changed meanwhile is asked for at once. */
export const comeBackTo = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
