import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import { launchBrowser } from './browser.ts'
import { startCopy, type RunningNarthex } from './narthex.ts'
import { PASSWORD } from './sign-in.ts'
import { watch, type Trouble } from './trouble.ts'

export type Visit = { page: Page; context: BrowserContext; trouble: Trouble }

type VisitOptions = BrowserContextOptions & {
  /** E-mail of whoever is signed in when the visit begins; nobody without it. */
  as?: string
  /** Opened first. */
  path?: string
}

export type Stage = RunningNarthex & {
  /** A browser of its own: nothing kept from other visits. */
  visit: (options?: VisitOptions) => Promise<Visit>
  /** Ends all visits; throws what went wrong on their pages and was not expected. */
  leave: () => Promise<void>
  close: () => Promise<void>
}

/** Runs until its worker ends: a visit keeps nothing in it, so the files of a worker share one. */
let running: Promise<Browser> | undefined

async function sharedBrowser(): Promise<Browser> {
  const before = await running?.catch(() => undefined)
  if (before?.isConnected()) return before
  running = launchBrowser()
  return running
}

/** Narthex on a copy of the prepared demo, and a browser. */
export async function openStage(): Promise<Stage> {
  const browser = await sharedBrowser()
  const narthex = await startCopy(inject('preparedDemo'))
  let visits: Visit[] = []
  return {
    ...narthex,
    visit: async ({ as, path, ...options } = {}) => {
      const visit = await open(browser, narthex.url, options)
      visits.push(visit)
      if (as) await signIn(visit.context, narthex.url, as)
      if (path) await visit.page.goto(narthex.url + path)
      return visit
    },
    leave: async () => {
      const ended = visits
      visits = []
      const said = ended.flatMap(({ trouble }) => trouble.said())
      await Promise.all(ended.map(({ context }) => context.close()))
      if (said.length > 0) throw new Error(`On the pages of this test:\n${said.join('\n')}`)
    },
    close: async () => {
      await Promise.all(visits.map(({ context }) => context.close()))
      await narthex.stop()
    },
  }
}

async function open(browser: Browser, url: string, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // What moves is drawn again and again, and is waited for before it is pressed.
    reducedMotion: 'reduce',
    baseURL: url,
    ...options,
  })
  context.setDefaultTimeout(15_000)
  const trouble = watch(context, url)
  return { context, trouble, page: await context.newPage() }
}

/** Operators of the demo have a door of their own. */
const OPERATORS = '@narthex.example'
/** So has a family, which may sign in by phone. */
const FAMILY = /^(family@|\+)/

async function signIn(context: BrowserContext, url: string, userName: string): Promise<void> {
  const door = FAMILY.test(userName) ? '/api/checkin/session' : '/api/identity/session'
  const [address, who] = userName.endsWith(OPERATORS)
    ? ['/api/operator/session', { email: userName }]
    : [door, { userName }]
  const answer = await context.request.post(address, {
    data: { ...who, password: PASSWORD },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`${userName} could not sign in: ${answer.status()}`)
}
