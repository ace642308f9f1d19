import { getCurrentSignedInUser, login } from '#contract/identity/session.ts'
import { startSilentProxy, type SilentProxy } from '#server/test-kit/silent-proxy.ts'
import { until } from '#server/test-kit/until.ts'
import { report } from './figures.ts'
import { openStage, timed, type Stage } from './stage.ts'

/** Everybody is told within this that the database is away, and served within this once it is back. */
const TOLD_MS = 5_000
/** Once the outage is known nobody waits for it any more. */
const TOLD_LATER_MS = 2_000
const PEOPLE = 40
const LATER_PEOPLE = 200
const WARM_CONNECTIONS = 20

/**
 * How soon everybody is answered while the network to the database swallows everything, and while PostgreSQL starts anew
 * after kill -9, and how soon the server works again. That nothing is lost the tests show.
 */
export async function measureOutages(): Promise<void> {
  console.log('\noutages of the database')
  let proxy: SilentProxy | undefined
  const stage = await openStage({ RUN_JOBS: 'no' }, async (ownerUrl) => {
    proxy = await startSilentProxy(ownerUrl)
    return proxy.ownerUrl
  })
  try {
    const ask = await askerOf(stage)
    await Promise.all(Array.from({ length: WARM_CONNECTIONS }, ask.whoAmI))
    proxy?.setSilent(true)
    tell('a silent network: the first answers', TOLD_MS, await all(PEOPLE, ask))
    tell('a silent network: later answers', TOLD_LATER_MS, await all(LATER_PEOPLE, ask))
    proxy?.setSilent(false)
    await tellRecovery('the network speaks again: until served', ask)
    process.kill(stage.postmasters[0] ?? 0, 'SIGKILL')
    tell('PostgreSQL killed: the first answers', TOLD_MS, await all(PEOPLE, ask))
    await tellRecovery('PostgreSQL killed: until served', ask)
  } finally {
    proxy?.setSilent(false)
    await stage.close()
    await proxy?.close()
  }
}

type Asker = { whoAmI: () => Promise<number>; signIn: () => Promise<number> }

async function askerOf({ buildChurch, call }: Stage): Promise<Asker> {
  const { admin } = await buildChurch({})
  const { token, email: userName, password } = admin
  return {
    whoAmI: async () => (await call(getCurrentSignedInUser, {}, { token })).status,
    signIn: async () => (await call(login, { body: { userName, password } })).status,
  }
}

type Answer = { result: number; ms: number }

const all = (people: number, { whoAmI, signIn }: Asker): Promise<Answer[]> =>
  Promise.all([...Array.from({ length: people }, () => timed(whoAmI)), timed(signIn)])

function tell(what: string, most: number, answers: readonly Answer[]): void {
  const longest = Math.max(...answers.map(({ ms }) => ms))
  const statuses = [...new Set(answers.map(({ result }) => result))].join(', ')
  report(what, `${answers.length} answers (${statuses}), longest ${longest} ms (≤ ${most})`, longest <= most)
}

async function tellRecovery(what: string, { whoAmI }: Asker): Promise<void> {
  const { ms } = await timed(() => until(async () => (await whoAmI()) === 200, 60))
  report(what, `${ms} ms (≤ ${TOLD_MS})`, ms <= TOLD_MS)
}
