import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { unitsOf } from './kit/pages.ts'
import { chooseUnits, goToPay, leftOver, mayLeave, NOTHING_LEFT, onPayPage, paidDialog } from './kit/pay-page.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const GRACE = 'admin@grace.example'

async function visit(path: string): Promise<Page> {
  const { page, trouble } = await stage.visit({ as: GRACE, path })
  mayLeave(trouble)
  return page
}
const shown = (units: number) => units.toLocaleString('en-US')

describe('units through Paystack, in naira', () => {
  test('what is paid a little later is confirmed as soon as the provider knows of it', async () => {
    const page = await visit('/tenant/units')
    const before = await unitsOf(page)
    await chooseUnits(page, '5,900')
    await goToPay(page, 'Paystack')
    await onPayPage(page, 'later')
    await page.getByRole('link', { name: 'Go back' }).click()
    await page.getByRole('dialog', { name: 'Confirming your payment…' }).waitFor()
    expect(new URL(page.url()).search).toBe('')
    await paidDialog(page).getByText('NGN 5,900 worth of SMS units has been added.').waitFor()
    await paidDialog(page)
      .getByText(shown(before + 1000))
      .waitFor()
    expect(await unitsOf(page)).toBe(before + 1000)
  })

  test('a declined card is said, and so is what was given up in the list', async () => {
    const page = await visit('/tenant/units')
    const before = await unitsOf(page)
    await chooseUnits(page, '590')
    await goToPay(page, 'Paystack')
    await onPayPage(page, 'decline')
    await page.getByText('Your card was declined').waitFor()
    await page.goBack()
    if (!page.url().startsWith(stage.url)) await page.goBack()
    await page.getByText('Payment failed. Please try again.').waitFor()
    await expect.poll(() => leftOver(page)).toEqual(NOTHING_LEFT)
    await chooseUnits(page, '1,180')
    await goToPay(page, 'Paystack')
    await page.goto('/tenant/units')
    await page.getByRole('button', { name: 'Cancel purchase' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel purchase' }).click()
    await page.getByText('You have cancelled the transaction').waitFor()
    await expect.poll(() => leftOver(page)).toEqual(NOTHING_LEFT)
    expect(await unitsOf(page)).toBe(before)
  })

  test('declined and then given up on its page, nothing is bought and nothing stays open', async () => {
    const page = await visit('/tenant/units')
    const before = await unitsOf(page)
    await chooseUnits(page, '5,900')
    await goToPay(page, 'Paystack')
    await onPayPage(page, 'decline')
    await page.getByText(/was declined/).waitFor()
    await onPayPage(page, 'cancel')
    await page.getByText('You have cancelled the transaction').waitFor()
    await expect.poll(() => leftOver(page)).toEqual(NOTHING_LEFT)
    expect(await unitsOf(page)).toBe(before)
  })
})
