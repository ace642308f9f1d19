import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import { cloneDatabase } from '#server/test-kit/cluster/database.ts'
import { isTemplateClosed } from '#server/test-kit/cluster/database-store.ts'
import { until } from '#server/test-kit/until.ts'
import { launchBrowser } from './browser.ts'
import { setClockOfCopy } from './clock.ts'
import { keepPagesOfFailure, noteVisit } from './failures/keep-pages.ts'
import { startTrace } from './failures/trace.ts'
import { lendContext, type LentContext } from './kept-contexts.ts'
import { DEMO, startHere, type RunningNarthex } from './narthex.ts'
import { PASSWORD } from './sign-in.ts'
import { watch, type Trouble } from './trouble.ts'

export type Visit = { page: Page; context: BrowserContext; trouble: Trouble }

type VisitOptions = BrowserContextOptions & {
  /** E-mail of whoever is signed in when the visit begins; nobody without it. */
  as?: string
  /** Opened first. */
  path?: string
  /** In a browser that was never here: where the network is taken away, or what the worker of the page does is looked at. */
  isNew?: boolean
}

export type Stage = RunningNarthex & {
  /** As in a browser of its own: nothing is left of other visits but the site's files, which `isNew` lacks too. */
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

const DEMO_MADE_WITHIN_S = 110

/** On a copy of the demo that was prepared, which the caller alone has. */
async function startCopy(): Promise<RunningNarthex> {
  // The demo is made while tests without a browser run (prepare-demo.ts).
  await until(() => isTemplateClosed(inject('adminUrl'), DEMO), DEMO_MADE_WITHIN_S)
  const database = await cloneDatabase(DEMO)
  await setClockOfCopy(database.ownerUrl)
  const narthex = await startHere(database.ownerUrl)
  const stop = async (): Promise<void> => {
    await narthex.stop()
    await database.drop()
  }
  return { ...narthex, stop }
}

/** Narthex on a copy of the prepared demo, and a browser. */
export async function openStage(): Promise<Stage> {
  await sharedBrowser()
  return openStageOn(await startCopy())
}

/** The browser on any server that has the sign-in and the site's files at the usual addresses. */
export async function openStageOn(narthex: RunningNarthex): Promise<Stage> {
  const browser = await sharedBrowser()
  let visits: Opened[] = []
  /** Ends them all, whatever one of them says. */
  const endVisits = async (): Promise<void> => {
    const ended = visits
    visits = []
    await Promise.all(ended.map(({ end }) => end()))
  }
  return {
    ...narthex,
    visit: async ({ as, path, isNew = false, ...options } = {}) => {
      const visit = await open(browser, narthex, { isNew, options })
      visits.push(visit)
      if (as) await signIn(visit.context, narthex.url, as)
      if (path) await visit.page.goto(narthex.url + path)
      return visit
    },
    leave: async () => {
      const said = visits.flatMap(({ trouble }) => trouble.said())
      await keepPagesOfFailure(said.length > 0)
      await endVisits()
      if (said.length > 0) throw new Error(`On the pages of this test:\n${said.join('\n')}`)
    },
    close: async () => {
      await keepPagesOfFailure(false)
      await endVisits()
      await narthex.stop()
    },
  }
}

type Opened = Visit & { end: () => Promise<void> }
type Opening = { isNew: boolean; options: BrowserContextOptions }

async function open(browser: Browser, sites: RunningNarthex, { isNew, options }: Opening): Promise<Opened> {
  const all = {
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    // What moves is drawn again and again, and is waited for before it is pressed.
    reducedMotion: 'reduce' as const,
    baseURL: sites.url,
    ...options,
  }
  const { context, giveBack } = await (isNew ? newContext(browser, all) : lendContext(browser, sites, all))
  context.setDefaultTimeout(15_000)
  const trace = await startTrace(context)
  const trouble = watch(context, sites.url)
  const forget = noteVisit({ context, trouble, trace })
  const end = async (): Promise<void> => {
    forget()
    trouble.end()
    await trace.end()
    await giveBack()
  }
  return { context, trouble, page: await context.newPage(), end }
}

async function newContext(browser: Browser, options: BrowserContextOptions): Promise<LentContext> {
  const context = await browser.newContext(options)
  return { context, giveBack: () => context.close() }
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
