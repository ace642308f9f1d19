import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { findBinaries } from './binaries.ts'
import { EmbeddedError, findHome, type Home } from './home.ts'
import { initialise, OWNER } from './init.ts'
import { findPostmaster, launch, stopPostmaster, tellToStop, type Postmaster } from './postmaster.ts'
import { ensureDatabase, takeClaim } from './embedded-store.ts'

export { EmbeddedError } from './home.ts'

/** The PostgreSQL that we brought up, or found running without an owner. */
export type Cluster = {
  /** `postgres://narthex@localhost/narthex?host=<folder of the socket>&port=5432`; narthex is its superuser. */
  ownerUrl: string
  urlFor: (database: string, user?: string) => string
  /** The folder it really lives in; not `dataDir` when root's data had to go where PostgreSQL's user reaches it. */
  dataDir: string
  /** It was running already: the process that had started it was killed. */
  adopted: boolean
  /** Stops PostgreSQL, adopted or not; returns once its process is gone. */
  stop: () => Promise<void>
  /** Tells PostgreSQL to stop and does not wait: for a process that ends at once. */
  letGo: () => void
}

type ClusterOptions = {
  dataDir: string
  /** More arguments for `postgres`, such as `-c`, `fsync=off`. */
  flags?: string[]
  /** Is told, in a sentence, when PostgreSQL was lost and when it is back. */
  report?: (sentence: string) => void
}

type Place = { home: Home; native: string; flags: string[] }

// Backends of a killed PostgreSQL need a moment to notice, and so does the claim of a killed owner.
const PATIENCE_MS = 5_000
const CLAIM_PATIENCE_MS = 1_000
const RETRY_MS = 50

/**
 * Brings up the embedded PostgreSQL on a Unix socket, making its cluster first where there is none, and keeps it up
 * until `stop`. Throws EmbeddedError with a sentence for the user.
 */
export async function startCluster({ dataDir, flags = [], report = () => {} }: ClusterOptions): Promise<Cluster> {
  const home = findHome(dataDir)
  const place = { home, native: findBinaries(home.user), flags }
  await initialise(home, place.native, !flags.includes('fsync=off'))
  const { postmaster, adopted } = await bringUp(place)
  const claim = await claimCluster(postmaster, home.dir)
  const keeper = keepUp(place, claim, report)
  const urlFor = (database: string, user = OWNER) => urlOf(postmaster, database, user)
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= keeper.end().then(() => stopPostmaster(home.dir)))
  return { ownerUrl: urlFor(OWNER), urlFor, dataDir: home.dir, adopted, stop, letGo: () => tellToStop(home.dir) }
}

/** The owner's address of the embedded PostgreSQL that another process of ours keeps up; null: none is running. */
export function runningOwnerUrl(dataDir: string): string | null {
  const postmaster = findPostmaster(findHome(dataDir).dir)
  return postmaster?.ready ? urlOf(postmaster, OWNER, OWNER) : null
}

async function bringUp({ home, native, flags }: Place): Promise<{ postmaster: Postmaster; adopted: boolean }> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const running = findPostmaster(home.dir)
    if (running?.ready) return { postmaster: running, adopted: true }
    // One that is not ready is starting, recovering or stopping: it will soon be ready or gone.
    const postmaster = running
      ? undefined
      : await launch(home, native, flags).catch((error: Error) => {
          const passing = /pre-existing shared memory block|lock file .* already exists/.test(error.message)
          if (!passing || Date.now() > deadline) throw error
        })
    if (postmaster) return { postmaster, adopted: false }
    await sleep(RETRY_MS)
  }
}

/** Makes the cluster ours through a connection that holds the claim. */
async function claimCluster(postmaster: Postmaster, dir: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: urlOf(postmaster, 'postgres', OWNER),
    application_name: 'narthex owner',
  })
  client.on('error', () => {})
  await client.connect()
  const deadline = Date.now() + CLAIM_PATIENCE_MS
  while (!(await takeClaim(client))) {
    if (Date.now() > deadline) {
      await client.end()
      throw new EmbeddedError(
        `Another Narthex is already running on ${dir}: stop it first, or give this one another DATA_DIR.`,
      )
    }
    await sleep(RETRY_MS)
  }
  await ensureDatabase(client, OWNER)
  return client
}

/** The loss of the claim's connection is how we learn that PostgreSQL died, adopted or our own: then bring it up again. */
function keepUp(place: Place, first: pg.Client, report: (sentence: string) => void): { end: () => Promise<void> } {
  let ending = false
  let claim = first
  let recovery = Promise.resolve()
  const watch = () =>
    claim.once('end', () => {
      if (!ending) recovery = recover()
    })
  const recover = async () => {
    report('PostgreSQL was lost; bringing it up again.')
    while (!ending) {
      try {
        claim = await claimCluster((await bringUp(place)).postmaster, place.home.dir)
        watch()
        return report('PostgreSQL is back.')
      } catch (error) {
        report((error as Error).message)
        await sleep(PATIENCE_MS / 10)
      }
    }
  }
  watch()
  const end = async () => {
    ending = true
    await recovery
    await claim.end()
  }
  return { end }
}

/** `localhost` only makes it a URL that every parser takes: the socket's folder in `host` is what counts. */
function urlOf({ socketDir, port }: Postmaster, database: string, user: string): string {
  const url = new URL(`postgres://${encodeURIComponent(user)}@localhost/${encodeURIComponent(database)}`)
  url.search = new URLSearchParams({ host: socketDir, port: String(port) }).toString()
  return url.href
}
