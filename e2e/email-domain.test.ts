import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

/** Adds a line at the one who keeps the domain, as it was copied. */
const addLine = (type: string, name: string, value: string) =>
  fetch(`${stage.sandboxUrl}/_sandbox/dns`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type, name, value }),
  })

test('a church names its domain, copies its lines, mends one, and its emails go from it', async () => {
  const { page, trouble } = await stage.visit({
    as: 'admin@grace.example',
    path: '/tenant/settings',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Email' }).click()
  const domain = page.getByLabel('Your church’s domain')
  trouble.expect(/^422 PUT \/api\/messaging\/email\/settings\/domain$/)
  await domain.fill('gracechapel@freemail.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('freemail.example belongs to a mail service').waitFor()
  await domain.fill('office@gracechapel.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  const card = page.getByRole('region', { name: 'gracechapel.example' })
  await card.getByText('1 of 5 checks are right.').waitFor()
  await page.getByText('at most 4,000 a day').waitFor()

  const copied = async (check: string) => {
    const part = card.getByRole('region', { name: check })
    const copy = async (what: string) => {
      await part.getByRole('button', { name: `Copy: ${what}` }).click()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    return { type: await part.locator('dd').first().innerText(), name: await copy('Name'), value: await copy('Value') }
  }
  const checkAgain = () => card.getByRole('button', { name: 'Check again' }).click()
  const key = await copied('Your signature')
  await addLine(key.type, key.name, key.value.slice(0, 100))
  await checkAgain()
  await card.getByText('What we found ends too early').waitFor()
  await fetch(`${stage.sandboxUrl}/_sandbox/dns?name=${key.name}`, { method: 'DELETE' })
  for (const check of ['Who may send for you', 'Your signature', 'What to do with forgeries']) {
    const { type, name, value } = await copied(check)
    await addLine(type, name, value)
  }
  await checkAgain()
  await card.getByText('All 5 checks are right.').waitFor()
  await page.getByText('at most 4,000 a day').waitFor({ state: 'detached' })

  await page.getByLabel('Answers to').fill('office@gracechapel.example')
  await page.getByLabel('Address').fill('hello')
  await page.getByRole('button', { name: 'Save sender' }).click()
  await page.getByText('Send as hello@gracechapel.example').waitFor()

  await page.getByRole('button', { name: 'Remove this domain' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove this domain' }).click()
  await domain.waitFor()
  expect(await page.getByText('at most 4,000 a day').count()).toBe(1)
})
