import type { ImportPlan } from '#contract/people/imports.ts'
import { announcement } from '../../platform/announcements.ts'
import type { TenantId, Tx } from '../../platform/database/index.ts'
import type { CheckedPerson } from './check-row.ts'
import { decideKnown, decideRow, skipped, type Decision } from './decide-row.ts'
import { addPersons, writePeople, type NewPerson } from '../persons/index.ts'
import { selectPlanned, selectWritten, updateApplied, type AppliedRecord, type PlannedRow } from './row-store.ts'
import { findKnown, type KnownPeople } from './find-known.ts'
import { endStep, noteDone, noteMadeGroups, takeTurnInChurch, type Growth, type StepBatch } from './import-store.ts'
import { joinGroups, lockGroups, lockGroupsOfNames, makeGroups } from '../groups/index.ts'

/** These people were added by a file. */
export const peopleImported = announcement<{ personIds: string[] }>()

type Joining = { id: string; groups: string[] }

/**
 * Puts people into the groups of their rows, which are made where that was asked for, and into the one for everybody.
 * Answers by person the groups that are new for them. A group that is gone meanwhile is left out.
 */
async function joinGroupsOfRows(
  tx: Tx,
  { tenantId, file, plan }: StepBatch,
  people: readonly Joining[],
): Promise<Map<string, string[]>> {
  const names = [...new Set(people.flatMap(({ groups }) => groups))]
  if (plan.makeGroups && names.length > 0) {
    const made = await makeGroups(tx, tenantId, names)
    if (made.length > 0) await noteMadeGroups(tx, file.id, made)
  }
  const idOf = await lockGroupsOfNames(tx, names)
  const forAll = plan.groupId && (await lockGroups(tx, [plan.groupId])) > 0 ? [plan.groupId] : []
  const members = people.flatMap(({ id: personId, groups }) =>
    [...forAll, ...groups.flatMap((name) => idOf.get(name) ?? [])].map((groupId) => ({ groupId, personId })),
  )
  const joined = await joinGroups(tx, tenantId, members)
  const byPerson = Map.groupBy(joined, ({ personId }) => personId)
  return new Map(Array.from(byPerson, ([personId, each]) => [personId, each.map(({ groupId }) => groupId)]))
}

const ROWS = 500

type Decided = PlannedRow & { decision: Decision }
/** `id`: of the person whom the row added or changed; null: nothing was written. */
type Written = Decided & { id: string | null }

/** Writes the next rows into the church. False when all are written. */
export async function applyBatch(tx: Tx, batch: StepBatch): Promise<boolean> {
  const { file, tenantId, at } = batch
  await takeTurnInChurch(tx, tenantId)
  const rows = await selectPlanned(tx, file.id, { after: file.donePosition, limit: ROWS })
  const last = rows.at(-1)
  if (!last) {
    await endStep(tx, file.id, { state: 'applied', at })
    return false
  }
  const written = await write(tx, batch, await decideAgain(tx, rows, batch))
  const records = await recordsOf(tx, batch, written)
  await updateApplied(tx, file.id, records)
  await noteDone(tx, file.id, { rows: rows.length, last: last.position, growth: growthOf(written) })
  return true
}

/** Since the dry run somebody may have come, gone or changed: those who are there are held and looked at again. */
async function decideAgain(tx: Tx, rows: PlannedRow[], { file, plan }: StepBatch): Promise<Decided[]> {
  const ids = rows.flatMap(({ personId }) => personId ?? [])
  const known = await findKnown(tx, { people: rows.map(({ person }) => person), ids, lock: true })
  const there = rows.flatMap(({ person }) => known.reachedAs(person).map(({ id }) => id))
  const taken = new Set(await selectWritten(tx, file.id, [...new Set([...ids, ...there])]))
  return rows.map((row) => {
    const decision = decideOnce(row, { known, plan, taken })
    if (decision.known && decision.outcome === 'update') taken.add(decision.known.id)
    return { ...row, decision }
  })
}

type Looked = { known: KnownPeople; plan: ImportPlan; taken: ReadonlySet<string> }

function decideOnce({ person, personId }: PlannedRow, { known, plan, taken }: Looked): Decision {
  const meant = known.byId(personId)
  const decision = meant ? decideKnown(person, meant, plan) : decideRow(person, known.reachedAs(person), plan)
  return decision.known && taken.has(decision.known.id) ? skipped('twice_in_file', decision.known) : decision
}

async function write(tx: Tx, { tenantId, plan, today, at }: StepBatch, rows: Decided[]): Promise<Written[]> {
  const added = rows.filter(({ decision }) => decision.outcome === 'add')
  const persons = added.map(({ person }) => newPerson(person, { plan, today }))
  const ids = await addPersons(tx, tenantId, persons, at)
  await peopleImported.announce(tx, { personIds: ids })
  const idOf = new Map(added.map(({ position }, index) => [position, ids[index] ?? null]))
  await writeChanges(tx, tenantId, { rows, at })
  return rows.map((row) => {
    const changed = row.decision.outcome === 'update' ? (row.decision.known?.id ?? null) : null
    return { ...row, id: idOf.get(row.position) ?? changed }
  })
}

const newPerson = (
  { groups: _groups, kind, joinedOn, ...person }: CheckedPerson,
  { plan, today }: { plan: ImportPlan; today: string },
): NewPerson => ({ ...person, kind: kind ?? plan.kind, joinedOn: joinedOn ?? today })

const writeChanges = (tx: Tx, tenantId: TenantId, { rows, at }: { rows: Decided[]; at: Date }): Promise<void> =>
  writePeople(
    tx,
    tenantId,
    rows.flatMap(({ decision: { known, change } }) =>
      known && change ? [{ id: known.id, fields: change.fields }] : [],
    ),
    at,
  )

async function recordsOf(tx: Tx, batch: StepBatch, rows: Written[]): Promise<AppliedRecord[]> {
  const people = rows.flatMap(({ id, person }) => (id === null ? [] : [{ id, groups: person.groups }]))
  const joined = await joinGroupsOfRows(tx, batch, people)
  return rows.map(({ position, id, notes, decision }) => ({
    position,
    outcome: decision.outcome,
    notes: [...decision.notes, ...notes],
    personId: id ?? decision.known?.id ?? null,
    changes: decision.change?.changes ?? [],
    before: id && decision.known ? { fields: fieldsOf(decision.known), groups: joined.get(id) ?? [] } : null,
    joined: id && !decision.known ? (joined.get(id) ?? []) : [],
    version: id === null ? null : (decision.known?.version ?? 0) + 1,
  }))
}

const fieldsOf = ({
  id: _id,
  version: _version,
  isArchived: _archived,
  groups: _groups,
  ...fields
}: NonNullable<Decision['known']>) => fields

/** What was planned is counted already: rows that turned into something else move. */
function growthOf(rows: Written[]): Growth {
  const growth: Growth = {}
  for (const { outcome, decision } of rows) {
    if (decision.outcome === 'add') growth.added = (growth.added ?? 0) + 1
    growth[outcome] = (growth[outcome] ?? 0) - 1
    growth[decision.outcome] = (growth[decision.outcome] ?? 0) + 1
  }
  return growth
}
