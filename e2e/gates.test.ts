import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '#server/test-kit/until.ts'
import { paths } from '#web/routing/paths.ts'
import { approvePaymentOf } from './kit/console.ts'
import { smsSaying } from './kit/inboxes.ts'
import { comeBackTo, fillMessage, send, unitsOf } from './kit/pages.ts'
import { chooseUnits, payByTransfer } from './kit/pay-page.ts'
import { openStage, type Stage } from './kit/stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterEach(() => stage.leave())
afterAll(() => stage?.close())

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
/** Children are looked after and handed over whatever is still to be paid; what stands there is seen behind both gates. */
const ofChildren = {
  [paths.station]: 'No event today',
  [paths.classes]: 'No classes today',
  [paths.class]: 'not found',
  [paths.custody]: 'No entries yet',
}
/** Every other screen of a church; a new one is walked too as soon as its address stands in `paths`. */
const screens = Object.values(paths)
  .filter((path) => path.startsWith(paths.dashboard) && !Object.hasOwn(ofChildren, path))
  .map((path) => path.replace('$id', UNKNOWN))

type Gate = { church: string; who: string; address: string; title: string; words: RegExp }

const expired: Gate = {
  church: 'Harvest House',
  who: 'admin@expired.example',
  address: '/errorpage/expiredSubscription',
  title: 'Subscription Expired',
  words: /This page is unavailable because your subscription has expired/,
}
const full: Gate = {
  church: 'Living Waters',
  who: 'admin@full.example',
  address: '/errorpage/member-capacity-reached',
  title: 'Member Capacity Exceeded',
  words: /Your church has reached its membership capacity limit: 120 people on a plan for 100\. Upgrade/,
}
const gates = [expired, full]

const arriveAt = (page: Page, address: string) => page.waitForURL((url) => url.pathname === address)

async function atGate(page: Page, gate: Gate): Promise<void> {
  await page.getByRole('heading', { name: gate.title }).waitFor()
  await page.getByText(gate.words).waitFor()
  await arriveAt(page, gate.address)
}

const slip = { name: 'slip.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n1 0 obj\n') }

/** Sends the proof of the transfer that is waited for; it is with the operators then. */
async function sendProof(page: Page): Promise<void> {
  await page
    .getByRole('region', { name: 'Bank Payment / Direct Bank Transfer' })
    .getByText('Reference', { exact: true })
    .waitFor()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Send proof of payment' }).click()
  const asked = page.getByRole('dialog', { name: 'Proof of payment' })
  await asked.getByRole('link', { name: 'support@narthex.example' }).waitFor()
  await asked.getByRole('button', { name: 'Upload proof of payment' }).click()
  await (await choosing).setFiles(slip)
  await page.getByText('We have received your proof of payment').waitFor()
}

describe.each(gates)('$title', (gate) => {
  const AT_ONCE = 4

  test('every screen of the church but those of children leads to the page of the gate', async () => {
    const { page: first, context } = await stage.visit({ as: gate.who })
    const waiting = [...screens]
    const walk = async (page: Page): Promise<void> => {
      for (let path = waiting.shift(); path; path = waiting.shift()) {
        await page.goto(path)
        await atGate(page, gate)
        expect({ path, navigation: await page.getByRole('navigation').count() }).toEqual({ path, navigation: 0 })
      }
    }
    const others = await Promise.all(Array.from({ length: AT_ONCE - 1 }, () => context.newPage()))
    await Promise.all([first, ...others].map(walk))
    expect(screens.length).toBeGreaterThan(20)
    expect(screens).toContain(paths.events)
  })

  test('the station, the classes and the custody log stay open', async () => {
    const { page, trouble } = await stage.visit({ as: gate.who })
    trouble.expect(/^404 GET \/api\/checkin\/classes\/[\d-]+\/roster$/)
    for (const [path, words] of Object.entries(ofChildren)) {
      const address = path.replace('$id', UNKNOWN)
      await page.goto(address)
      await page.getByText(words).first().waitFor()
      expect(new URL(page.url()).pathname).toBe(address)
    }
    const places = page.getByRole('navigation').first().getByRole('link')
    expect(await places.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      paths.station,
      paths.classes,
      paths.custody,
    ])
  })

  test('its links lead to subscribing, sending and buying, each of them one step back from there', async () => {
    const { page } = await stage.visit({ as: gate.who, path: '/tenant/people' })
    await atGate(page, gate)
    const chat = page.getByRole('link', { name: 'Chat with us' })
    const support = (await (await fetch(`${stage.url}/api/support`)).json()) as { chatUrl: string; email: string }
    expect(await chat.getAttribute('href')).toBe(support.chatUrl || `mailto:${support.email}`)
    for (const [name, address, heading] of [
      [/Choose a plan to unlock everything/, '/subexpired', 'Subscription'],
      [/Buy Unit/, '/buyunitsexpired', "Choose a plan that's right for your church"],
    ] as const) {
      await page.getByRole('link', { name }).click()
      await arriveAt(page, address)
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
      expect(await page.getByRole('navigation').count()).toBe(0)
      const steps = await page.evaluate(() => history.length)
      await page.getByRole('link', { name: 'Go back' }).click()
      await atGate(page, gate)
      expect(await page.evaluate(() => history.length)).toBe(steps)
    }
    await page.goto('/subexpired')
    await page.getByRole('link', { name: 'Go back' }).click()
    await atGate(page, gate)
  })

  test('sending works, and ends at the gate again', async () => {
    const { page } = await stage.visit({ as: gate.who, path: gate.address })
    await page.getByRole('link', { name: /Send SMS/ }).click()
    await arriveAt(page, '/sendsmsexpired')
    expect(await page.getByRole('navigation').count()).toBe(0)
    const text = `We are still here, ${gate.title}`
    await fillMessage(page, { numbers: '08035550001', text })
    await page.getByText('Recipients').waitFor()
    await send(page)
    await page.getByText('Your sms has been sent successfully!').waitFor()
    await atGate(page, gate)
    const [sms] = await until(async () => {
      const arrived = await smsSaying(stage.sandboxUrl, text)
      return arrived.length > 0 && arrived
    })
    expect(sms?.to).toBe('+2348035550001')
  })

  test('units are bought by transfer; once an operator has approved, the open page says so', async () => {
    const { page } = await stage.visit({ as: gate.who, path: '/buyunitsexpired' })
    const before = await unitsOf(page)
    await page.getByRole('button', { name: 'Buy SMS Unit' }).click()
    await page.getByText('Please enter amount').waitFor()
    await chooseUnits(page, '5,900')
    await payByTransfer(page)
    await sendProof(page)
    await approvePaymentOf(stage.url, gate.church)
    await comeBackTo(page)
    const paid = page.getByRole('dialog', { name: 'Payment was Successful' })
    await paid.waitFor()
    await paid.getByText('Current Units Balance').waitFor()
    await paid.getByText((before + 1_000).toLocaleString('en-US')).waitFor()
    expect(await unitsOf(page)).toBe(before + 1_000)
    await paid.getByRole('link', { name: 'Send SMS Now!' }).click()
    await arriveAt(page, '/sendsmsexpired')
  })

  test('Logout ends the session here and on the server, and clears what was kept', async () => {
    const { page, context, trouble } = await stage.visit({ as: gate.who, path: gate.address })
    await page.evaluate(() => localStorage.setItem('baseAuth', '{"checkinPerson":"1"}'))
    const held = await cookiesOf(context)
    expect((await asks(held)).status).toBe(200)
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/')
    expect(await page.evaluate(() => localStorage.getItem('baseAuth'))).toBeNull()
    expect((await asks(held)).status).toBe(401)
    trouble.expect(/^401 GET \/api\/identity\/session$/)
    await page.goBack()
    await page.goto(gate.address)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
  })
})

