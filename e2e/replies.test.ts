import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './kit/stage.ts'
import { findFaults } from './kit/looks.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

/** Somebody answers an SMS of Grace Chapel. */
async function reply(text: string, from: string): Promise<void> {
  const answer = await fetch(`${stage.sandboxUrl}/_sandbox/sms/replies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, to: 'GRACECHAPEL', text }),
  })
  expect(await answer.json()).toMatchObject({ taken: true })
}

const row = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text }).getByRole('link')
const shots = process.env['SHOTS']
const shoot = async (page: Page, name: string): Promise<void> => {
  if (!shots) return
  for (const [width, scheme] of [
    [1280, 'light'],
    [360, 'light'],
    [1280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: scheme })
    await page.screenshot({ path: `${shots}/${name}-${width}-${scheme}.png` })
  }
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'light' })
}

test('a reply is seen in the menu, read, answered and done; a near stop waits for one press', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example', path: '/tenant/sms/replies' })
  await page.getByRole('heading', { name: 'No replies waiting' }).waitFor()
  await shoot(page, 'empty')
  await reply('What time is the service on Sunday?', '08035550301')
  await reply('please stop sending at nite', '08035550302')
  await reply('STOP', '08035550303')
  await page.getByRole('link', { name: /^Replies\s*2/ }).waitFor()
  await shoot(page, 'list')

  await row(page, 'What time is the service').click()
  await page.getByText('Nobody in People has this number').waitFor()
  await page.getByRole('button', { name: 'Quick answers' }).click()
  const quick = page.getByRole('dialog', { name: 'Quick answers' })
  await quick.getByRole('button', { name: 'Add quick answer' }).click()
  await quick.getByLabel('Name').fill('Service times')
  await quick.getByLabel('Answer').fill('Hello #name#, at nine.')
  await quick.getByRole('button', { name: 'Save' }).click()
  await quick.getByRole('button', { name: /^Service times/ }).click()
  await expect.poll(() => page.getByLabel('Your answer').inputValue()).toBe('Hello Friend, at nine.')
  await page.getByLabel('Your answer').fill('At nine. See you there!')
  await page.getByText('23 characters, 1 page').waitFor()
  await shoot(page, 'conversation')
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Answer sent').waitFor()
  await page.getByRole('log').getByText('At nine. See you there!').waitFor()
  await page.getByLabel('Assigned to').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Marked as done').waitFor()

  await row(page, 'please stop sending').click()
  await page.getByRole('heading', { name: 'Did they mean to stop all messages?' }).waitFor()
  await shoot(page, 'near')
  await page.getByRole('button', { name: 'Stop bulk messages' }).click()
  await page.getByText('they asked to stop on').waitFor()
  await expect.poll(() => page.getByLabel('Your answer').count()).toBe(0)
  await shoot(page, 'stopped')
  await page.getByRole('button', { name: 'Allow messages again' }).click()
  await page.getByLabel('Your answer').waitFor()

  await page.getByRole('button', { name: 'Export' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV/ }).click()
  expect((await file).suggestedFilename()).toMatch(/^sms-replies-.*\.csv$/)

  await page.getByRole('button', { name: 'Stop words' }).click()
  await page.getByRole('dialog', { name: 'Stop words' }).getByText('ARRÊT', { exact: false }).waitFor()
  await shoot(page, 'words')
})

test('the link in a message stops it with one press, without a script and without signing in', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example' })
  const sent = await page.context().request.post('/api/Messaging/sendSms', {
    data: { subject: 'GRACECHAPEL', message: 'Tea at four', toOthers: '08035550304' },
    headers: { origin: stage.url, 'idempotency-key': crypto.randomUUID() },
  })
  expect(await sent.json()).toMatchObject({ status: true })
  let link = ''
  await expect
    .poll(async () => {
      const answer = await fetch(`${stage.sandboxUrl}/_sandbox/sms?to=%2B2348035550304`)
      const { items } = (await answer.json()) as { items: { text: string }[] }
      link = items.find(({ text }) => text.startsWith('Tea at four'))?.text.split('/o/')[1] ?? ''
      return link
    })
    .toMatch(/^\w{14}$/)
  const { page: phone } = await stage.visit({ javaScriptEnabled: false, path: `/o/${link}` })
  await phone.getByRole('heading', { name: 'Stop messages from Grace Chapel?' }).waitFor()
  await shoot(phone, 'link')
  await phone.getByRole('button', { name: 'Stop messages' }).click()
  await phone.getByRole('heading', { name: 'You will get no more messages' }).waitFor()
  await shoot(phone, 'link-done')
  await phone.getByRole('button', { name: 'Undo' }).click()
  await phone.getByRole('button', { name: 'Stop messages' }).waitFor()
})

test('a reply to a name that no church has is given to its church by an operator, where it arrives', async () => {
  await fetch(`${stage.sandboxUrl}/_sandbox/sms/replies`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from: '08035550305', to: 'GRACECHAPL', text: 'Is there a crèche?' }),
  })
  const { page } = await stage.visit({ as: 'operator@narthex.example', path: '/operator/replies' })
  await page.getByText('Is there a crèche?').waitFor()
  await page.getByRole('button', { name: 'Assign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign this reply' })
  await dialog.getByLabel('Church').fill('grace')
  await page.getByRole('option', { name: /Grace Chapel/ }).click()
  expect(await findFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await page.getByText('Reply assigned to Grace Chapel').waitFor()
  await page.getByText('No unclaimed replies').waitFor()
  const { page: church } = await stage.visit({ as: 'admin@grace.example', path: '/tenant/sms/replies' })
  await row(church, 'Is there a crèche?').waitFor()
})
