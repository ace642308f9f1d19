import { rmSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { buildWebPage } from '#server/web-build.ts'
import { until } from '#server/test-kit/until.ts'
import { emptyFolder, startIn } from './narthex.ts'
import { cookieOf } from './sign-in.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder with the demo as it stands once its messages have arrived; starts copy it. */
    preparedDemo: string
  }
}

/** The page and the demo are made once, before the first start: every test file begins with a copy. */
export default async function prepareDemo(project: TestProject): Promise<() => void> {
  await buildWebPage()
  const dataDir = emptyFolder()
  const narthex = await startIn(dataDir)
  try {
    await messagesAtRest(narthex.url)
  } finally {
    await narthex.stop()
  }
  project.provide('preparedDemo', dataDir)
  return () => rmSync(dataDir, { recursive: true, force: true })
}

type Sent = { items: { counts: Record<'queued' | 'sent', number> }[] }

/** The sandbox forgets at a stop: a receipt that is under way then would never come. */
async function messagesAtRest(url: string): Promise<void> {
  const headers = { cookie: await cookieOf(url, '/api/identity/session', { userName: 'admin@grace.example' }) }
  await until(async () => {
    const { items } = (await (await fetch(`${url}/api/messaging/sms/sent`, { headers })).json()) as Sent
    return items.length > 0 && items.every(({ counts }) => counts.queued + counts.sent === 0)
  }, 60)
}
