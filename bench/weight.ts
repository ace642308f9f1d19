import type { BrowserContext, Page } from 'playwright-core'
import { launchBrowser } from '../e2e/kit/browser.ts'
import { startEmpty } from '../e2e/kit/narthex.ts'
import { brokenPromises, median, report } from './figures.ts'

/** A cheap phone on a poor network: bytes a second, milliseconds there and back, how many times slower than here. */
const NETWORK = { downloadThroughput: 700_000 / 8, uploadThroughput: 700_000 / 8, latency: 300, offline: false }
const SLOWER = 6
const PHONE = { viewport: { width: 360, height: 760 }, hasTouch: true, locale: 'en-US' }
const COLD_SECONDS = 5
const WARM_SECONDS = 2
/** For somebody who is there for the first time, on a page of its own. */
const FORM_SECONDS = 3
const ROUNDS = 3

type Screen = {
  name: string
  path: string
  as?: string
  stands: (page: Page) => Promise<void>
  /** The promise is of the pages before the door and of every screen of the portal; the others are there to be read. */
  isPromised?: true
  /** Promised to be there sooner than those. */
  coldSeconds?: number
}

const FAMILY = 'family@grace.example'
/** A screen of the families' portal that stands when this heading or row of it does. */
const ofFamily = (name: string, path: string, sign: string): Screen => ({
  name: `portal: ${name}`,
  path,
  as: FAMILY,
  stands: (page) => page.getByRole('main').getByText(sign).first().waitFor(),
  isPromised: true,
})

/** All, or those whose names begin so: `node bench/weight.ts "welcome form"`. */
const [only = ''] = process.argv.slice(2)
const screens: Screen[] = [
  {
    name: 'sign in',
    path: '/',
    stands: (page) => page.getByRole('button', { name: 'Sign in' }).waitFor(),
    isPromised: true,
  },
  {
    name: 'portal: sign in',
    path: '/checkin/grace-chapel',
    stands: (page) => page.getByLabel('Email or phone number').waitFor(),
    isPromised: true,
  },
  {
    name: 'welcome form',
    path: '/welcome/grace-chapel',
    // Usable: what is typed stands, and it can be sent.
    stands: async (page) => {
      await page.getByLabel('First name').fill('Zainab')
      await page.getByRole('button', { name: 'Send' }).click({ trial: true })
    },
    isPromised: true,
    coldSeconds: FORM_SECONDS,
  },
  ofFamily('dashboard', '/checkin/dashboard', 'Welcome,'),
  ofFamily('family', '/checkin/checkinfamily', 'Adébáyọ̀'),
  ofFamily('guardians', '/checkin/checkinguardian', 'Add'),
  ofFamily('events', '/checkin/events', 'Sunday'),
  ofFamily('attendance', '/checkin/attendance', 'Attendance'),
  {
    name: 'dashboard',
    path: '/tenant',
    as: 'admin@grace.example',
    stands: (page) => page.getByRole('heading', { name: 'Inflow Summary' }).waitFor(),
  },
  {
    name: 'people',
    path: '/tenant/people',
    as: 'admin@grace.example',
    stands: (page) => page.getByText('+234').first().waitFor(),
  },
  {
    name: 'compose',
    path: '/tenant/sms/compose',
    as: 'admin@grace.example',
    stands: (page) => page.getByLabel('Message', { exact: true }).waitFor(),
  },
]

type Opened = { seconds: number; requests: number; kilobytes: number }

/** Opens a screen as the phone would; what is counted came over the network, compressed, until the screen stood. */
async function open(context: BrowserContext, { path, stands }: Screen): Promise<Opened> {
  const page = await context.newPage()
  const debug = await context.newCDPSession(page)
  let [requests, bytes] = [0, 0]
  debug.on('Network.requestWillBeSent', ({ request }) => void (requests += request.url.startsWith('http') ? 1 : 0))
  debug.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
  await debug.send('Network.enable')
  await debug.send('Network.emulateNetworkConditions', NETWORK)
  await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const began = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await stands(page)
  const seconds = (performance.now() - began) / 1000
  await page.waitForLoadState('networkidle')
  await page.close()
  return { seconds, requests, kilobytes: bytes / 1000 }
}

const narthex = await startEmpty()
const browser = await launchBrowser()
try {
  for (const screen of screens.filter(({ name }) => name.startsWith(only))) {
    const [cold, warm]: [Opened[], Opened[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      const context = await browser.newContext({ ...PHONE, baseURL: narthex.url })
      if (screen.as) await signIn(context, screen.as)
      cold.push(await open(context, screen))
      warm.push(await open(context, screen))
      await context.close()
    }
    tell(`${screen.name}, first time`, cold, screen.isPromised ? (screen.coldSeconds ?? COLD_SECONDS) : null)
    tell(`${screen.name}, again`, warm, screen.isPromised ? WARM_SECONDS : null)
  }
} finally {
  await browser.close()
  await narthex.stop()
}
process.exitCode = brokenPromises() === 0 ? 0 : 1

async function signIn(context: BrowserContext, userName: string): Promise<void> {
  const data = { userName, password: 'narthex-demo' }
  const door = userName === FAMILY ? '/api/checkin/session' : '/api/identity/session'
  await context.request.post(door, { data, headers: { origin: narthex.url } })
}

function tell(what: string, opened: Opened[], promised: number | null): void {
  const seconds = median(opened.map((one) => one.seconds))
  const [requests, kilobytes] = [median(opened.map((one) => one.requests)), median(opened.map((one) => one.kilobytes))]
  const figure = `${seconds.toFixed(2)} s   ${requests} requests, ${kilobytes.toFixed(0)} kB`
  report(what, figure, promised === null ? null : seconds <= promised)
}
