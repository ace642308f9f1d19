/**
 * Finding people in a church of a million: `node bench/people-search.ts [people]`. Makes a throw-away database, fills it
 * through `addPersons`, and times the searches inside a transaction under row-level security, as the API runs them.
 */
import { chanceFrom } from '#server/demo/crowd/chance.ts'
import { nigerianNames } from '#server/demo/crowd/names.ts'
import { addPersons, type NewPerson } from '#server/people/index.ts'
import { peopleSummary } from '#server/people/persons/people-summary.ts'
import { listPeople, searchUsers } from '#server/people/persons/list-people.ts'
import type { Tx } from '#server/platform/database/index.ts'
import { openStage, type Stage } from './stage.ts'

const PEOPLE = Number(process.argv[2] ?? 1_000_000)
const ELSEWHERE = 100_000
const AT_ONCE = 50_000
const RUNS = 40
const WARM_UP = 5
const PAGES_DEEP = 1_000

const stage = await openStage()
const chance = chanceFrom(7)
const church = await fillChurch(PEOPLE)
await fillChurch(ELSEWHERE)
await stage.look('vacuum analyze')

console.log(
  `\n${PEOPLE.toLocaleString('en-US')} people, ${ELSEWHERE.toLocaleString('en-US')} in another church; milliseconds, ${RUNS} runs each`,
)
for (const text of [
  'ade',
  'oka',
  'ngo',
  'Ọkáfọ̀r',
  'Ọkáfọ̀r Ngọzi',
  'ade oke',
  'adebayo balogun',
  'zainab kofarmata',
  'ade zainab',
  '0803',
  '+234 803 00',
  '08030012345',
  'person12345@',
])
  await time(`GetSearchedUSers  ${text}`, async (tx) => (await searchUsers(tx, text)).length)
for (const query of [
  {},
  { search: 'ade' },
  { search: 'Ọkáfọ̀r' },
  { search: 'adebayo balogun' },
  { search: 'ade oke' },
  { search: 'zz' },
  { search: 'ad' },
  { search: 'a' },
  { search: 'a o' },
  { search: '0803001' },
])
  await time(`people, first page  ${query.search ?? ''}`, async (tx) => (await listPeople(tx, query)).total)
await time('people, first page  first-timers', async (tx) => (await listPeople(tx, { kind: 'first_timer' })).total)
await time(
  'people, first page  first-timers ade',
  async (tx) => (await listPeople(tx, { kind: 'first_timer', search: 'ade' })).total,
)
for (const search of [undefined, 'ade']) {
  const cursor = await turnPages(PAGES_DEEP, search)
  const query = { cursor, ...(search === undefined ? {} : { search }) }
  await time(`people, page ${PAGES_DEEP}  ${search ?? ''}`, async (tx) => (await listPeople(tx, query)).items.length)
}
await time('summary of the dashboard', async (tx) => (await peopleSummary(tx, 'Africa/Lagos', new Date())).people)
await stage.close()

async function fillChurch(people: number): Promise<Awaited<ReturnType<Stage['buildChurch']>>> {
  const made = await stage.buildChurch({})
  const started = performance.now()
  for (let count = 0; count < people; count += AT_ONCE) {
    const persons = Array.from({ length: Math.min(AT_ONCE, people - count) }, (_, index) => personOf(count + index))
    await stage.server.context.database.withTenant(made.tenantId, (tx) =>
      addPersons(tx, made.tenantId, persons, new Date()),
    )
  }
  console.log(
    `${people.toLocaleString('en-US')} people added in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  return made
}

function personOf(index: number): NewPerson {
  const pool = chance.pick(nigerianNames)
  const isUsual = chance.next() < 0.5
  return {
    firstName: isUsual ? chance.pick([...pool.women, ...pool.men]) : unusualName(),
    lastName: isUsual ? chance.pick(pool.families) : unusualName(),
    email: chance.next() < 0.6 ? `person${index}@mail.example` : null,
    phone: chance.next() < 0.9 ? `+234803${String(index).padStart(7, '0')}` : null,
    kind: chance.pick(['member', 'member', 'member', 'first_timer', 'new_convert']),
    joinedOn: new Date(Date.now() - chance.below(730) * 86_400_000).toISOString().slice(0, 10),
  }
}

/** The demo's lists hold a few hundred names; a million people have many more. */
function unusualName(): string {
  const syllables = ['ba', 'chi', 'do', 'fe', 'gu', 'ka', 'lo', 'mi', 'nu', 'o', 'ra', 'se', 'ti', 'wa', 'yo', 'zu']
  return Array.from({ length: 3 + chance.below(2) }, () => chance.pick(syllables)).join('')
}

async function time(what: string, work: (tx: Tx) => Promise<number>): Promise<void> {
  const times: number[] = []
  let answer = 0
  for (let run = 0; run < RUNS + WARM_UP; run += 1) {
    await stage.server.context.database.withTenant(church.tenantId, async (tx) => {
      const started = performance.now()
      answer = await work(tx)
      if (run >= WARM_UP) times.push(performance.now() - started)
    })
  }
  const [p50, p95] = [0.5, 0.95].map(
    (share) => times.toSorted((one, other) => one - other)[Math.floor(times.length * share)] ?? 0,
  )
  console.log(
    `${what.padEnd(40)} p50 ${p50?.toFixed(1).padStart(7)}  p95 ${p95?.toFixed(1).padStart(7)}  found ${answer}`,
  )
}

async function turnPages(pages: number, search: string | undefined): Promise<string> {
  let cursor = ''
  for (let page = 1; page < pages; page += 10) {
    const query = { limit: 100, ...(cursor ? { cursor } : {}), ...(search === undefined ? {} : { search }) }
    const { nextCursor } = await stage.server.context.database.withTenant(church.tenantId, (tx) =>
      listPeople(tx, query),
    )
    cursor = nextCursor ?? cursor
  }
  return cursor
}
