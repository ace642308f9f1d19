import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { archivePeople, erasePeople, mergePeople, restorePeople, undoChange } from '#contract/people/changes.ts'
import type { Church } from '../../test-kit/build-church.ts'
import { startApp, type TestApp } from '../../test-kit/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ runJobs: false })
})
afterAll(() => app.stop())

const PEOPLE = 6
const build = () => app.buildChurch({ people: Array.from({ length: PEOPLE }, () => ({})) })
const as = ({ admin }: Church) => ({ token: admin.token })
const merge = (church: Church, keep: number, ...others: number[]) => {
  const [keepId = '', ...mergeIds] = [keep, ...others].map((index) => String(church.personIds[index]))
  return app.call(mergePeople, { body: { keepId, mergeIds } }, as(church))
}
const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).sort()

/** Each person is either there, or archived and merged into one who was not merged. */
async function expectSound(church: Church, count: number): Promise<void> {
  const rows = await app.look(
    `select p.id, p.archived_at, p.merged_into, k.merged_into as further, k.id as kept
     from person p left join person k on k.tenant_id = p.tenant_id and k.id = p.merged_into where p.tenant_id = $1`,
    [church.tenantId],
  )
  expect(rows).toHaveLength(count + 1)
  expect(rows.filter((row) => row['further'] !== null)).toEqual([])
  const merged = rows.filter((row) => row['merged_into'] !== null)
  for (const row of merged) expect(row).toMatchObject({ kept: row['merged_into'], archived_at: expect.any(Date) })
  const [size] = await app.look('select people from church_size where tenant_id = $1', [church.tenantId])
  expect(size?.['people']).toBe(rows.filter((row) => row['archived_at'] === null).length)
  const terms = await app.look(
    `select 1 from person_term t join person p on p.tenant_id = t.tenant_id and p.id = t.person_id
     where t.tenant_id = $1 and t.archived <> (p.archived_at is not null)`,
    [church.tenantId],
  )
  expect(terms).toEqual([])
}

describe('merges at the same moment', () => {
  test('of two people into each other: one merge, one refusal', async () => {
    const church = await build()
    for (const [one, other] of [
      [0, 1],
      [2, 3],
      [4, 5],
    ] as const)
      expect(statuses(await Promise.all([merge(church, one, other), merge(church, other, one)]))).toEqual([200, 409])
    await expectSound(church, PEOPLE)
  })

  test('in a chain or a circle leave nobody pointing to somebody merged', async () => {
    const church = await build()
    await Promise.all([merge(church, 0, 1), merge(church, 1, 2), merge(church, 2, 3), merge(church, 3, 0)])
    await expectSound(church, PEOPLE)
  })

  test('whatever is merged, undone, archived and restored, nobody is lost and nothing goes in a circle', async () => {
    const person = fc.nat({ max: PEOPLE - 1 })
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ way: fc.constant('merge' as const), one: person, other: person }) },
      { weight: 2, arbitrary: fc.record({ way: fc.constant('undo' as const), one: person, other: person }) },
      { weight: 1, arbitrary: fc.record({ way: fc.constant('archive' as const), one: person, other: person }) },
      { weight: 1, arbitrary: fc.record({ way: fc.constant('restore' as const), one: person, other: person }) },
    )
    const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(rounds, async (plan) => {
        const church = await build()
        const changes: string[] = []
        for (const round of plan) {
          const replies = await Promise.all(
            round.map(({ way, one, other }) => {
              if (way === 'merge') return merge(church, one, other)
              const change = changes[one % Math.max(1, changes.length)]
              if (way === 'undo')
                return change ? app.call(undoChange, { params: { id: change } }, as(church)) : merge(church, one, other)
              const people = { ids: [one, other].map((index) => String(church.personIds[index])) }
              return app.call(way === 'archive' ? archivePeople : restorePeople, { body: { people } }, as(church))
            }),
          )
          for (const { status, body } of replies) {
            expect(status).toBeLessThan(500)
            if ('changeId' in body && body.changeId) changes.push(body.changeId)
          }
          await expectSound(church, PEOPLE)
        }
      }),
      { numRuns: 12 },
    )
  })

  test('and erasings leave the others sound', async () => {
    const church = await build()
    const { body } = await merge(church, 0, 1, 2)
    await merge(church, 3, 4)
    const ids = church.personIds.slice(0, 5)
    const replies = await Promise.all([
      app.call(archivePeople, { body: { people: { ids: ids.slice(3, 4) } } }, as(church)),
      app.call(erasePeople, { body: { people: { ids: ids.slice(1) } } }, as(church)),
      app.call(undoChange, { params: { id: String(body.changeId) } }, as(church)),
      app.call(erasePeople, { body: { people: { ids: ids.toReversed() } } }, as(church)),
      merge(church, 5, 3),
    ])
    for (const { status } of replies) expect(status).toBeLessThan(500)
    const [left] = await app.look('select count(*)::integer as people from person where tenant_id = $1', [
      church.tenantId,
    ])
    await expectSound(church, Number(left?.['people']) - 1)
  })
})
