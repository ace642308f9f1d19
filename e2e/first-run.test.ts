import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Dashboard } from '#contract/dashboard/dashboard.ts'
import { until } from '#server/test-kit/until.ts'
import { dayFromNow, yearsAgo } from './kit/checkin.ts'
import { mailTo, smsSaying } from './kit/inboxes.ts'
import { findFaults } from './kit/looks.ts'
import { atPayPage, mayLeave, onPayPage } from './kit/pay-page.ts'
import { newPhone, PHONE } from './kit/portal.ts'
import { openStage, type Stage } from './kit/stage.ts'
import { word } from './kit/words.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const PASSWORD = 'seven green hills'
const MEMBERS = 'First name,Last name,Phone\nBola,Ade,0803 555 9001\nChidi,Eze,0803 555 9002\nDayo,Ojo,0803 555 9003\n'
const STEP_MS = 45_000

/** One person's hands: what is pressed and what is filled is counted. */
function hands(page: Page) {
  const counted = { presses: 0, fields: 0 }
  return {
    counted,
    press: async (name: string | RegExp, within = page.locator('body')) => {
      counted.presses += 1
      await within.getByRole('button', { name, exact: true }).first().click()
    },
    follow: async (name: string | RegExp, within = page.locator('body')) => {
      counted.presses += 1
      await within.getByRole('link', { name, exact: true }).first().click()
    },
    fill: async (label: string, text: string, within = page.locator('body')) => {
      counted.fields += 1
      await within.getByLabel(label, { exact: true }).fill(text)
    },
    choose: async (
      label: string,
      option: { label: string } | { value: string } | string,
      within = page.locator('body'),
    ) => {
      counted.fields += 1
      // The words of a choice belong to its label.
      await within
        .getByRole('combobox', { name: new RegExp(`^${label}`) })
        .first()
        .selectOption(option)
    },
  }
}
type Hands = ReturnType<typeof hands>

const steps = (page: Page) => page.getByRole('region', { name: word('app.home.title') })
const next = (page: Page) => steps(page).locator('li[aria-current=step]')
const toDashboard = (page: Page) =>
  page
    .getByRole('link', { name: word('app.nav.dashboard') })
    .first()
    .click()
const progress = (page: Page, done: number) => steps(page).getByText(`${done} of 5 done`).waitFor()
const ticked = (page: Page, step: string) =>
  page
    .getByRole('region', { name: word('ui.toast.region') })
    .getByText(word('app.home.ticked').replace('{step}', word(step)))
    .waitFor()

/** What is true of the church, whatever a screen says. */
const readDashboard = async (page: Page) => (await (await page.request.get('/api/dashboard')).json()) as Dashboard

/** From the front page to the dashboard of a new church. */
async function signUp(page: Page, { press, fill, choose }: Hands, email: string): Promise<void> {
  await page.goto('/signup')
  await fill(word('identity.signUp.churchName'), 'Ìmọ́lẹ̀ Chapel')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.getByLabel(word('identity.signUp.slug')).inputValue()).not.toBe('')
  await choose(word('identity.signUp.country'), 'NG')
  await press(word('identity.signUp.next'))
  await fill(word('identity.signUp.firstName'), 'Fọlákẹ́')
  await fill(word('identity.signUp.lastName'), 'Adéyẹmí')
  await fill(word('identity.signIn.email'), email)
  await fill(word('identity.signIn.password'), PASSWORD)
  await press(word('identity.signUp.sendCode'))
  const code = await until(async () => /\b\d{6}\b/.exec((await mailTo(stage.sandboxUrl, email)).text)?.[0])
  await fill(word('identity.signUp.code'), code)
  await press(word('identity.signUp.open'))
  await page.waitForURL((url) => url.pathname === '/tenant')
}

async function importPeople(page: Page, { press, follow }: Hands): Promise<void> {
  await follow(word('app.home.chooseFile'), next(page))
  const file = { name: 'members.csv', mimeType: 'text/csv', buffer: Buffer.from(MEMBERS) }
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByRole('button', { name: word('people.import.check') }).waitFor({ timeout: STEP_MS })
  await press(word('people.import.check'))
  await page.getByRole('button', { name: 'Import 3 people' }).waitFor({ timeout: STEP_MS })
  await press('Import 3 people')
  await until(async () => (await readDashboard(page)).people?.people === 4, 45)
}

