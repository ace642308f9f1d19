import type { Page } from 'playwright-core'
import { freePort } from '#server/test-kit/free-port.ts'
import { launchBrowser } from '../e2e/kit/browser.ts'
import { churchOf } from './crowded-church.ts'
import { quantile, report } from './figures.ts'
import { start } from './processes.ts'
import type { Stage } from './stage.ts'

const PEOPLE = 1_000_000
const ROWS = 5_000
/** A turn of a wheel in pixels, and how often it turns: a hand in a hurry. */
const TURN = 600
const TURN_MS = 50
/** A frame that took longer is felt as a stutter. */
const LONG_MS = 100
const LONG_SHARE = 0.02
const DOM_MOST = 6_000
const PAGE_MB = 60

type Figures = { rows: number; frames: number[]; longest: number; nodes: number; seconds: number }

/** The people of a large church scrolled in a real browser by the wheel: frames, what the page keeps, and nothing left out. */
export async function measureScroll(stage: Stage, people = PEOPLE): Promise<void> {
  const church = await churchOf(stage, people)
  await stage.look('vacuum analyze')
  const port = await freePort()
  const env = { ...stage.env, PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, RUN_JOBS: 'no' }
  const server = await start('server/main.mjs', 'is running at', { env })
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: env.PUBLIC_URL })
    const data = { userName: church.admin.email, password: church.admin.password }
    await context.request.post('/api/identity/session', { data, headers: { origin: env.PUBLIC_URL } })
    const page = await context.newPage()
    await page.goto('/tenant/people')
    await page.getByRole('rowheader').first().waitFor()
    const before = await heapOf(page)
    const figures = await scroll(page)
    const after = await heapOf(page)
    const long = figures.frames.filter((ms) => ms > LONG_MS).length / figures.frames.length
    report(
      `${people.toLocaleString('en-US')} people, rows scrolled through`,
      `${figures.rows} in ${figures.seconds.toFixed(1)} s`,
      figures.rows >= ROWS,
    )
    report(
      '  frames',
      `p50 ${quantile(figures.frames, 0.5).toFixed(0)} p95 ${quantile(figures.frames, 0.95).toFixed(0)} longest ${figures.longest.toFixed(0)} ms`,
      null,
    )
    report(`  frames over ${LONG_MS} ms`, `${(long * 100).toFixed(1)} % (≤ ${LONG_SHARE * 100})`, long <= LONG_SHARE)
    report('  elements in the page', `${figures.nodes} (≤ ${DOM_MOST})`, figures.nodes <= DOM_MOST)
    report('  memory of the page', `${before.toFixed(0)} MB, then ${after.toFixed(0)} (≤ ${PAGE_MB})`, after <= PAGE_MB)
    report('  memory of the server', `${server.megabytes().toFixed(0)} MB`, null)
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function scroll(page: Page): Promise<Figures> {
  await page.evaluate(() => {
    const frames: number[] = []
    let last = performance.now()
    const tick = (now: number): void => {
      frames.push(now - last)
      last = now
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
    Object.assign(window, { frames })
  })
  await page.mouse.move(640, 600)
  const began = performance.now()
  let rows = 0
  while (rows < ROWS && performance.now() - began < 300_000) {
    await page.mouse.wheel(0, TURN)
    await page.waitForTimeout(TURN_MS)
    rows = await lastRow(page)
  }
  const seconds = (performance.now() - began) / 1000
  const { frames, nodes } = await page.evaluate(() => ({
    frames: (window as unknown as { frames: number[] }).frames.slice(1),
    nodes: document.querySelectorAll('*').length,
  }))
  return { rows, frames, longest: Math.max(...frames), nodes, seconds }
}

/** The number of the last row that is drawn, as the table tells it to screen readers; the heading is row 1. */
const lastRow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const rows = document.querySelectorAll('tbody tr[aria-rowindex]')
    return Number(rows[rows.length - 1]?.getAttribute('aria-rowindex') ?? 1) - 1
  })

/** Megabytes of scripts' objects, after collecting. */
async function heapOf(page: Page): Promise<number> {
  const debug = await page.context().newCDPSession(page)
  await debug.send('HeapProfiler.collectGarbage')
  const { usedSize } = await debug.send('Runtime.getHeapUsage')
  await debug.detach()
  return usedSize / 1e6
}
