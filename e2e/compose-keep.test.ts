import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayFromNow } from './kit/checkin.ts'
import { smsSaying } from './kit/inboxes.ts'
import { fillMessage } from './kit/pages.ts'
import { openStage, type Stage } from './kit/stage.ts'
import { word } from './kit/words.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

type Row = {
  id: string
  state: string
  version: number
  content: { message: string; routeId?: string }
  goesAtLocal: string | null
}

const visit = (isNew = false) => stage.visit({ as: 'admin@grace.example', path: '/tenant/sms/compose', isNew })
const message = (page: Page) => page.getByLabel('Message', { exact: true })
const keptLine = (page: Page) => page.getByText(/^Draft saved/)

async function rowOf(page: Page, text: string, list = 'drafts'): Promise<Row | undefined> {
  const answer = await page.context().request.get(`/api/messaging/drafts?list=${list}`)
  const { items } = (await answer.json()) as { items: Row[] }
  return items.find(({ content }) => content.message === text)
}

async function pick(page: Page, item: RegExp): Promise<void> {
  await page.getByRole('button', { name: word('messaging.compose.scheduleOrDraft') }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('what is written is kept, opens on another page, and of two texts one is chosen', async () => {
  const { page, context, trouble } = await visit()
  trouble.expect(/^409 PUT /)
  await fillMessage(page, { numbers: '08035550201', text: 'Kept by itself' })
  await keptLine(page).waitFor()
  const row = await rowOf(page, 'Kept by itself')
  // Kept, so that nobody is asked on the way out.
  await page.goto(`/tenant/sms/compose?draftId=${row?.id}`)
  await expect.poll(() => message(page).inputValue()).toBe('Kept by itself')
  await page.getByText('1 number').waitFor()

  const other = await context.newPage()
  await other.goto(`/tenant/sms/compose?draftId=${row?.id}`)
  await message(other).fill('Theirs')
  await keptLine(other).waitFor()
  await message(page).fill('Mine')
  const clash = page.getByRole('dialog', { name: word('messaging.draft.clashTitle') })
  await clash.getByText('Theirs', { exact: true }).waitFor()
  expect((await rowOf(page, 'Mine'))?.state).toBeUndefined()
  await clash.getByRole('button', { name: word('messaging.draft.keepMine') }).click()
  await expect.poll(async () => (await rowOf(page, 'Mine'))?.id).toBe(row?.id)

  await page.getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL('**/tenant/sms/sent')
})

test('Discard asks and takes what was begun here away', async () => {
  const { page } = await visit()
  await message(page).fill('To be thrown away')
  await keptLine(page).waitFor()
  expect((await rowOf(page, 'To be thrown away'))?.version).toBe(1)
  await page.getByRole('button', { name: 'Discard' }).click()
  const asks = page.getByRole('dialog', { name: word('messaging.compose.discardTitle') })
  await asks.getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL('**/tenant/sms/sent')
  expect(await rowOf(page, 'To be thrown away')).toBeUndefined()

  await page.goto('/tenant/sms/compose')
  await page.route('**/api/messaging/drafts/*', (route) => route.abort())
  await message(page).fill('Not to be kept')
  await pick(page, /^Draft/)
  await page.getByText(word('messaging.draft.notSaved'), { exact: true }).waitFor()
})

test('a message is scheduled by the clocks of the church, and a time that has passed is refused in words', async () => {
  const { page, trouble } = await visit()
  trouble.expect(/^422 (PUT|POST .*schedules.quote)/)
  await fillMessage(page, { numbers: '08035550202', text: 'Goes on a Sunday' })
  await pick(page, /^Schedule/)
  const dialog = page.getByRole('dialog', { name: word('messaging.schedule.title') })
  await dialog.getByLabel('Date').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await dialog.getByText(word('messaging.schedule.passed')).waitFor()
  await dialog.getByRole('button', { name: /^Sunday/ }).click()
  await dialog.getByText('1 message leaves at this time').waitFor()
  // What its hours make of another time is said before it is agreed to.
  const late = { at: '2027-01-17T07:30:00.000Z', hours: { opens: '08:00', closes: '19:00', timeZone: 'Africa/Lagos' } }
  await page.route('**/api/messaging/schedules/quote', async (route) => {
    const { localTime } = route.request().postDataJSON() as { localTime: string }
    if (!localTime.endsWith('T21:00')) return route.continue()
    const answer = await route.fetch()
    const body = (await answer.json()) as { quote: { departures: object[] } }
    body.quote.departures = body.quote.departures.map((departure) => ({ ...departure, ...late }))
    await route.fulfill({ response: answer, json: body })
  })
  await dialog.getByLabel('Time', { exact: true }).fill('21:00')
  await dialog.getByText('1 message leaves on Sunday, January 17 at 8:30 AM').waitFor()
  await dialog.getByRole('button', { name: /^Sunday/ }).click()
  await dialog.getByLabel('Route').selectOption({ label: 'Alternative route, 2 units' })
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await page.getByText(/^Message scheduled for /).waitFor()
  await page.waitForURL('**/tenant/sms/scheduled')
  const row = await rowOf(page, 'Goes on a Sunday', 'schedules')
  expect(row?.state).toBe('scheduled')
  expect(row?.goesAtLocal).toMatch(/T08:00$/)
  expect(row?.content.routeId).toBe('alternative')
})

test('the other route is named with its price and goes where it is chosen; a test goes to known numbers only', async () => {
  const { page, trouble } = await visit()
  trouble.expect(/^400 POST .*sms\/test$/)
  const text = 'By the other route'
  await fillMessage(page, { numbers: '08035550203', text })
  await page.getByRole('button', { name: word('messaging.test.open') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(word('messaging.test.phone')).fill('08039999999')
  await dialog.getByRole('button', { name: word('messaging.test.send') }).click()
  await dialog.getByText('Enter your own number, or that of someone in your church').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog.getByText('₦7.5 per SMS, 1 unit more').waitFor()
  await dialog.getByText(word('messaging.routes.reachesDnd')).waitFor()
  await dialog.getByRole('button', { name: word('messaging.routes.alternative') }).click()
  await page.getByText('2 units used.').waitFor()
  await page.waitForURL('**/tenant/sms/sent')
  await expect.poll(async () => (await smsSaying(stage.sandboxUrl, text)).length).toBe(1)
  // It was a draft until it went.
  expect(await rowOf(page, text)).toBeUndefined()
})

test('a scheduled message that is opened goes as it stands on the page, by the route and the link that are seen', async () => {
  const { page, context } = await visit()
  const headers = { origin: stage.url }
  const id = crypto.randomUUID()
  const text = 'Seen and sent'
  const content = { senderId: 'GRACECHAPEL', message: text, routeId: 'alternative', optOutLink: false }
  const localTime = `${dayFromNow(1)}T12:00`
  const kept = { channel: 'sms', content, destination: { phoneNumbers: '08035550204' }, localTime, version: 0 }
  const scheduled = await context.request.put(`/api/messaging/drafts/${id}/schedule`, { data: kept, headers })
  expect(scheduled.status()).toBe(200)

  await page.goto(`/tenant/sms/compose?draftId=${id}`)
  await expect.poll(() => message(page).inputValue()).toBe(text)
  const units = page.getByRole('region', { name: 'Cost' }).locator('dl > div').filter({ hasText: 'Units' })
  // The alternative route is the dearer one.
  await expect.poll(() => units.locator('dd').textContent()).toBe('2')
  const link = page.getByRole('switch', { name: word('messaging.compose.optOutLink') })
  await expect.poll(() => link.isChecked()).toBe(false)
  await page.getByText('13 characters', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('1 unit used.').waitFor()
  await expect.poll(async () => (await smsSaying(stage.sandboxUrl, text)).length).toBe(1)
  const answer = await context.request.get(`/api/messaging/drafts/${id}`)
  expect(await answer.json()).toMatchObject({ state: 'sent', content: { routeId: 'regular', optOutLink: false } })
})

test('the link behind a message is counted, shown and left out by one press; a template brings words back', async () => {
  const { page } = await visit()
  await page.getByLabel('To', { exact: true }).selectOption({ label: 'Phone numbers' })
  await page.getByLabel('Phone numbers').fill('08035550205')
  await message(page).fill(`Come at nine. ${'x'.repeat(140)}`)
  const link = page.getByRole('switch', { name: word('messaging.compose.optOutLink') })
  await page.getByText('2 pages', { exact: true }).first().waitFor()
  await page
    .getByRole('region', { name: 'Preview' })
    .getByText(/Stop: .*\/o\//)
    .waitFor()
  await link.click()
  await page.getByText('154 characters', { exact: true }).waitFor()
  await page
    .getByRole('region', { name: 'Preview' })
    .getByText(/Stop: /)
    .waitFor({ state: 'detached' })

  await page.getByRole('button', { name: word('messaging.templates.title') }).click()
  const dialog = page.getByRole('dialog', { name: word('messaging.templates.title') })
  await dialog.getByLabel(word('messaging.templates.saveAs')).fill('Nine o’clock')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(word('messaging.templates.saved')).waitFor()
  await dialog.getByRole('button', { name: /^Nine o’clock/ }).waitFor()
  await page.keyboard.press('Escape')
  await message(page).fill('Something else')
  await page.getByRole('button', { name: word('messaging.templates.title') }).click()
  await dialog.getByRole('button', { name: /^Nine o’clock/ }).click()
  expect(await message(page).inputValue()).toMatch(/^Come at nine/)
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect.poll(() => message(page).inputValue()).toBe('Something else')
  await page.getByRole('button', { name: word('messaging.templates.title') }).click()
  await dialog.getByRole('button', { name: 'Delete Nine o’clock' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog
    .getByRole('button', { name: /Nine o’clock/ })
    .first()
    .waitFor({ state: 'detached' })
})

test('what is written without a network is offered when it is back, and gone once somebody signs out', async () => {
  const { page, context } = await visit(true)
  const text = 'Written on the bus'
  const write = async () => {
    await fillMessage(page, { numbers: '08035550206', text })
    await context.setOffline(true)
    await message(page).fill(`${text}!`)
    await page.getByText(word('messaging.draft.keptHere')).waitFor()
    await context.setOffline(false)
  }
  await page.route('**/api/messaging/drafts/*', (route) => route.abort())
  await write()
  // The page is closed before anything could be saved.
  await page.goto('/tenant/sms/compose')
  await page.getByText(`${text}!`, { exact: true }).waitFor()
  await page.unroute('**/api/messaging/drafts/*')
  await page.getByRole('button', { name: word('messaging.draft.goOnWriting') }).click()
  await expect.poll(() => message(page).inputValue()).toBe(`${text}!`)
  await page.getByText('1 number').waitFor()
  await keptLine(page).waitFor()
  expect((await rowOf(page, `${text}!`))?.state).toBe('draft')
  await page.goto('/tenant/sms/compose')
  await message(page).waitFor()
  expect(await page.getByText(`${text}!`, { exact: true }).count()).toBe(0)

  await page.route('**/api/messaging/drafts/*', (route) => route.abort())
  await write()
  await page.getByRole('button', { name: /Ngọzi Eze/ }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  const left = await page.evaluate(async () => {
    const open = indexedDB.open('nx.unsent')
    await new Promise((resolve) => (open.onsuccess = resolve))
    const count = open.result.transaction('kept').objectStore('kept').count()
    await new Promise((resolve) => (count.onsuccess = resolve))
    return count.result
  })
  expect(left).toBe(0)
})
