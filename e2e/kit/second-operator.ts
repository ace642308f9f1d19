import type { Locator, Page } from 'playwright-core'
import type { Stage } from './stage.ts'

/** Asks a second operator for what stands in the open form. */
export async function ask(form: Page | Locator, reason = 'We agreed on it.'): Promise<void> {
  await form.getByLabel('Reason').fill(reason)
  await form.getByRole('button', { name: /^(Ask a second operator|Ask for these settings)$/ }).click()
}

/** The second operator looks at the newest change of this name and confirms it. */
export async function confirmAsSecond(stage: Stage, what: string, fromTo?: RegExp): Promise<void> {
  const { page } = await stage.visit({ as: 'finance@narthex.example', path: '/operator/changes' })
  const waiting = page.getByRole('region', { name: 'Waiting for a second operator' })
  await waiting.getByRole('button', { name: what }).last().click()
  const dialog = page.getByRole('dialog')
  if (fromTo) await dialog.getByText(fromTo).first().waitFor()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('region', { name: 'Messages' }).getByText('Confirmed: it is in force now').waitFor()
}
