import { afterAll, beforeAll, expect, test } from 'vitest'
import { once } from 'node:events'
import net from 'node:net'
import { cloneDatabase, type TestDatabase } from './test-kit/cluster/database.ts'
import { freePort } from './test-kit/free-port.ts'
import { runMain, type RunningMain } from './test-kit/run-main.ts'
import { startSilentProxy, type SilentProxy } from './test-kit/silent-proxy.ts'
import { until } from './test-kit/until.ts'

let database: TestDatabase
let port = 0
let databasePort = 0
beforeAll(async () => {
  database = await cloneDatabase()
  port = await freePort()
  databasePort = await freePort()
})
afterAll(() => database.drop())

const run = (path: string): RunningMain =>
  runMain({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: `postgres://narthex@127.0.0.1:${databasePort}${path}`,
  })

const ask = (path: string): Promise<number> =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    ({ status }) => status,
    () => 0,
  )

/** What a sign-in with a wrong password answers: 401 when the server works, 503 while it cannot look. */
const signIn = async (): Promise<number> => {
  const body = JSON.stringify({ userName: 'nobody@church.example', password: 'no password of anybody' })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`http://127.0.0.1:${port}/login`, { method: 'POST', headers, body })).status
}

const sentences = ({ output }: RunningMain): string[] =>
  output()
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [(JSON.parse(line) as { msg: string }).msg] : []))

const again = (why: string): string =>
  `The database in DATABASE_URL does not answer (${why}): is it running, and are host and port right? Trying again until it answers.`
const DOWN = again('ECONNREFUSED')
const HANGING_UP = again('no answer')

/** Hangs up on so many tries to connect to the database. */
async function hangUp(tries: number): Promise<void> {
  const rude = net.createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      tries -= 1
      socket.end()
    })
  })
  rude.listen(databasePort, '127.0.0.1')
  await until(async () => tries <= 0, 60)
  rude.close()
  await once(rude, 'close')
}

test('a server started while its database is down says so once, waits, and works when it comes', async () => {
  const main = run(new URL(database.ownerUrl).pathname)
  let proxy: SilentProxy | null = null
  try {
    await until(async () => (await ask('/healthz')) === 200, 30)
    expect([await ask('/readyz'), await signIn()]).toEqual([503, 503])
    await until(async () => sentences(main).includes(DOWN))
    // From now on something is there, and hangs up.
    await hangUp(4)
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([200, 503])
    // The sign-in that was refused has a line of its own.
    expect(sentences(main).filter((sentence) => sentence !== 'database unavailable')).toEqual([DOWN, HANGING_UP])
    expect(main.output()).not.toContain('Narthex is running')

    proxy = await startSilentProxy(database.ownerUrl, databasePort)
    await until(async () => (await ask('/readyz')) === 200, 30)
    expect(await signIn()).toBe(401)
    expect(sentences(main)).toContain('The database is there; the start goes on.')
    await until(async () => main.output().includes('Narthex is running'))
  } finally {
    main.process.kill('SIGTERM')
    expect((await main.ended()).with).toBe(0)
    await proxy?.close()
  }
}, 90_000)

test('a stop while it waits for the database is heeded', async () => {
  const main = run('/narthex')
  await until(async () => sentences(main).length > 0, 30)
  main.process.kill('SIGTERM')
  // The database never comes, and a stop that runs out of patience ends with 1.
  expect((await main.ended()).with).toBe(0)
}, 60_000)

test('a database that does not exist ends the start with a sentence', async () => {
  const proxy = await startSilentProxy(database.ownerUrl, databasePort)
  const main = run('/nothing_of_this_name')
  expect((await main.ended()).with).toBe(1)
  expect(main.output()).toContain('Narthex cannot start. The database named in DATABASE_URL does not exist')
  await proxy.close()
}, 60_000)
