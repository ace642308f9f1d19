import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { CDPSession, Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** What colours decide; everything else is the same in light and dark. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** The narrowest phone, the border between phone and desk, and a desk. */
export const WIDTHS: readonly number[] = [320, 768, 1280]
const HEIGHT = 900

type Finding = { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }

/** A width in a scheme. */
export type Look = { width: number; scheme: 'light' | 'dark' }

/** Every width, light and dark. */
export const allLooks = (widths: readonly number[] = WIDTHS): Look[] =>
  widths.flatMap((width) => [
    { width, scheme: 'light' as const },
    { width, scheme: 'dark' as const },
  ])

/** One look in turn: of four states that follow each other, one is seen narrow and light, one wide and dark, and so on. */
export function oneLook(turn: number, widths: readonly number[] = WIDTHS): Look[] {
  const width = (turn % 2 === 0 ? widths[0] : widths.at(-1)) ?? 1280
  return [{ width, scheme: turn % 4 === 0 || turn % 4 === 3 ? 'light' : 'dark' }]
}

/** What is wrong with the page as it stands, in each of these looks; nothing when all is well. */
export async function findFaults(page: Page, looks: readonly Look[] = allLooks()): Promise<string[]> {
  const found: string[] = []
  // The page's policy forbids foreign scripts; the debugger's door is not the page's.
  const debug = await page.context().newCDPSession(page)
  await debug.send('Runtime.evaluate', { expression: AXE })
  for (const [turn, { width, scheme }] of looks.entries()) {
    await page.setViewportSize({ width, height: HEIGHT })
    await page.emulateMedia({ colorScheme: scheme })
    await atRest(page)
    const over = await page.evaluate(widest)
    if (over) found.push(`${width} px, ${scheme}: ${over}`)
    const rules = turn === 0 || scheme === 'light' ? { type: 'tag', values: WCAG } : { type: 'rule', values: COLOURS }
    const findings = await withoutScrolledUnderBars(debug, await runAxe(debug, 'document', rules))
    found.push(...findings.map((finding) => `${width} px, ${scheme}: ${told(finding)}`))
  }
  await debug.detach()
  return found
}

/** By how much the page is wider than the screen, and what stands out furthest; runs in the page. */
function widest(): string {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return ''
  const all = [...document.body.querySelectorAll('*')].map((one) => ({ one, end: one.getBoundingClientRect().right }))
  const { one } = all.sort((a, b) => b.end - a.end)[0] ?? {}
  return `${scrollWidth - clientWidth} px too wide: ${one?.outerHTML.slice(0, 300)}`
}

/** Until what a new width or scheme sets in motion has come to its end. */
const atRest = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

const TARGET_SIZE = 'target-size'

/**
 * Bars that stay in place cover some rows of a list wherever it is scrolled to. A target is too small only if it still is when it
 * stands in the middle of the screen.
 */
async function withoutScrolledUnderBars(debug: CDPSession, findings: readonly Finding[]): Promise<Finding[]> {
  const kept: Finding[] = []
  for (const finding of findings) {
    if (finding.id === TARGET_SIZE) kept.push(...(await judgeTargetsInView(debug, finding)))
    else kept.push(finding)
  }
  return kept
}

async function judgeTargetsInView(debug: CDPSession, { nodes }: Finding): Promise<Finding[]> {
  const found: Finding[] = []
  for (const { target } of nodes) {
    const selector = JSON.stringify(target.at(-1))
    await debug.send('Runtime.evaluate', {
      expression: `document.querySelector(${selector})?.scrollIntoView({ block: 'center', behavior: 'instant' })`,
    })
    const rule = { type: 'rule', values: [TARGET_SIZE] }
    found.push(...(await runAxe(debug, `{ include: [[${selector}]] }`, rule)))
  }
  return found
}

type Rules = { type: string; values: string[] }

/** `context`: the part of the page to judge, as an expression. */
async function runAxe(debug: CDPSession, context: string, runOnly: Rules): Promise<Finding[]> {
  const options = JSON.stringify({ runOnly, preload: false, resultTypes: ['violations'], elementRef: false })
  const { result, exceptionDetails } = await debug.send('Runtime.evaluate', {
    expression: `axe.run(${context}, ${options}).then(({ violations }) => violations)`,
    awaitPromise: true,
    returnByValue: true,
  })
  if (exceptionDetails) throw new Error(exceptionDetails.text + (exceptionDetails.exception?.description ?? ''))
  return result.value as Finding[]
}

const told = ({ id, help, nodes }: Finding): string =>
  `${id} (${help}) at ${nodes
    .slice(0, 3)
    .map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary.split('\n')[1]?.trim()}`)
    .join(' | ')}`
