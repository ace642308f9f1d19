import { setImmediate } from 'node:timers/promises'
import type { ImportOutcome } from '#contract/people/imports.ts'
import type { Tx } from '../../platform/database/index.ts'
import { checkRow, type CheckedRow, type CheckedPerson } from './check-row.ts'
import { decideRow, skipped, type Decision, keysOf, nameKey, leadingWord, namesFit, nameWords } from './decide-row.ts'
import { selectUnknownGroups } from '../groups/index.ts'
import {
  selectAlreadyMeant,
  selectEarlier,
  selectUnchecked,
  updateChecked,
  type CheckedRecord,
  type UncheckedRow,
} from './row-store.ts'
import { findKnown } from './find-known.ts'
import { type StepBatch, endStep, noteDone, type Growth, type StoredImport } from './import-store.ts'

type Named = { firstName: string; lastName: string }

/** What the rows further up in the file are about. */
type Duplicates = {
  /** Whether a row that is taken is of the same person: the same phone or address, and a name that fits. */
  isDuplicate: (person: CheckedPerson) => boolean
  /** Whether a row that is taken is about the same person of the church. */
  isMeant: (decision: Decision) => boolean
  take: (person: CheckedPerson, decision: Decision) => void
}

/** Looks the rows before a batch up, and remembers those of the batch as they are taken. */
async function findDuplicates(
  tx: Tx,
  { id, donePosition: until }: StoredImport,
  { people, there }: { people: readonly CheckedPerson[]; there: string[] },
): Promise<Duplicates> {
  const named = people.map((person) => ({ ...keysOf(person), word: leadingWord(person) }))
  const phones = named.flatMap(({ phone: key, word }) => (key === null ? [] : [{ key, word }]))
  const marks = named.flatMap(({ mark: key, word }) => (key === null ? [] : [{ key, word }]))
  const names = new Map<string, Named[]>()
  // Hundreds may share a number: each is kept by the words of the name.
  const remember = (key: string | null, one: Named): void => {
    if (key === null) return
    for (const word of nameWords(one)) {
      const place = `${key} ${word}`
      const known = names.get(place)
      if (known) known.push(one)
      else names.set(place, [one])
    }
  }
  for (const { key, ...one } of await selectEarlier(tx, id, { phones, marks, until })) remember(key, one)
  const meant = new Set(await selectAlreadyMeant(tx, id, { personIds: there, until }))
  const isAbout = ({ outcome }: Decision): boolean => outcome === 'update' || outcome === 'same'
  return {
    isDuplicate: (person) => {
      const { phone, mark } = keysOf(person)
      const word = leadingWord(person)
      return [phone, mark].some(
        (key) => key !== null && names.get(`${key} ${word}`)?.some((one) => namesFit(one, person)),
      )
    },
    isMeant: (decision) => isAbout(decision) && meant.has(decision.known?.id ?? ''),
    take: (person, decision) => {
      if (decision.outcome === 'skip') return
      const { phone, mark } = keysOf(person)
      const { firstName, lastName } = person
      remember(phone, { firstName, lastName })
      remember(mark, { firstName, lastName })
      if (isAbout(decision) && decision.known) meant.add(decision.known.id)
    },
  }
}

const ROWS = 500
/** Between two looks at what else the server has to do. */
const ROWS_AT_ONCE = 50

type Positioned = CheckedRow & { position: number }

/** Says of the next rows what will happen to them; nothing of the people changes. False when all are checked. */
export async function checkBatch(tx: Tx, batch: StepBatch): Promise<boolean> {
  const { file, at } = batch
  const rows = await selectUnchecked(tx, file.id, { after: file.donePosition, limit: ROWS })
  const last = rows.at(-1)
  if (!last) {
    await endStep(tx, file.id, { state: 'checked', at })
    return false
  }
  const checked = await withKnownGroups(tx, await checkRows(rows, batch), batch)
  const records = await decide(tx, checked, batch)
  await updateChecked(tx, file.id, records)
  await noteDone(tx, file.id, { rows: rows.length, last: last.position, growth: countOutcomes(records) })
  return true
}

async function checkRows(rows: UncheckedRow[], batch: StepBatch): Promise<Positioned[]> {
  const reader = { plan: batch.plan, columns: batch.file.columns, isoCode: batch.isoCode, today: batch.today }
  const checked: Positioned[] = []
  for (const { position, cells } of rows) {
    checked.push({ position, ...checkRow(cells, reader) })
    if (checked.length % ROWS_AT_ONCE === 0) await setImmediate()
  }
  return checked
}

/** Without the groups that the church does not have and that are not to be made; that breaks no row. */
async function withKnownGroups(tx: Tx, rows: Positioned[], { plan }: StepBatch): Promise<Positioned[]> {
  const names = [...new Set(rows.flatMap(({ person }) => person.groups))]
  if (plan.makeGroups || names.length === 0) return rows
  const unknown = new Set(await selectUnknownGroups(tx, names))
  return rows.map((row) => {
    const missing = row.person.groups.filter((name) => unknown.has(name))
    const notes = missing.map((value) => ({ column: null, reason: 'group_unknown' as const, value }))
    const groups = row.person.groups.filter((name) => !unknown.has(name))
    return missing.length === 0 ? row : { ...row, person: { ...row.person, groups }, notes: [...row.notes, ...notes] }
  })
}

async function decide(tx: Tx, rows: Positioned[], { file, plan }: StepBatch): Promise<CheckedRecord[]> {
  const whole = rows.filter(({ isBroken }) => !isBroken).map(({ person }) => person)
  const known = await findKnown(tx, { people: whole, ids: [], lock: false })
  const there = [...new Set(whole.flatMap((person) => known.reachedAs(person).map(({ id }) => id)))]
  const duplicates = await findDuplicates(tx, file, { people: whole, there })
  return rows.map((row) => {
    if (row.isBroken) return recordOf(row, broken)
    if (duplicates.isDuplicate(row.person)) return recordOf(row, skipped('twice_in_file', null))
    const decision = decideRow(row.person, known.reachedAs(row.person), plan)
    if (duplicates.isMeant(decision)) return recordOf(row, skipped('twice_in_file', decision.known))
    duplicates.take(row.person, decision)
    return recordOf(row, decision)
  })
}

const broken: Decision = { outcome: 'broken', notes: [], known: null, change: null }

const recordOf = (
  { position, person, notes }: Positioned,
  { outcome, known, change, ...more }: Decision,
): CheckedRecord => ({
  position,
  person,
  outcome,
  notes: [...more.notes, ...notes],
  personId: known?.id ?? null,
  changes: change?.changes ?? [],
  ...keysOf(person),
  name: nameKey(person),
})

function countOutcomes(rows: readonly { outcome: ImportOutcome }[]): Growth {
  const growth: Growth = {}
  for (const { outcome } of rows) growth[outcome] = (growth[outcome] ?? 0) + 1
  return growth
}
