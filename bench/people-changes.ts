import { CHANGE_MOST, archivePeople, restorePeople } from '#contract/people/changes.ts'
import { readSession } from '#contract/identity/session.ts'
import { churchOf } from './crowded-church.ts'
import { report } from './figures.ts'
import { startLoad } from './processes.ts'
import { timed, type Stage } from './stage.ts'

/** A change is made while its caller waits. */
const CHANGE_MS = 5_000
const OTHERS_P99_MS = 200
const OTHER_EVERY_MS = 20

/** One change of as many people as one may be for, with another church's calls meanwhile. */
export async function measurePeopleChanges(stage: Stage): Promise<void> {
  const church = await churchOf(stage, CHANGE_MOST - 1)
  const other = await stage.buildChurch({})
  await stage.look('vacuum analyze')
  const admin = await stage.look('select person_id as person from account where tenant_id = $1', [church.tenantId])
  const except = admin.map(({ person }) => String(person))
  const load = startLoad()
  try {
    for (const [name, change, matching] of [
      ['archived', archivePeople, {}],
      ['brought back', restorePeople, { archived: 'yes' as const }],
    ] as const) {
      const watching = load.put({
        urls: [stage.server.url + readSession.path],
        token: other.admin.token,
        everyMilliseconds: OTHER_EVERY_MS,
        milliseconds: CHANGE_MS,
      })
      const { result, ms } = await timed(() =>
        stage.call(change, { body: { people: { matching, except } } }, { token: church.admin.token }),
      )
      const { p99, failures } = await watching
      const { people } = result.body as { people: number }
      report(
        `${people.toLocaleString('en-US')} people ${name}`,
        `${ms} ms (≤ ${CHANGE_MS})`,
        ms <= CHANGE_MS && people === CHANGE_MOST - 1,
      )
      report(
        '  another church meanwhile',
        `p99 ${p99.toFixed(0)} ms (≤ ${OTHERS_P99_MS}), ${failures} failures`,
        p99 <= OTHERS_P99_MS && failures === 0,
      )
    }
  } finally {
    load.stop()
  }
}
