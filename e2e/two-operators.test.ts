import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { codeAt } from '#server/test-kit/build-operator.ts'
import { demoNow } from './kit/clock.ts'
import { mailTo } from './kit/inboxes.ts'
import { ask, confirmAsSecond } from './kit/second-operator.ts'
import { openStage, type Stage } from './kit/stage.ts'

const OPERATOR = 'operator@narthex.example'
const FINANCE = 'finance@narthex.example'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const open = async (path: string, as = OPERATOR): Promise<Page> => (await stage.visit({ as, path })).page
const dialog = (page: Page) => page.getByRole('dialog')
const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name })
const said = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Notifications' }).getByText(words).waitFor()

test('the password is asked for once more before money or power moves, when it was typed long ago', async () => {
  const { page, trouble } = await stage.visit({ as: OPERATOR, path: '/operator/routes' })
  trouble.expect(/^403 PUT \/api\/operator\/routes/)
  trouble.expect(/^401 POST \/api\/operator\/session\/confirm/)
  let isOld = true
  await page.route('**/api/operator/routes/*', (route) =>
    isOld ? route.fulfill({ status: 403, json: { code: 'password_needed', message: '' } }) : route.continue(),
  )
  await page.getByRole('button', { name: 'Edit Regular route' }).click()
  await dialog(page).getByLabel('Name shown to churches').fill('Everyday route')
  await ask(dialog(page))
  const again = page.getByRole('dialog', { name: 'Enter your password again' })
  await again.locator('input[name=password]').fill('not my password')
  await again.getByRole('button', { name: 'Continue' }).click()
  await again.getByText('Wrong password.').waitFor()
  isOld = false
  await again.locator('input[name=password]').fill('narthex-demo')
  await again.getByRole('button', { name: 'Continue' }).click()
  await said(page, 'Sent for confirmation')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('what one asked for they withdraw; what another asked for is refused with a reason', async () => {
  const page = await open('/operator/changes')
  const waiting = page.getByRole('region', { name: 'Waiting for a second operator' })
  await waiting.getByRole('button', { name: 'Change SMS route' }).click()
  await dialog(page).getByText('You requested this').waitFor()
  expect(await dialog(page).getByRole('button', { name: 'Confirm' }).count()).toBe(0)
  await dialog(page).getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('region', { name: 'Decided' }).getByText('Withdrawn').waitFor()

  await page.goto(`${stage.url}/operator/operators`)
  const finance = page.getByRole('listitem').filter({ hasText: 'Funmi Finance' })
  await finance.getByRole('button', { name: 'More actions for Funmi Finance' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await ask(dialog(page))
  await said(page, 'Sent for confirmation')
  const second = await open('/operator/changes', FINANCE)
  await place(second, 'Changes').getByText('1').waitFor()
  await second.getByRole('button', { name: 'Remove operator' }).click()
  await dialog(second).getByRole('button', { name: 'Reject' }).click()
  await dialog(second).getByLabel('Reason').fill('I am still here.')
  await dialog(second).getByRole('button', { name: 'Reject' }).click()
  await said(second, 'Change rejected')
  await finance.waitFor()
})

test('another operator is invited by two, sets up two-step verification before anything opens, and is removed by two', async () => {
  const page = await open('/operator/operators')
  await page.getByText('Demo: no two-step verification. The two').waitFor()
  await page.getByRole('button', { name: 'Invite operator' }).click()
  await dialog(page).getByLabel('Name').fill('Bola Books')
  await dialog(page).locator('input[name=email]').fill('bola@narthex.example')
  await ask(dialog(page))
  await said(page, 'Sent for confirmation')
  await confirmAsSecond(stage, 'Invite operator')
  const { text } = await mailTo(stage.sandboxUrl, 'bola@narthex.example')
  const link = /\/operator\/invitation#token=[\w-]+/.exec(text)?.[0] ?? ''
  const { page: bola, trouble } = await stage.visit({ path: link })
  trouble.expect(/^403 GET \/api\/operator/)
  await bola.locator('input[name=password]').fill('a quiet desk in June')
  await bola.getByRole('button', { name: 'Open operator console' }).click()
  await bola.getByRole('heading', { name: 'Set up two-step verification' }).waitFor()
  await bola.goto(`${stage.url}/operator/payments`)
  await bola.getByRole('heading', { name: 'Set up two-step verification' }).waitFor()
  await bola.locator('input[name=password]').fill('a quiet desk in June')
  await bola.locator('form button[type=submit]').click()
  const secret = (await bola.locator('p bdi').innerText()).replaceAll(' ', '')
  await bola.locator('input[name=code]').fill(codeAt(secret, demoNow()))
  await bola.locator('form button[type=submit]').click()
  await bola.getByRole('listitem').first().waitFor()
  expect(await bola.getByRole('listitem').count()).toBe(10)
  await bola.locator('main button').last().click()
  await bola.getByRole('heading', { name: 'Churches' }).waitFor()

  await page.reload()
  const row1 = page.getByRole('listitem').filter({ hasText: 'Bola Books' })
  await row1.getByRole('button', { name: 'More actions for Bola Books' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await ask(dialog(page))
  await confirmAsSecond(stage, 'Remove operator')
  await page.reload()
  await page.getByRole('listitem').filter({ hasText: 'Olu Operator (you)' }).waitFor()
  expect(await row1.count()).toBe(0)
  const me = page.getByRole('listitem').filter({ hasText: 'Olu Operator (you)' })
  expect(await me.getByRole('button').count()).toBe(0)
})
