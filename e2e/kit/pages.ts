import type { Page } from 'playwright-core'

/** Fills the sign-in form as a person would. */
export async function signIn(page: Page, userName: string, password = 'narthex-demo'): Promise<void> {
  await page.getByLabel('E-mail').fill(userName)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
