import type { Page } from 'playwright-core'
import type { Trouble } from './trouble.ts'

/** Whoever pays leaves for the sandbox, which stands in for the providers under an address of its own. */
export const mayLeave = (trouble: Trouble): void => trouble.expect(/^left for http:\/\/127\.0\.0\.1:\d+\//)

/** Buys units as far as the dialog in which the provider is chosen. */
export async function chooseUnits(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill(amount)
  await page.getByRole('button', { name: 'Buy SMS Unit' }).click()
  await page.getByRole('dialog', { name: 'Continue Payment with' }).waitFor()
}

/** The names of the ways to pay, as the dialog offers them. */
export async function waysToPay(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Continue Payment with' })
  await dialog.waitFor()
  const ways = dialog.getByRole('listitem')
  return (await ways.locator('.strong:not(.num)').allTextContents()).map((name) => name.trim())
}

/** Chooses a way in that dialog, and waits until the provider's page stands. */
export async function goToPay(page: Page, provider: string): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Continue Payment with' })
    .getByRole('button', { name: new RegExp(`^${provider}`) })
    .click()
  if (provider === 'PayPal')
    await page.getByRole('dialog', { name: 'Prove of Payment' }).getByRole('button', { name: 'Continue' }).click()
  await atPayPage(page, provider)
}

/** Chooses our bank in that dialog; the transfer stands among the open payments then. */
export const payByTransfer = (page: Page): Promise<void> =>
  page
    .getByRole('dialog', { name: 'Continue Payment with' })
    .getByRole('button', { name: /^Direct Bank Transfer/ })
    .click()

export const atPayPage = (page: Page, provider: string): Promise<void> =>
  page.getByText(`This page stands in for ${provider}.`).waitFor()

/** What the payer does on the provider's page. */
export const onPayPage = (page: Page, act: 'pay' | 'decline' | 'later' | 'cancel'): Promise<void> =>
  page.locator(`form.acts button[value=${act}]`).click()

/** Orders a fault of the sandbox for the next time that it applies. */
export async function orderFault(sandboxUrl: string, target: string, mode: string): Promise<void> {
  const reply = await fetch(`${sandboxUrl}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target, mode, times: 1 }),
  })
  if (!reply.ok) throw new Error(`No such fault: ${reply.status} ${await reply.text()}`)
}

type Asked = { provider: string; reference: string; state: string }

/** What the providers were asked to take, the newest first. */
export async function paymentsAtProviders(sandboxUrl: string): Promise<Asked[]> {
  return ((await (await fetch(`${sandboxUrl}/_sandbox/payments`)).json()) as { items: Asked[] }).items
}

/** The dialog that says that units have been paid. */
export const paidDialog = (page: Page) => page.getByRole('dialog', { name: 'Payment was Successful' })

/** What is left of a payment on its page: what stands in the address, and how many payments are waited for. */
export async function leftOver(page: Page): Promise<{ search: string; open: number }> {
  const open = await page.getByRole('button', { name: 'Cancel purchase' }).count()
  return { search: new URL(page.url()).search, open }
}

export const NOTHING_LEFT = { search: '', open: 0 }
