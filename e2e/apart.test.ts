import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage, type Visit } from './kit/stage.ts'
import { checkInAll, choosing, press, scan, worksAlone } from './kit/station.ts'
import { makeSunday, type Sunday } from './kit/sunday.ts'

let stage: Stage
let sunday: Sunday
beforeAll(async () => {
  stage = await openStage()
  sunday = await makeSunday(stage.url)
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

async function openStation(as: string): Promise<Visit> {
  const visit = await stage.visit({ as, viewport: { width: 1024, height: 768 }, isNew: true })
  await visit.page.addInitScript(() => {
    globalThis.print = () => undefined
  })
  await visit.page.goto('/tenant/checkin')
  await choosing(visit.page, sunday.eventId)
  return visit
}

test('a child whom two stations gave to two people is told to both, and stands until a leader has settled it', async () => {
  const { code } = await sunday.addFamily('Ọmọ́tọ́ṣọ̀')
  const front = await openStation('admin@grace.example')
  await checkInAll(front.page, code)
  const back = await openStation('desk@grace.example')
  for (const { page, context, trouble } of [front, back]) {
    trouble.expect(/Failed to fetch|ERR_|503 GET/)
    await worksAlone(page)
    await context.setOffline(true)
    await page.getByText('Offline').waitFor()
  }
  const letGo = async ({ page }: Visit, who: string) => {
    await press(page, 'Check out')
    await scan(page, code)
    await page.locator('main label').filter({ hasText: who }).first().click()
    await page.getByRole('button', { name: /^Check out 3 children with/ }).click()
    await page.getByText(/3 children checked out/).waitFor()
  }
  await letGo(front, 'Bísí Adéyẹmí')
  await letGo(back, 'Ọmọ́tọ́ṣọ̀')
  await front.context.setOffline(false)
  await expect.poll(() => front.page.getByText('to send').count(), { timeout: 30_000 }).toBe(0)
  await back.context.setOffline(false)
  await back.page.getByText('3 children to look at now').waitFor({ timeout: 30_000 })
  await press(back.page, /needs? attention/)
  await back.page
    .getByText(/went with Bísí Adéyẹmí/)
    .first()
    .waitFor()
  await back.page.keyboard.press('Escape')
  await press(back.page, '3 children to look at now')
  await back.page.getByText('A check-in leader settles this.').first().waitFor()
  // The first station hears of it as well.
  await front.page.getByText('3 children to look at now').waitFor({ timeout: 40_000 })
  await front.page.goto('/tenant')
  await front.page.getByText('3 children need you now').waitFor()
  await front.page.goto('/tenant/checkin/custody')
  await front.page.getByText('3 children to look at now').waitFor()
  for (const left of [2, 1, 0]) {
    await front.page.getByRole('button', { name: 'Settle', exact: true }).first().click()
    await front.page.getByLabel('What came of it').fill('Both parents are at home with the children.')
    await press(front.page, 'Write it down')
    await expect.poll(() => front.page.getByLabel('What came of it').count(), { timeout: 10_000 }).toBe(0)
    await expect.poll(() => front.page.getByRole('button', { name: 'Settle', exact: true }).count()).toBe(left)
  }
  await front.page.getByText('What came of it for').first().waitFor()
  await press(front.page, 'Compare with an email')
  await front.page.getByLabel('Email or rows').fill('nothing')
  await press(front.page, /^Compare$/)
  await front.page.getByText('There is no line of the custody log').waitFor()
})

test('labels are printed again at the family and at the way home, with a network or without, and the log keeps it', async () => {
  const { code } = await sunday.addFamily('Ọlábísí')
  const { page, context, trouble } = await openStation('admin@grace.example')
  trouble.expect(/Failed to fetch|ERR_|503 GET/)
  const printedAgain = async (): Promise<number> => {
    const reply = await context.request.get('/api/checkin/custody?act=labels_reprinted')
    return ((await reply.json()) as { total: number }).total
  }
  const before = await printedAgain()
  await checkInAll(page, code)
  const again = page.getByRole('button', { name: 'Print again' })
  await scan(page, code)
  await page.getByText('Pass found').or(again).first().waitFor()
  await again.click()
  await press(page, 'Check out')
  await scan(page, code)
  await again.click()
  await worksAlone(page)
  await context.setOffline(true)
  await page.getByText('Offline').waitFor()
  await scan(page, code)
  await again.click()
  await context.setOffline(false)
  await expect.poll(printedAgain, { timeout: 40_000 }).toBe(before + 3)
})
