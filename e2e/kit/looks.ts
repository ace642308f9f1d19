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

/** What is wrong with the page as it stands, at every width, light and dark; nothing when all is well. */
export async function findFaults(page: Page, widths: readonly number[] = WIDTHS): Promise<string[]> {
  const found: string[] = []
  // The page's policy forbids foreign scripts; the debugger's door is not the page's.
  const debug = await page.context().newCDPSession(page)
  await debug.send('Runtime.evaluate', { expression: AXE })
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT })
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      await atRest(page)
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      if (over > 0) found.push(`${width} px, ${scheme}: ${over} px too wide`)
      const findings = await runAxe(
        debug,
        scheme === 'light' ? { type: 'tag', values: WCAG } : { type: 'rule', values: COLOURS },
      )
      found.push(...findings.map((finding) => `${width} px, ${scheme}: ${told(finding)}`))
    }
  }
  await debug.detach()
  return found
}

/** Until what a new width or scheme sets in motion has come to its end. */
const atRest = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })

async function runAxe(debug: CDPSession, runOnly: { type: string; values: string[] }): Promise<Finding[]> {
  const options = JSON.stringify({ runOnly, preload: false, resultTypes: ['violations'], elementRef: false })
  const { result, exceptionDetails } = await debug.send('Runtime.evaluate', {
    expression: `axe.run(document, ${options}).then(({ violations }) => violations)`,
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
