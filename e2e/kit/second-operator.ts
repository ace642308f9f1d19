import type { Locator, Page } from 'playwright-core'
import type { Stage } from './stage.ts'
import { word } from './words.ts'

/** Asks a second operator for what stands in the open form. */
export async function ask(form: Page | Locator, reason = 'We agreed on it.'): Promise<void> {
  await form.getByLabel('Reason').fill(reason)
  await form.getByRole('button', { name: word('operator.form.ask') }).click()
}

/** The second operator looks at the newest change of this name and confirms it. */
export async function confirmAsSecond(stage: Stage, what: string, fromTo?: RegExp): Promise<void> {
  const { page } = await stage.visit({ as: 'finance@narthex.example', path: '/operator/changes' })
  const waiting = page.getByRole('region', { name: word('operator.changes.waiting') })
  await waiting.getByRole('button', { name: what }).last().click()
  const dialog = page.getByRole('dialog')
  if (fromTo) await dialog.getByText(fromTo).first().waitFor()
  await dialog.getByRole('button', { name: word('operator.changes.confirm'), exact: true }).click()
  await page
    .getByRole('region', { name: word('ui.toast.region') })
    .getByText(word('operator.changes.saidDone'))
    .waitFor()
}
