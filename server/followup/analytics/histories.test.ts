import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  listFigurePeople,
  readFirstTimerFigures,
  readFirstTimerMonths,
  type Figure,
  type GuestFigures,
} from '#contract/followup/analytics.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { historyOf, writeHistory, type HistoryPerson } from '../../test-kit/guest-histories.ts'
import {
  bandOf,
  daysToSecond,
  easters,
  guestsAmong,
  hasReached,
  hasReturned,
  oracleFigures,
  oracleMonths,
  plusDays,
  wallDay,
  type Asked,
} from '../../test-kit/guest-oracle.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

/** Churches with a history of their own each: as many as fit into some seconds; `npm run histories` takes a thousand. */
const CHURCHES = Number(process.env['HISTORIES'] ?? 12)
const PATIENCE_MS = 60_000 + CHURCHES * 5_000
const ZONES = ['Africa/Lagos', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']
const PERIODS = ['30', '90', '120', '365'] as const

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
})
afterAll(() => app.stop())

type Told = { church: Church; people: HistoryPerson[]; today: string; owners: (string | null)[] }

async function tell(seed: number): Promise<Told> {
  const timeZone = ZONES[seed % ZONES.length] ?? 'UTC'
  const church = await app.buildChurch({ timeZone })
  const [account] = await app.look('select id from account where tenant_id = $1', [church.tenantId])
  const ownerId = String(account?.['id'])
  const today = wallDay(timeZone, app.clock.now())
  const people = historyOf(seed, today, [ownerId])
  await writeHistory(app.look, church.tenantId, people)
  return { church, people, today, owners: [null, 'none', ownerId] }
}

/** An answer without what has no counterpart in the oracle: names and the order of the lists. */
const plain = ({ stages, inflow, interest, sources, ...rest }: GuestFigures) => ({
  guests: rest.guests,
  returned: rest.returned,
  activities: rest.activities,
  stages: stages.map(({ id, guests }) => ({ id, guests })),
  inflow: { by: inflow.by, columns: inflow.parts.map(({ from, until, guests }) => ({ from, until, guests })) },
  interest: Object.fromEntries(interest.map(({ answer, guests }) => [`${answer}`, guests])),
  sources: Object.fromEntries(sources.map(({ id, guests, returned }) => [`${id}`, [guests, returned]])),
  secondVisit: rest.secondVisit,
  firstContact: rest.firstContact,
})

const shiftFor = (until: string, compare: 'last_year' | 'easter'): number => {
  if (compare === 'last_year') return 364
  const year = Number(until.slice(0, 4))
  return (Date.parse(easters[`${year}`] ?? '') - Date.parse(easters[`${year - 1}`] ?? '')) / 86_400_000
}

async function checkFigures({ church, people, today, owners }: Told, turn: number): Promise<Asked> {
  const days = PERIODS[turn % PERIODS.length] ?? '30'
  const owner = owners[turn % owners.length] ?? null
  const compare = turn % 2 === 0 ? 'last_year' : 'easter'
  const asked = { today, from: plusDays(today, 1 - Number(days)), until: today, owner, asOf: today }
  const query = { days, compare, ...(owner && { owner }) } as const
  const { body } = await app.call(readFirstTimerFigures, { query }, { token: church.admin.token })
  expect(plain(body)).toEqual(oracleFigures(people, asked))
  const shift = shiftFor(today, compare)
  const [from, until, asOf] = [asked.from, today, today].map((day) => plusDays(day, -shift))
  const before = oracleFigures(people, { ...asked, from: from ?? '', until: until ?? '', asOf: asOf ?? '' })
  expect(body.before).toMatchObject({ from, until, asOf, guests: before.guests, returned: before.returned })
  expect(body.inflow.parts.reduce((sum, part) => sum + (part.before ?? 0), 0)).toBe(before.guests)
  return asked
}

async function idsBehind(church: Church, figure: Figure): Promise<string[]> {
  const ids: string[] = []
  let total = -1
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: Figure & { limit: number; cursor?: string } = { ...figure, limit: 40, ...(cursor && { cursor }) }
    const { body } = await app.call(listFigurePeople, { query }, { token: church.admin.token })
    ids.push(...body.items.map(({ id }) => id))
    cursor = body.nextCursor
    total = body.total
  }
  expect(total).toBe(ids.length)
  return ids
}

type Narrowing = [part: Partial<Figure>, belongs: (person: HistoryPerson, asOf: string) => boolean]
const narrowings: Narrowing[] = [
  [{}, () => true],
  [{ returned: 'yes' }, hasReturned],
  [{ secondVisit: 'yes' }, (person, asOf) => daysToSecond(person, asOf) !== null],
  [{ within: '30' }, (person, asOf) => (daysToSecond(person, asOf) ?? Infinity) <= 30],
  [{ stage: 3 }, (person) => hasReached(person, 3)],
  [{ stage: 1 }, () => true],
  [{ interest: '2' }, ({ interest }) => interest === 2],
  [{ interest: 'none' }, ({ interest }) => interest === null],
  [{ source: '2', returned: 'yes' }, (person, asOf) => person.sourceId === 2 && hasReturned(person, asOf)],
  [{ source: 'none' }, ({ sourceId }) => sourceId === null],
  [{ contact: 'within24' }, (person) => bandOf(person) === 'within24'],
  [{ contact: 'later' }, (person) => bandOf(person) === 'later'],
  [{ contact: 'waiting' }, (person) => bandOf(person) === 'waiting'],
  [{ contact: 'started' }, ({ clockFrom }) => clockFrom !== null],
]

test(
  `the figures of ${CHURCHES} churches are those that are counted by hand, and so are the people behind them`,
  async () => {
    for (let seed = 1; seed <= CHURCHES; seed += 1) {
      const told = await tell(seed)
      const asked = await checkFigures(told, seed)
      for (let turn = 0; turn < 4; turn += 1) {
        const [part, belongs] = narrowings[(seed * 4 + turn) % narrowings.length] ?? [{}, () => true]
        const { from, until, owner } = asked
        const ids = await idsBehind(told.church, { from, until, ...(owner && { owner }), ...part })
        const wanted = guestsAmong(told.people, asked).filter((person) => belongs(person, asked.asOf))
        expect(ids.toSorted()).toEqual(wanted.map(({ id }) => id).toSorted())
      }
      const { body } = await app.call(readFirstTimerMonths, { query: {} }, { token: told.church.admin.token })
      const months = body.months.map(({ from, guests, within }) => ({
        month: from.slice(0, 7),
        guests,
        within: within.map(({ people }) => people),
      }))
      expect(months).toEqual(oracleMonths(told.people, { today: told.today, owner: null }))
    }
  },
  PATIENCE_MS,
)
