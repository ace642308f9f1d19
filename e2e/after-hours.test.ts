import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { demoNow } from './kit/clock.ts'
import { fillMessage } from './kit/pages.ts'
import { openStage, type Stage, type Visit } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(async () => {
  await fetch(`${stage.sandboxUrl}/_sandbox/clock`, { method: 'DELETE' })
  await stage.close()
})

const REGULAR = {
  zone: 'church',
  week: Array.from({ length: 7 }, () => ({ opens: '08:00', closes: '19:00' })),
  releases: '08:30',
  closedOnHolidays: false,
  agreed: null,
  source: 'The route’s own terms',
  checkedOn: '2026-11-22',
  reason: 'As the route has them.',
}

/** The prepared demo sends at any hour: the regular route gets its own hours again, by two operators. */
async function restoreHours(): Promise<void> {
  const asking = (visit: Visit) => visit.context.request
  const headers = { origin: stage.url }
  const [first, second] = [
    await stage.visit({ as: 'operator@narthex.example' }),
    await stage.visit({ as: 'finance@narthex.example' }),
  ]
  const asked = await asking(first).put('/api/operator/hours/ng-regular', { data: REGULAR, headers })
  const { id } = (await asked.json()) as { id: string }
  const confirmed = await asking(second).post(`/api/operator/changes/${id}/confirm`, { headers })
  expect(confirmed.status()).toBe(200)
}

/** Five past seven in the evening in Lagos, today or tomorrow: clocks only go forward. */
async function moveToEvening(): Promise<void> {
  const evening = demoNow()
  evening.setUTCHours(18, 5, 0, 0)
  if (evening < demoNow()) evening.setUTCDate(evening.getUTCDate() + 1)
  const moved = await fetch(`${stage.sandboxUrl}/_sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ at: evening.toISOString() }),
  })
  expect(moved.ok).toBe(true)
}

test('after 7 PM the notice says when it leaves: sent now it waits, by the alternative route it goes at once', async () => {
  await restoreHours()
  await moveToEvening()
  const { page } = await stage.visit({ as: 'admin@grace.example', path: '/tenant/sms/compose' })
  await fillMessage(page, { numbers: '08035550801', text: 'After hours' })
  await page.getByText(/^1 message leaves tomorrow at 8:30/).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^It is 7:0\d PM\. When should this leave\?$/ })
  await dialog.getByText('Messages sent after 7:00 PM are queued and delivered next day at 8:30 AM.').waitFor()
  await dialog.getByText('₦5.9 per SMS').waitFor()
  await dialog.getByText('Leaves tomorrow at 8:30 AM').waitFor()
  await dialog.getByText(/^₦7\.5 per SMS/).waitFor()
  await dialog.getByText('Leaves now').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByRole('button', { name: 'Send now' }).click()
  await page.getByText('Your sms has been sent successfully!').waitFor()
  await page.waitForURL('**/tenant/sms/sent')
  await page
    .getByRole('link', { name: /After hours/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Waiting, 0 of 1 have left' }).waitFor()

  await page.goto('/tenant/sms/compose')
  await fillMessage(page, { numbers: '08035550802', text: 'At once' })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/api\/(Messaging\/sendSms|messaging\/drafts\/[^/]+\/send)$/, async (route) => {
    await held
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Use the alternative route' }).click()
  await page.getByText('SMS is being sent...').first().waitFor()
  expect(await page.getByRole('button', { name: 'Schedule or draft' }).isDisabled()).toBe(true)
  letGo()
  await page.getByText('Your sms has been sent successfully!').waitFor()
  const arrived = async (phone: string) => {
    const reply = await fetch(`${stage.sandboxUrl}/_sandbox/sms?to=%2B234${phone}`)
    return ((await reply.json()) as { items: unknown[] }).items.length
  }
  await expect.poll(() => arrived('8035550802')).toBe(1)
  expect(await arrived('8035550801')).toBe(0)
})