const cookiesOf = async (context: BrowserContext): Promise<string> =>
  (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
const asks = (cookie: string) => fetch(`${stage.url}/api/identity/session`, { headers: { cookie } })

test('the page of a gate that is open leads to the dashboard', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example', path: '/errorpage/expiredSubscription' })
  await arriveAt(page, '/tenant')
  expect(await page.getByRole('heading', { name: 'Subscription Expired' }).count()).toBe(0)
})

test('someone without the right to a screen is told so, and goes back to where they work', async () => {
  const { page } = await stage.visit({ as: 'desk@grace.example', path: paths.classes })
  await page
    .getByRole('link', { name: /Check-in/ })
    .first()
    .waitFor()
  expect(await page.getByRole('link', { name: /People|Send SMS|SMS/ }).count()).toBe(0)
  for (const screen of [paths.people, paths.composeSms, paths.sentSms, paths.units, paths.subscription, paths.staff]) {
    await page.goto(screen)
    await page.getByRole('heading', { name: 'No Authorization Found!' }).waitFor()
    await page.getByText('This page is not publicly available. Please contact your church administrator').waitFor()
  }
  await page.getByRole('link', { name: 'Contact us' }).waitFor()
  await page.getByRole('link', { name: 'Go Back' }).click()
  await page.getByText(/Who is arriving\?|No event today/).waitFor()
  expect(new URL(page.url()).pathname).toBe(paths.station)
})

test('an address that does not exist says so, and leads back', async () => {
  const { page } = await stage.visit({ as: 'admin@grace.example', path: '/tenant/nothing-here' })
  await page.getByRole('heading', { name: 'not found' }).waitFor()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await page.getByRole('heading', { name: /Ngọzi/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/tenant')
})

test('the expired church subscribes by transfer, and the very open page works once an operator has approved', async () => {
  const { page } = await stage.visit({ as: expired.who, path: expired.address })
  await page.getByRole('link', { name: /Subscribe/ }).click()
  await page.getByText('InActive').waitFor()
  await page.getByLabel('Duration').selectOption({ label: '2 months' })
  const summary = page.getByRole('region', { name: 'Payment summary' })
  await summary.getByText('2 months').waitFor()
  expect(await summary.getByText('₦18,000').count()).toBe(2)
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await payByTransfer(page)
  await sendProof(page)
  const { amountMinor } = await approvePaymentOf(stage.url, expired.church)
  await comeBackTo(page)
  expect(amountMinor).toBe(1_800_000)
  const paid = page.getByRole('dialog', { name: 'Congrats, subscription successful and account upgraded' })
  await paid.waitFor()
  await paid.getByRole('link', { name: 'Go to dashboard' }).click()
  await page.getByRole('heading', { name: /^Good / }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/tenant')
  await page
    .getByRole('link', { name: /^People/ })
    .first()
    .click()
  await page.getByRole('rowheader').first().waitFor()
})