async function requestSender(page: Page, { press, fill }: Hands): Promise<void> {
  await press(word('app.home.request'), next(page))
  const dialog = page.getByRole('dialog', { name: word('messaging.sender.requestTitle') })
  await fill(word('messaging.sender.enter'), 'IMOLE 1', dialog)
  await page.keyboard.press('Tab')
  await dialog.getByText(word('messaging.sender.wrong')).waitFor()
  await fill(word('messaging.sender.enter'), 'IMOLE', dialog)
  await press(word('messaging.sender.request'), dialog)
  await page.getByText(word('messaging.sender.pending')).waitFor()
  await dialog.waitFor({ state: 'detached' })
}

/** Whoever runs the installation, on a screen of their own. */
async function approveAtConsole(): Promise<void> {
  const { page } = await stage.visit({ as: 'operator@narthex.example', path: '/operator/senders' })
  const row = page.getByRole('row').filter({ hasText: 'IMOLE' }).filter({ hasText: 'Ìmọ́lẹ̀ Chapel' })
  await row.getByRole('button').first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: word('operator.senders.approve') })
    .click()
  await page.getByText(word('operator.senders.saidApproved').replace('{mask}', 'IMOLE')).waitFor()
}

/** The usual Sunday service, but today, so that somebody can be checked in; until noon of tomorrow, should midnight pass meanwhile. */
async function planService(page: Page, { press, follow, fill }: Hands): Promise<void> {
  await follow(word('app.home.useTemplate'), next(page))
  await fill(word('checkin.form.day'), dayFromNow(0))
  await fill(word('checkin.form.starts'), '12:00')
  await fill(word('checkin.form.ends'), '11:59')
  await press(word('checkin.events.add'))
  await page.waitForURL((url) => /\/tenant\/events\/[\da-f-]{36}/.test(url.pathname))
}

async function buyUnits(page: Page, { press, follow, fill }: Hands): Promise<void> {
  await follow(word('app.home.units'), next(page))
  await fill(word('billing.units.amount'), '5000')
  await press(word('billing.units.buy'))
  await press(/^Paystack/, page.getByRole('dialog'))
  await atPayPage(page, 'Paystack')
  await onPayPage(page, 'pay')
  await page.waitForURL((url) => url.pathname === '/tenant/units')
  // After the one that says that the payment is being confirmed.
  const paid = page.getByRole('dialog', { name: word('billing.paid.title') })
  await paid.waitFor()
  await page.keyboard.press('Escape')
  await paid.waitFor({ state: 'detached' })
}

async function sendFirstMessage(page: Page, { press, fill, choose }: Hands): Promise<void> {
  await page
    .getByRole('link', { name: word('app.home.writeSms') })
    .first()
    .click()
  await choose(word('messaging.compose.to'), { label: word('messaging.compose.allContacts') })
  await fill(word('messaging.compose.message'), 'Dear #name#, see you on Sunday')
  await press(word('messaging.compose.send'))
  await press(/^Send/, page.getByRole('dialog'))
  await until(async () => (await smsSaying(stage.sandboxUrl, 'Dear Bola, see you on Sunday')).length === 1)
}

/** A mother on her phone: signs up, adds a child, registers it; answers her code. */
async function registerFamily(address: string): Promise<{ code: string; counted: Hands['counted'] }> {
  const { page } = await stage.visit({ ...PHONE, path: address })
  const { press, fill, choose, follow, counted } = hands(page)
  await press(word('portal.church.signUp'))
  await fill(word('portal.church.firstName'), 'Ṣadé')
  await fill(word('portal.church.lastName'), 'Ọlálékan')
  await choose(word('portal.church.youAre'), { value: '2' })
  await fill(word('portal.church.userName'), newPhone())
  await fill(word('portal.church.newPassword'), PASSWORD)
  counted.presses += 1
  await page.locator('form button[type=submit]').last().click()
  await page.waitForURL((url) => url.pathname === '/checkin/dashboard')
  await page.goto('/checkin/checkinfamily')
  counted.presses += 2
  await page
    .getByRole('button', { name: /^Add member$/i })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await form.getByLabel(/^Role/).selectOption({ label: 'Daughter' })
  await form.getByLabel(/^First ?name/).fill('Dára')
  await form.getByLabel('Date of birth').fill(`${yearsAgo(7)}-01-15`)
  counted.fields += 3
  await form.locator('button[type=submit]').last().click()
  await form.waitFor({ state: 'detached' })
  await page.goto('/checkin/events')
  await follow(/^Register for this event/)
  const child = page.getByRole('group', { name: 'Dára' })
  await child.getByRole('checkbox').check()
  counted.presses += 2
  await press('Register')
  const shown = page.getByRole('dialog').getByText(/^[346789CDFGHJKMNPQRTVWXY]{3} [346789CDFGHJKMNPQRTVWXY]{3}$/)
  return { code: ((await shown.textContent()) ?? '').replace(' ', ''), counted }
}

