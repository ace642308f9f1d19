import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { openBrowsers } from '../browser.ts'
import { EMPTY } from '../kept-contexts.ts'
import type { Trouble } from '../trouble.ts'
import { folderOfFailure } from './failure-folder.ts'
import type { Trace } from './trace.ts'

type OpenVisit = { context: BrowserContext; trouble: Trouble; trace: Trace }

const PATIENCE = { timeout: 5_000 }
const openVisits = new Set<OpenVisit>()
/** How many pages are in a folder: some are kept when visits end, others when the test has ended. */
const counts = new Map<string, number>()

/** Answers what to call when the visit ends. */
export function noteVisit(visit: OpenVisit): () => void {
  openVisits.add(visit)
  return () => void openVisits.delete(visit)
}

/** To be called before pages close: keeps them when the running test has failed, or is about to. */
export async function keepPagesOfFailure(isAboutToFail: boolean): Promise<void> {
  const folder = folderOfFailure(isAboutToFail)
  if (folder) await keepPages(folder)
}

/** Writes what every open page shows, and the console and the trace of every visit. */
export async function keepPages(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const visits = [...openVisits]
  const others = openBrowsers()
    .flatMap((browser) => browser.contexts())
    .filter((context) => !visits.some((visit) => visit.context === context))
  for (const context of [...visits.map((visit) => visit.context), ...others])
    for (const page of context.pages()) if (!page.url().endsWith(EMPTY)) await keepPage(page, nextFile(folder, 'page'))
  for (const { trouble, trace } of visits) {
    const file = nextFile(folder, 'visit')
    await writeFile(`${file}-console.txt`, trouble.heard().join('\n'))
    await trace.keep(`${file}-trace.zip`).catch((error: unknown) => writeFile(`${file}-trace.txt`, String(error)))
  }
}

function nextFile(folder: string, kind: string): string {
  const file = path.join(folder, kind)
  const count = (counts.get(file) ?? 0) + 1
  counts.set(file, count)
  return `${file}-${count}`
}

async function keepPage(page: Page, file: string): Promise<void> {
  await writeFile(`${file}.txt`, `${page.url()}\n\n`)
  try {
    await page.screenshot({ path: `${file}.png`, ...PATIENCE })
    await appendFile(`${file}.txt`, await page.locator('body').ariaSnapshot(PATIENCE))
  } catch (error) {
    await appendFile(`${file}.txt`, `The page could not be kept: ${String(error)}`)
  }
}
