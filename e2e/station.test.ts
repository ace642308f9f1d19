import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { yearsAgo } from './kit/checkin.ts'
import { PASSWORD } from './kit/sign-in.ts'
import { openStage, type Stage, type Visit } from './kit/stage.ts'
import { checkInAll, choosing, pinOfToday, press, scan, typePin, worksAlone } from './kit/station.ts'
import { makeSunday, type Sunday } from './kit/sunday.ts'

let stage: Stage
let sunday: Sunday
beforeAll(async () => {
  stage = await openStage()
  sunday = await makeSunday(stage.url)
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

declare global {
  // What the page handed to the browser's printer, sheet by sheet.
  var printed: string[][]
}

/** The station in a browser whose printer is this list of labels. */
async function openStation(as = 'admin@grace.example', isNew = false): Promise<Visit> {
  const visit = await stage.visit({ as, isNew, viewport: { width: 1024, height: 768 } })
  await visit.page.addInitScript(() => {
    globalThis.printed = []
    globalThis.print = () => {
      const labels = [...document.querySelectorAll('body > div > div > svg')]
      globalThis.printed.push(labels.map((label) => label.textContent ?? ''))
      globalThis.dispatchEvent(new Event('afterprint'))
    }
  })
  await visit.page.goto('/tenant/checkin')
  await choosing(visit.page, sunday.eventId)
  return visit
}

const child = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(name) })
const printedOn = (page: Page) => page.evaluate(() => globalThis.printed)

async function search(page: Page, text: string): Promise<void> {
  await press(page, 'Search by phone or name')
  await page.getByRole('searchbox').fill(text)
  await page.keyboard.press('Enter')
}

test('a pass finds the family with its choices ticked; the labels carry the code, and again the same one', async () => {
  const { code } = await sunday.addFamily('Ọlátúnjí')
  const { page } = await openStation()
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
  await scan(page, spaced.toLowerCase())
  await page.getByText('Pass found').waitFor()
  for (const name of ['Tèmítọ́pẹ́', 'Ayọ̀mídé', 'Oluwaṣẹ́gun']) expect(await child(page, name).isChecked()).toBe(true)
  expect(await child(page, 'Mọ́remí').isChecked()).toBe(false)
  await page.getByText('Peanut allergy, adrenaline pen in her bag').waitFor()
  await page.getByText('Must not leave with Kúnlé Adéyẹmí').waitFor()
  await press(page, 'Check in 3 and print labels')
  await page.getByRole('main').getByText(spaced).waitFor()
  await expect.poll(() => printedOn(page)).toHaveLength(1)
  const [labels = []] = await printedOn(page)
  expect(labels).toHaveLength(4)
  expect(labels.every((label) => label.includes(spaced))).toBe(true)
  expect(labels.find((label) => label.includes('Tèmítọ́pẹ́'))).toContain('Peanut')
  expect(labels.at(-1)).toContain('Keep this to collect')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
  await press(page, 'Print again')
  await expect.poll(() => printedOn(page)).toEqual([labels, labels])
  // A scanner types wherever the focus is.
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await page.getByText('In class').first().waitFor()
})

test('a wrong code says so, a name finds the family, and nobody is found under a name that nobody has', async () => {
  const { phone } = await sunday.addFamily('Ẹniọlá')
  const { page } = await openStation()
  await scan(page, 'ABC')
  await page.getByText('A code has six characters').waitFor()
  await scan(page, 'ZZZ990')
  await page.getByText('Codes never contain the characters Z 0').waitFor()
  await scan(page, '346789')
  await page.getByText('No registration today has this code').waitFor()
  await search(page, phone)
  await page.getByRole('heading', { name: /Ẹniọlá/ }).waitFor()
  await press(page, 'Wrong family')
  await page.getByRole('searchbox').fill('eniola')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /Ẹniọlá/ }).waitFor()
  await page.getByRole('searchbox').fill('zzzzzz')
  await page.keyboard.press('Enter')
  await page.getByText('No results').waitFor()
  expect(await page.getByText('zzzzzz').count()).toBe(1)
})

