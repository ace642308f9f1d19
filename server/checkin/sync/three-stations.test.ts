import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyCustody } from '#contract/checkin/custody.ts'
import type { EventRow } from '#contract/checkin/events.ts'
import { audit, faultsOf } from '../../test-kit/audit-store.ts'
import { unlessLost } from '../../test-kit/lost-answers.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'
import { take } from '../../test-kit/sunday-acts.ts'
import { as, close, openDay, renew, type Day, type Device } from '../../test-kit/sunday-day.ts'
import { anyStep } from '../../test-kit/sunday-steps.ts'
import { holdingOf } from '#web/checkin/offline/queue.ts'
import { actOf, type KeptAct } from '#web/checkin/offline/station-state.ts'
import { bringActs } from '#web/checkin/offline/sync-loop.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

/** Everything is brought; then what the stations did is held against what the server has. */
async function expectNothingLost(day: Day): Promise<void> {
  for (const device of day.devices) await bringActs(device.queue, device.line('none'))
  expect(faultsOf(await audit(app.look))).toEqual([])
  expect((await app.call(verifyCustody, {}, as(day))).body).toMatchObject({ intact: true, broken: [] })
  const people = new Map<string, string>()
  const codes = new Map<string, string>()
  for (const device of day.devices) await expectTaken(day, device, { people, codes })
  await expectNothingLate(day)
  await expectNothingUntold(day)
  await expectNothingIdle(day)
  for (const device of day.devices) {
    await renew(device, day, 'none')
    expect(holdingOf(await device.queue.read())?.renewal).toBeGreaterThan(0)
  }
}

/** A call that hung and arrives after its act changes nothing; a refusal stands in the log once. */
async function expectNothingLate({ event, late, refusals }: Day): Promise<void> {
  const standing = () =>
    app.look(
      `select person_id, class_id, checked_in_at, checked_out_at from registration_child where event_id = $1 order by 1`,
      [event.id],
    )
  const before = await standing()
  for (const ask of late) {
    const { status, body } = await ask()
    // What was answered once is answered again.
    if (status !== 200) expect(body.code).toBe('idempotency_key_reused')
  }
  expect(await standing()).toEqual(before)
  const noted = await app.look(
    `select details ->> 'press' as press, count(*)::integer as entries,
       count(distinct (person_id, details ->> 'reason'))::integer as different
     from custody_entry where event_id = $1 and act = 'release_refused' and details ? 'press' group by 1`,
    [event.id],
  )
  expect(noted.filter(({ entries, different }) => entries !== different)).toEqual([])
  expect(noted.map(({ press }) => press)).toEqual(expect.arrayContaining(refusals))
}

/** Nobody goes home twice without having come again, and whom a station let go and the server did not, a leader has to settle. */
async function expectNothingUntold({ event, devices }: Day): Promise<void> {
  const twice = await app.look(
    `select * from (
       select person_id, act, lag(act) over (partition by person_id order by number) as before from custody_entry
       where event_id = $1 and act in ('checked_in', 'checked_out')
     ) x where act = 'checked_out' and before is distinct from 'checked_in'`,
    [event.id],
  )
  expect(twice).toEqual([])
  const untold = await app.look(
    `select number from custody_entry e where event_id = $1 and act in ('left_unauthorised', 'conflict')
       and not exists (select from custody_incident i where i.event_id = e.event_id and i.number = e.number)`,
    [event.id],
  )
  expect(untold).toEqual([])
  for (const { stationId } of devices) {
    const refused = await app.look(
      `select number from station_act where station_id = $1 and kind = 'check_out' and outcome ->> 'outcome' = 'refused'`,
      [stationId],
    )
    const told = await app.look(
      `select number from custody_entry where event_id = $1 and station_id = $2 and act in ('left_unauthorised', 'conflict')`,
      [event.id, stationId],
    )
    expect(told.length).toBeGreaterThanOrEqual(refused.length)
  }
}

