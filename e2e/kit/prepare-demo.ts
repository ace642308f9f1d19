import type { TestProject } from 'vitest/node'
import { closeTemplate, copyTemplate, databaseUrl, dropDatabase } from '#server/test-kit/cluster/database-store.ts'
import { liftHours } from '#server/test-kit/lift-hours-store.ts'
import { openQuery } from '#server/test-kit/query-store.ts'
import { cheapenPasswords } from '#server/test-kit/passwords-store.ts'
import { until } from '#server/test-kit/until.ts'
import { setClockOfPreparedDemo } from './clock.ts'
import { DEMO, startHere } from './narthex.ts'
import { cookieOf, PASSWORD } from './sign-in.ts'

/**
 * Builds the page and makes the demo once, as it stands when its messages have arrived; each file of browser tests begins with
 * a copy. Tests without a browser run meanwhile, so this does not wait for it: `openStage` does.
 */
export default async function prepareDemo(project: TestProject): Promise<() => Promise<void>> {
  const { adminUrl } = project.getProvidedContext()
  await copyTemplate(adminUrl, DEMO)
  const prepared = makeDemo(adminUrl).catch(async (error: unknown) => {
    console.error('The demo for the browser tests could not be made.', error)
    process.exitCode = 1
    await dropDatabase(adminUrl, DEMO)
  })
  return () => prepared
}

async function makeDemo(adminUrl: string): Promise<void> {
  await setClockOfPreparedDemo(databaseUrl(adminUrl, DEMO))
  const narthex = await startHere(databaseUrl(adminUrl, DEMO))
  try {
    const look = openQuery(databaseUrl(adminUrl, DEMO))
    await liftHours(look)
    await cheapenPasswords(look, PASSWORD)
    await look.close()
    await messagesAtRest(narthex.url)
  } finally {
    await narthex.stop()
  }
  await closeTemplate(adminUrl, DEMO)
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
