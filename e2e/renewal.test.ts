import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { goToPay, mayLeave, onPayPage, waysToPay } from './kit/pay-page.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

test('a church pays once and lets its card be kept, and takes it away again', async () => {
  const { page, trouble } = await stage.visit({ as: 'admin@grace.example', path: '/tenant/subscription' })
  mayLeave(trouble)
  const renewal = page.getByRole('switch', { name: 'Automatic renewal' })
  expect(await renewal.isChecked()).toBe(false)
  await renewal.click()
  await page.getByText(/You agree that we keep this card/).waitFor()
  await goToPay(page, 'Paystack')
  await onPayPage(page, 'pay')
  const paid = page.getByRole('dialog', { name: /^Congrats, subscription successful/ })
  await paid.waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Visa •••• 4081').waitFor()
  await page.getByText(/^On\. /).waitFor()
  expect(await renewal.isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Remove this card?' })
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('Card removed. Automatic renewal is off.').waitFor()
  expect(await renewal.isChecked()).toBe(false)
  expect(await page.getByText('Visa •••• 4081').count()).toBe(0)
})

test('whoever pays months ticks the box, and is renewed with that card from then on', async () => {
  const { page, trouble } = await stage.visit({ as: 'admin@grace.example', path: '/tenant/subscription' })
  mayLeave(trouble)
  await page.getByRole('region', { name: 'Payment summary' }).waitFor()
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await page.getByRole('checkbox', { name: 'Keep this card and renew automatically' }).check()
  await page.getByText(/You agree that we keep this card/).waitFor()
  expect(await waysToPay(page)).toEqual(['Stripe', 'Paystack'])
  await goToPay(page, 'Paystack')
  await onPayPage(page, 'pay')
  await page.getByRole('dialog', { name: /^Congrats, subscription successful/ }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Visa •••• 4081').waitFor()
  expect(await page.getByRole('switch', { name: 'Automatic renewal' }).isChecked()).toBe(true)
  // Who is renewed already is not asked once more.
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await page.getByRole('dialog', { name: 'Continue Payment with' }).waitFor()
  expect(await page.getByRole('checkbox').count()).toBe(0)
})

test('a church of the demo is renewed by itself already, from a card', async () => {
  const { page } = await stage.visit({ as: 'admin@hope.example', path: '/tenant/subscription' })
  await page.getByText('Visa •••• 4242').waitFor()
  await page.getByText(/^On\. \$5 on /).waitFor()
  expect(await page.getByRole('switch', { name: 'Automatic renewal' }).isChecked()).toBe(true)
})
