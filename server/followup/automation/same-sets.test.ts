import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Action, Definition } from '#contract/followup/automation-rules.ts'
import { chanceFrom } from '../../demo/crowd/chance.ts'
import { addPersons, optOut } from '../../people/index.ts'
import { automationDesk, task, text } from '../../test-kit/automation-desk.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { changeStage, noteVisits } from '../newcomers/index.ts'
import { runAutomation } from './index.ts'

/** Churches with a past of their own each; `HISTORIES=100` for many. */
const CHURCHES = Number(process.env['HISTORIES'] ?? 1)
const DAYS = 50
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ZONES = ['Africa/Lagos', 'America/New_York', 'Pacific/Kiritimati']

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
})
afterAll(() => app.stop())

const said = (after: number): Action => (text.act === 'sms' ? { ...text, after } : text)
const rulesOf = (seed: number): Definition[] => {
  const repeat = (['once', 'per_visit', 'every'] as const)[seed % 3] ?? 'once'
  const conditions: Definition['conditions'] = [{ fact: 'gender', gender: 'female' }]
  return [
    { trigger: { kind: 'first_visit' }, conditions, actions: [said(120), task], repeat: 'once' },
    { trigger: { kind: 'second_visit' }, conditions: [], actions: [said(2 * 1440)], repeat },
    { trigger: { kind: 'no_visit', weeks: 2 }, conditions: [], actions: [said(0), { ...task, after: 1440 }], repeat },
    { trigger: { kind: 'stage', stageId: 4 }, conditions, actions: [said(60)], repeat },
    { trigger: { kind: 'birthday' }, conditions: [], actions: [said(0)], repeat },
  ]
}

type Chance = ReturnType<typeof chanceFrom>
type Place = { church: Church; chance: Chance; people: string[] }
const whole = (chance: Chance, below: number): number => Math.floor(chance.next() * below)

/** A day of the church: somebody comes for the first time, somebody again, somebody is moved. */
async function live({ church, chance, people }: Place, at: Date, timeZone: string): Promise<void> {
  const { tenantId } = church
  const day = at.toLocaleDateString('en-CA', { timeZone })
  await app.server.context.database.withTenant(tenantId, async (tx) => {
    if (chance.next() < 0.6) {
      const [id] = await addPersons(tx, tenantId, [newPerson(chance, day)], at)
      if (id) people.push(id)
    }
    const known = people.filter(() => chance.next() < 0.12)
    if (known.length > 0)
      await noteVisits(tx, tenantId, { personIds: known, at, how: 'attendance', eventId: null, by: null })
    for (const personId of people.filter(() => chance.next() < 0.03))
      await changeStage(tx, { tenantId, by: null, at }, { personId, stageId: chance.pick([1, 4]) })
  })
}

const newPerson = (chance: Chance, joinedOn: string) => ({
  firstName: 'Guest',
  lastName: `${whole(chance, 1_000)}`,
  kind: 'first_timer' as const,
  joinedOn,
  phone: chance.next() < 0.8 ? `+23480355${String(10_000 + whole(chance, 25)).padStart(5, '0')}` : null,
  gender: chance.pick(['female', 'male'] as const),
  birthDay: 1 + whole(chance, 28),
  birthMonth: 1 + whole(chance, 12),
  birthYear: 1960 + whole(chance, 60),
  email: null,
  maritalStatus: null,
  address: null,
})

/** How often the rules look, so that none of their messages is too late. */
const LOOKS_HOURS = [18, 12, 6, 0]

/** Some weeks, as far as now, at any hour of each day; the rules look before and after whatever happens, and four times a day. */
async function liveAndRun(place: Place, now: Date, timeZone: string): Promise<void> {
  const lookAt = (at: Date) => runAutomation({ ...app.server.context, clock: { now: () => at } })
  for (let day = DAYS; day >= 0; day -= 1) {
    const end = now.getTime() - day * DAY_MS
    const at = new Date(end - whole(place.chance, 24) * HOUR_MS)
    const looks = LOOKS_HOURS.map((hours) => new Date(end - hours * HOUR_MS))
    for (const before of looks.filter((look) => look < at)) await lookAt(before)
    await lookAt(new Date(at.getTime() - 1000))
    if (day > 8) await live(place, at, timeZone)
    for (const after of looks.filter((look) => look >= at)) await lookAt(after)
  }
}

test(`what rules did in the generated past of a church (${CHURCHES}) is what their dry runs say, person by person`, async () => {
  for (let seed = 1; seed <= CHURCHES; seed += 1) {
    const timeZone = ZONES[seed % ZONES.length] ?? 'UTC'
    const church = await app.buildChurch({ units: 5_000, timeZone })
    const desk = automationDesk(app, church)
    const ids: string[] = []
    for (const rule of rulesOf(seed)) ids.push(await desk.alive(rule))
    const now = app.clock.now()
    const past = new Date(now.getTime() - 89 * DAY_MS)
    await app.look(
      `update automation_rule set switched_at = $2, looked_until = $2,
        look_at = case when waits_for in ('no_visit', 'birthday') then $2::timestamptz end where tenant_id = $1`,
      [church.tenantId, past],
    )
    await app.look(`insert into automation_setting (tenant_id, units_a_day) values ($1, 100000)`, [church.tenantId])
    await app.server.context.database.withTenant(church.tenantId, (tx) =>
      optOut(tx, church.tenantId, { channel: 'sms', address: '+2348035510003', source: 'desk', at: past }),
    )
    await liveAndRun({ church, chance: chanceFrom(seed), people: [] }, now, timeZone)
    let done = 0
    for (const id of ids) {
      const real = await realSet(id)
      const { met } = await desk.dryRun(id)
      const tried = met.flatMap(({ personId, acts }) =>
        acts.map(({ kind, reason, units }) => [personId, kind, reason ?? 'done', units].join(' ')),
      )
      expect(tried.toSorted()).toEqual(real)
      done += real.length
    }
    expect(done).toBeGreaterThan(20)
  }
}, 600_000)

/** What is not due yet is counted as what it is to be. */
async function realSet(ruleId: string): Promise<string[]> {
  const rows = await app.look(
    `select person_id, kind, units,
      case when state = 'waiting' and reason is null then 'done' else coalesce(reason, state) end as what
    from automation_act where rule_id = $1`,
    [ruleId],
  )
  return rows.map((row) => [row['person_id'], row['kind'], row['what'], row['units']].join(' ')).toSorted()
}
