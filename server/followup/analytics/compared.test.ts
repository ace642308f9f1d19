import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFirstTimerFigures } from '#contract/followup/analytics.ts'
import { plusDays, wallDay } from '../../test-kit/guest-oracle.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false, fromMorning: true })
})
afterAll(() => app.stop())

type Line = [personId: string | undefined, day: string, kind: 'contact' | 'message' | 'note' | 'stage', after?: string]

const writeLog = (tenantId: string, lines: readonly Line[]) =>
  app.look(
    `insert into followup_log (tenant_id, id, person_id, at, kind, channel, after)
     select $1, gen_random_uuid(), l->>0, ((l->>1) || ' 23:30')::timestamp at time zone 'Africa/Lagos', l->>2,
       case when l->>2 in ('contact', 'message') then 'call' end, l->>3
     from jsonb_array_elements($2::jsonb) l`.replace('l->>0', '(l->>0)::uuid'),
    [tenantId, JSON.stringify(lines)],
  )

test('what was done and how far they had come is compared as it was a year ago, not as it is today', async () => {
  const today = wallDay('Africa/Lagos', app.clock.now())
  const [then, later] = [plusDays(today, -364), plusDays(today, -363)]
  const people = ['Hauwa', 'Efua', 'Amina'].map((firstName) => {
    return { firstName, kind: 'first_timer' as const, joinedOn: plusDays(today, -370) }
  })
  const church = await app.buildChurch({ people })
  const [one, other] = church.personIds
  await writeLog(church.tenantId, [
    [one, plusDays(today, -369), 'contact'],
    [one, then, 'message'],
    [one, then, 'note'],
    [one, later, 'contact'],
    [one, then, 'stage', '4'],
    [one, then, 'stage', '2'],
    [other, plusDays(today, -369), 'stage', '2'],
    [other, later, 'stage', '5'],
  ])
  const query = { compare: 'last_year' as const }
  const { body } = await app.call(readFirstTimerFigures, { query }, { token: church.admin.token })
  expect(body.guests).toBe(0)
  expect(body.before).toMatchObject({ asOf: then, guests: 3, activities: 2 })
  expect(body.before?.stages.map(({ guests }) => guests)).toEqual([3, 2, 1, 1, 0])
})
