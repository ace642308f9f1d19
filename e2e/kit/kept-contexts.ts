import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** A browser context that a visit has for itself until it is given back. */
export type LentContext = { context: BrowserContext; giveBack: () => Promise<void> }

/** Whose pages a visit opens, where they may have left something behind. */
type Sites = { url: string; sandboxUrl: string }

type Kept = { context: BrowserContext; browser: Browser; options: string; anchor: Page }

/** A file of the site that asks for nothing. Another site's page would end the process with all that it compiled. */
export const EMPTY = '/service-worker.js'

const idle: Kept[] = []
/** More are closed, the oldest first: each holds a process. */
const MOST_IDLE = 4

/**
 * A context without anything of earlier visits but what their browser compiled and may always keep: files whose names say their
 * content. A new one costs half a visit. The tab that stays open in it keeps its process (`--process-per-site`).
 */
export async function lendContext(
  browser: Browser,
  sites: Sites,
  options: BrowserContextOptions,
): Promise<LentContext> {
  const told = JSON.stringify(options)
  const place = idle.findLastIndex((one) => one.browser === browser && one.options === told)
  const kept = idle.splice(place, place < 0 ? 0 : 1)[0] ?? (await keepNew(browser, sites.url, options))
  let isLasting = false
  const forget = noteLasting(kept.context, () => (isLasting = true))
  return {
    context: kept.context,
    giveBack: async () => {
      forget()
      if (isLasting || kept.anchor.isClosed()) return kept.context.close()
      await clear(kept, sites)
      idle.push(kept)
      await Promise.all(idle.splice(0, idle.length - MOST_IDLE).map(({ context }) => context.close()))
    },
  }
}

async function keepNew(browser: Browser, url: string, options: BrowserContextOptions): Promise<Kept> {
  const context = await browser.newContext(options)
  const anchor = await context.newPage()
  await anchor.goto(url + EMPTY)
  return { context, browser, options: JSON.stringify(options), anchor }
}

/** As if nobody had been here. */
async function clear({ context, anchor }: Kept, { url, sandboxUrl }: Sites): Promise<void> {
  const opened = context.pages().filter((page) => page !== anchor)
  await Promise.all(opened.map((page) => page.close()))
  const debug = await context.newCDPSession(anchor)
  await Promise.all([
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    context.clearPermissions(),
    context.clearCookies(),
    ...[url, sandboxUrl].map((site) =>
      debug.send('Storage.clearDataForOrigin', { origin: new URL(site).origin, storageTypes: 'all' }),
    ),
  ])
  await debug.detach()
}

const LASTING = ['addInitScript', 'exposeFunction', 'exposeBinding', 'setExtraHTTPHeaders', 'setGeolocation'] as const
const LASTING_CLOCK = ['install', 'setFixedTime', 'setSystemTime'] as const

/** Tells of what a context never forgets, which is closed then; and refuses what a kept one would answer wrongly. */
function noteLasting(context: BrowserContext, note: () => void): () => void {
  const watched: [holder: object, name: string][] = [
    ...LASTING.map((name): [object, string] => [context, name]),
    ...LASTING_CLOCK.map((name): [object, string] => [context.clock, name]),
  ]
  for (const [holder, name] of watched) {
    const own: unknown = Reflect.get(holder, name)
    if (typeof own !== 'function') throw new Error(`A context has no ${name}.`)
    Reflect.set(holder, name, (...given: unknown[]): unknown => {
      note()
      return Reflect.apply(own, holder, given)
    })
  }
  Reflect.set(context, 'setOffline', () => {
    throw new Error(
      'Files of earlier visits lie in this browser: without a network only a new one (isNew) tells the truth.',
    )
  })
  // What was set hides the method of the class.
  return () =>
    [...watched, [context, 'setOffline'] as const].forEach(([holder, name]) => Reflect.deleteProperty(holder, name))
}