test('a family that comes for the first time is in after one short form; the rest is asked while labels print', async () => {
  const { phone } = await sunday.addFamily('Bello')
  const { page } = await openStation()
  await press(page, 'New family')
  await page.getByLabel('Parent’s first name').fill('Chika')
  await page.getByLabel('Last name').fill('Okafor')
  await page.getByLabel('Phone').fill(phone)
  await page.getByLabel('Child’s first name').fill('Ngọzi')
  await page.getByLabel('Age (years)').fill('3')
  await page.getByLabel('Allergy').fill('Milk')
  await press(page, 'Check in 1 and print labels')
  await page.getByText('This phone number is already on record').waitFor()
  await page.getByRole('button', { name: /Bello/ }).waitFor()
  await press(page, 'None of these')
  await page.getByText('1 child checked in').waitFor()
  await expect.poll(() => printedOn(page)).toHaveLength(1)
  expect((await printedOn(page))[0]?.[0]).toContain('Milk')
  await page.getByLabel('Day').fill('4')
  await page.getByLabel('Month').selectOption({ label: 'May' })
  await page.getByLabel('Year').fill(String(yearsAgo(3)))
  await page.getByLabel('Gender').selectOption({ label: 'Girl' })
  await press(page, 'Save')
  await page.getByText('Saved.').waitFor()
})

test('a full class checks nobody in and is named', async () => {
  const { code } = await sunday.addFamily('Adékúnlé')
  const { page, trouble } = await openStation()
  await scan(page, code)
  const classOf = page.getByLabel('Class of Tèmítọ́pẹ́')
  expect(await classOf.getByRole('option', { name: 'Choir (6–12) (full)' }).isDisabled()).toBe(true)
  trouble.expect(/409 POST/)
  await classOf.evaluate((list: HTMLSelectElement) => {
    for (const option of list.options) option.disabled = false
  })
  await classOf.selectOption({ label: 'Choir (6–12) (full)' })
  await press(page, 'Check in 3 and print labels')
  await page.getByText('Choir (6–12): full. Nobody was checked in. Choose another class.').waitFor()
  await classOf.selectOption({ label: 'Primary (6–9)' })
  await press(page, 'Check in 3 and print labels')
  await page.getByText('3 children checked in').waitFor()
})

test('children go home with whom a grant allows; somebody who may never collect is refused, and it says why', async () => {
  const { code } = await sunday.addFamily('Ṣóyínká')
  const { page, trouble } = await openStation()
  await checkInAll(page, code)
  await press(page, 'Check out')
  await scan(page, code)
  await page.getByText('MUST NOT COLLECT').waitFor()
  await page.getByText('Kúnlé Adéyẹmí').click()
  trouble.expect(/409 POST/)
  await press(page, 'Refuse and record')
  await page.getByText('No child was released. This has been recorded.').waitFor()
  await page.getByText('Oluwaṣẹ́gun: MUST NOT COLLECT').waitFor()
  await child(page, 'Oluwaṣẹ́gun').uncheck()
  await page.getByText('Bísí Adéyẹmí').click()
  await press(page, 'Check out 2 children with Bísí Adéyẹmí')
  await page.getByText('2 children checked out with Bísí Adéyẹmí').waitFor()
  await scan(page, code)
  await page.getByText('Checked out').first().waitFor()
  expect(await child(page, 'Tèmítọ́pẹ́').isDisabled()).toBe(true)
})