test('from nothing to the first message and the first checked-in family, without a dead end', async () => {
  const { page, trouble } = await stage.visit({ viewport: { width: 1280, height: 800 } })
  mayLeave(trouble)
  const own = hands(page)
  const email = 'folake@imole.example'
  await signUp(page, own, email)
  await progress(page, 0)
  await page.getByText(word('app.home.trial')).waitFor()

  await importPeople(page, own)
  await toDashboard(page)
  await ticked(page, 'app.home.people')
  await steps(page)
    .getByText(/3 people from members.csv/)
    .waitFor()

  await requestSender(page, own)
  await steps(page).getByText(word('app.home.senderWaits')).waitFor()
  await progress(page, 1)
  await approveAtConsole()
  await until(async () => /IMOLE/.test((await mailTo(stage.sandboxUrl, email)).text))

  await planService(page, own)
  await toDashboard(page)
  await progress(page, 3)
  const address = await page.getByRole('link', { name: /\/checkin\/imole-chapel$/ }).getAttribute('href')
  await buyUnits(page, own)
  await toDashboard(page)
  await ticked(page, 'app.home.units')
  await progress(page, 4)
  await sendFirstMessage(page, own)

  const family = await registerFamily(address ?? '')
  await page.goto('/tenant')
  await page.getByText(word('app.home.registerAt')).waitFor()
  await own.follow(word('app.home.openCheckIn'))
  await own.fill(word('checkin.station.code'), family.code)
  await page.keyboard.press('Enter')
  await own.press(/Check in 1/)
  await until(async () => (await readDashboard(page)).event?.checkedIn === 1)

  await page.goto('/tenant')
  await progress(page, 4)
  expect(await findFaults(page)).toEqual([])

  // Ten minutes of a person's time: two seconds a press and eight a field leave more than half of it to read.
  const hard = {
    presses: own.counted.presses + family.counted.presses,
    fields: own.counted.fields + family.counted.fields,
  }
  expect(hard.presses * 2 + hard.fields * 8).toBeLessThan(300)
}, 240_000)

test('the list is put away, comes back by undoing, and stands under Help all the time', async () => {
  const { page } = await stage.visit({ as: 'admin@hope.example' })
  const headers = { origin: stage.url }
  await page.context().request.put('/api/dashboard/first-steps', { data: { hidden: false }, headers })
  await page.goto('/tenant')
  await steps(page)
    .getByRole('button', { name: word('app.home.hide') })
    .click()
  await steps(page).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: word('ui.toast.undo') }).click()
  await steps(page)
    .getByRole('button', { name: word('app.home.hide') })
    .click()
  await steps(page).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await steps(page).count()).toBe(0)
  await page.locator('aside button[popovertarget]').click()
  await page.getByRole('link', { name: word('ui.shell.help') }).click()
  await steps(page).waitFor()
  await page.getByText('support@narthex.example').waitFor()
})

test('whoever may do none of the steps sees no list, and no figure that is not theirs', async () => {
  const { page } = await stage.visit({ as: 'followup@grace.example', path: '/tenant' })
  const figures = page.getByRole('region', { name: word('app.figures.label') }).getByRole('term')
  await figures.first().waitFor()
  expect(await figures.allTextContents()).not.toContain(word('app.figures.units'))
  await page.goto('/tenant/help')
  await page.getByText('support@narthex.example').waitFor()
  expect(await steps(page).count()).toBe(0)
})