/** Closed stations hold nothing, whatever they asked for before. */
async function expectNothingIdle(day: Day): Promise<void> {
  const { church, event, devices } = day
  for (const device of devices) {
    await close(device, 'none')
    await close(device, 'none')
    for (const ask of device.late) await unlessLost(ask())
    const state = await device.queue.state()
    expect([...(state?.placesLeft.values() ?? [])].filter((places) => places !== null && places > 0)).toEqual([])
  }
  const held = await app.look(
    `select (select count(*)::integer from station_lease where tenant_id = $1) as leases,
       (select sum(leased)::integer from event_class where event_id = $2) as leased,
       (select count(*)::integer from day_code
         where tenant_id = $1 and station_id is not null and registration_id is null) as codes`,
    [church.tenantId, event.id],
  )
  expect(held).toEqual([{ leases: 0, leased: 0, codes: 0 }])
}

type Seen = { people: Map<string, string>; codes: Map<string, string> }

async function expectTaken({ event }: Day, { stationId, line, queue }: Device, seen: Seen): Promise<void> {
  const taken = await app.look('select number, kind, outcome from station_act where station_id = $1 order by number', [
    stationId,
  ])
  expect(taken.map((row) => row['number'])).toEqual(taken.map((_, place) => place + 1))
  const { pack, acts } = await queue.read()
  expect(taken.length).toBeGreaterThanOrEqual(Math.max(pack?.applied ?? 0, ...acts.map((act) => act.number)))
  const { outcomes } = await line('none').sync(
    acts.map(({ outcome: _outcome, ...act }) => act),
    [],
  )
  expect(outcomes.map((outcome) => outcome.number)).toEqual(acts.map((act) => act.number))
  for (const act of acts) await expectDone(event, { act, ids: idsOf(taken), seen })
}

const idsOf = (taken: readonly Record<string, unknown>[]): Record<string, string> =>
  Object.assign({}, ...taken.map((row) => (row['outcome'] as { ids: Record<string, string> | null }).ids ?? {}))

async function expectDone(
  event: EventRow,
  { act: kept, ids, seen }: { act: KeptAct; ids: Record<string, string>; seen: Seen },
) {
  const { outcome } = kept
  const act = actOf(kept)
  const notDone = outcome?.notDone ?? []
  const real = (id: string) => ids[id] ?? id
  if (outcome?.outcome !== 'done') expect(outcome?.reason).not.toBeNull()
  if (act.kind === 'close' || act.kind === 'refuse' || act.kind === 'reprint')
    return expect(outcome?.outcome).toBe('done')
  if (act.kind === 'check_out') return
  const left = act.children.filter(({ personId }) => notDone.includes(personId))
  // Whoever was given a place of the station is in; others may have been cancelled meanwhile.
  expect(left.filter((child) => !('leased' in child) || child.leased)).toEqual([])
  if (left.length > 0) expect(outcome?.reason).toBe('class_full')
  for (const { personId } of act.children.filter((child) => !notDone.includes(child.personId))) {
    const [row] = await app.look(
      `select k.registration_id, (select d.registration_id from day_code d where d.tenant_id = k.tenant_id and d.code = $3) as found
       from registration_child k where k.event_id = $1 and k.person_id = $2 and k.checked_in_at is not null`,
      [event.id, real(personId), act.code],
    )
    expect(row).toMatchObject({ found: row?.['registration_id'] ?? 'lost' })
    expect(seen.codes.get(act.code) ?? row?.['registration_id']).toBe(row?.['registration_id'])
    seen.codes.set(act.code, String(row?.['registration_id']))
  }
  if (act.kind !== 'walk_in') return
  for (const { personId, firstName } of act.children) {
    const who = `${act.parent.phone} ${firstName}`
    expect(seen.people.get(who) ?? real(personId)).toBe(real(personId))
    seen.people.set(who, real(personId))
  }
}

const RUNS = Number(process.env['STATION_RUNS'] ?? 4)

test(
  'three stations without a network lose nobody, oversell nothing and double nobody',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 15, maxLength: 60 }), async (steps) => {
        const day = await openDay(app)
        for (const step of steps) await take(day, step)
        await expectNothingLost(day)
      }),
      { numRuns: RUNS, endOnFailure: true },
    )
  },
  RUNS * 20_000,
)