test('without code and grant two of the staff let a child go, the second with their own password', async () => {
  const { code, phone } = await sunday.addFamily('Ògúnbíyìí')
  const { page, trouble } = await openStation()
  await checkInAll(page, code)
  await press(page, 'Check out')
  await search(page, phone)
  await page.getByText('Code not checked yet').waitFor()
  await page.getByText('Someone else').click()
  await press(page, 'Ask a second staff member')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The custody log records both your names').waitFor()
  await dialog.getByLabel('Person collecting the children').fill('Aunt Fúnmi')
  await dialog.getByLabel('Reason').fill('The phone is broken, we know her')
  trouble.expect(/409 POST/)
  const sign = async (email: string) => {
    await dialog.getByLabel('Second staff member’s email').fill(email)
    await dialog.getByLabel('Their password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Check out 3 children' }).click()
  }
  await sign('admin@grace.example')
  await dialog.getByText('A second member of the check-in team must confirm').waitFor()
  await sign('desk@grace.example')
  await page.getByText('3 children checked out with Aunt Fúnmi').waitFor()
  await scan(page, code)
  await expect.poll(() => page.getByText('Checked out').count()).toBe(3)
})

test('a locked station lets a family check itself in and nothing else, until the password unlocks it', async () => {
  const { phone } = await sunday.addFamily('Ìdòwú')
  const { page, trouble } = await openStation('desk@grace.example')
  await press(page, 'Lock station')
  await press(page, /^Lock$/)
  const field = page.getByLabel('Code or phone number')
  await field.fill('Idowu')
  await page.keyboard.press('Enter')
  await page.getByText('We could not find you').waitFor()
  expect(await page.getByText('Check out').count()).toBe(0)
  await page.clock.install()
  await page.reload()
  const child = page.getByLabel('First name of one child')
  const say = async (name: string) => {
    await child.fill(name)
    await page.keyboard.press('Enter')
  }
  const find = async () => {
    await field.fill(phone.replace('+234', '0'))
    await page.keyboard.press('Enter')
    await page.getByText('Is this your family?').waitFor()
  }
  await find()
  for (const name of ['Tèmítọ́pẹ́', 'Ayọ̀mídé', 'Ìdòwú']) expect(await page.getByText(name).count()).toBe(0)
  await say('Kúnlé')
  await page.getByText('That name does not match').waitFor()
  await say('ayomide')
  await page.getByText('Who is here today?').waitFor()
  expect(await page.getByText('Peanut').count()).toBe(0)
  await page.clock.fastForward(31_000)
  await find()
  await say('ayomide')
  await press(page, 'Check in 3 and print labels')
  await page.getByText('Take your labels').waitFor()
  await press(page, 'Done')
  await field.waitFor()
  await press(page, 'Unlock station')
  trouble.expect(/401 POST/)
  const unlock = async (password: string) => {
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }
  await unlock('not the password')
  await page.getByText('Wrong password.').waitFor()
  await unlock(PASSWORD)
  await page.getByText('Who is arriving?').waitFor()
})

test('without a network families still come in and go home, and the server learns of it once it is back', async () => {
  const [coming, going] = [await sunday.addFamily('Àkàndé'), await sunday.addFamily('Ọdúṣọlá')]
  const { page, context, trouble } = await openStation('admin@grace.example', true)
  trouble.expect(/Failed to fetch|ERR_INTERNET_DISCONNECTED|503 GET/)
  await checkInAll(page, going.code)
  await worksAlone(page)
  const pin = await pinOfToday(stage.url)
  await context.setOffline(true)
  await page.reload()
  await typePin(page, pin)
  await page.getByText('Offline').waitFor()
  await checkInAll(page, coming.code)
  await page.getByText('1 to send').waitFor()
  await press(page, 'Check out')
  await scan(page, going.code)
  await page.getByText('Bísí Adéyẹmí').click()
  await press(page, 'Check out 3 children with Bísí Adéyẹmí')
  await page.getByText('3 children checked out').waitFor()
  await page.getByText('2 to send').waitFor()
  await context.setOffline(false)
  await page.getByText('Online').waitFor()
  await expect.poll(() => page.getByText(/\d to send/).count()).toBe(0)
  const other = (await openStation('desk@grace.example')).page
  await scan(other, coming.code)
  await other.getByText('In class').first().waitFor()
  await press(other, 'Check out')
  await scan(other, going.code)
  await other.getByText('Checked out').first().waitFor()
})
