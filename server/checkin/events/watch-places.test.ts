import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EventRow } from '#contract/checkin/events.ts'
import { register } from '#contract/checkin/registration.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { buildEvent, classId } from '../../test-kit/build-event.ts'
import { buildFamily, type Family } from '../../test-kit/build-family.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
let church: Church
let family: Family
let event: EventRow
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())
beforeEach(async () => {
  church = await app.buildChurch()
  family = await buildFamily(app, church)
  event = await buildEvent(app, church, {
    classes: [
      { name: 'Toddlers', capacity: 3 },
      { name: 'Teens', capacity: null },
    ],
  })
})

const leaving: AbortController[] = []
const open = async (eventId = event.id, { token } = family) => {
  const stop = new AbortController()
  leaving.push(stop)
  return fetch(`${app.url}/api/checkin/events/${eventId}/places`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  })
}

/** The messages of a stream, as they come. */
async function* messagesOf(reply: Response): AsyncGenerator<number | null | undefined> {
  let text = ''
  for await (const part of reply.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
      text = text.slice(end + 2)
      if (data) yield (JSON.parse(data) as { placesLeft: number | null }[])[0]?.placesLeft
    }
  }
}

test('the places come at once, and again when they have changed, to everybody who watches', async () => {
  const watchers = [messagesOf(await open()), messagesOf(await open())]
  for (const watcher of watchers) expect((await watcher.next()).value).toBe(3)
  const children = [{ personId: family.childIds[0] ?? '', classId: classId(event, 'Toddlers') }]
  await app.call(register, { params: { id: event.id }, body: { children } }, { token: family.token })
  for (const watcher of watchers) expect((await watcher.next()).value).toBe(2)
})

test('an event of another church is not found, and who watches too much is refused', async () => {
  const other = await buildEvent(app, await app.buildChurch())
  const refused = async (reply: Response) => ((await reply.json()) as { code: string }).code
  expect(await refused(await open(other.id))).toBe('not_found')
  for (let count = 0; count < 5; count += 1) expect((await open()).status).toBe(200)
  expect(await refused(await open())).toBe('busy')
  for (const stop of leaving) stop.abort()
  await expect.poll(async () => (await open()).status).toBe(200)
})

test('a server that stops does not wait for those who watch', async () => {
  const own = await startApp({ runJobs: false })
  const theirs = await own.buildChurch()
  const [listener, watched] = [await buildFamily(own, theirs), await buildEvent(own, theirs)]
  const reply = await fetch(`${own.url}/api/checkin/events/${watched.id}/places`, {
    headers: { authorization: `Bearer ${listener.token}` },
  })
  const ended = reply.text()
  await own.stop()
  expect(await ended).toMatch(/^retry: 3000\n\n/)
})
