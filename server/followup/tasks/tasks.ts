import { randomUUIDv7 } from 'node:crypto'
import type { createTask as createCall, editTask as editCall } from '#contract/followup/tasks.ts'
import type { Received } from '#contract/endpoint.ts'
import { ApiError } from '../../platform/http/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { isOnTeam } from '../team/index.ts'
import { holdCard, note, openDesk, touched, type Card, type Desk, type Doer } from '../newcomers/index.ts'
import { readTask } from './list-tasks.ts'
import { insertTask, lockTask, updateTask, type Task, type TaskFields } from './task-store.ts'
import { dueAt, reminderOf, remindAt } from './when.ts'

type Body = Omit<Received<typeof editCall>['body'], 'instructions'> & { instructions?: string | undefined }

const PENDING = 0
const LOW = 1
const blank: TaskFields = {
  instructions: '',
  note: '',
  type: null,
  priority: LOW,
  status: PENDING,
  ownerId: null,
  dueAt: null,
  reminder: null,
  remindAt: null,
}

/** Adds a task about somebody. Throws `invalid_input` by field, `not_found`, `archived`, `not_on_team`. */
export async function createTask(
  tx: Tx,
  doer: Doer,
  { contacts: personId, ...body }: Received<typeof createCall>['body'],
): Promise<string> {
  const { tenantId, by, at, rule = null } = doer
  const desk = await openDesk(tx, at)
  const card = await holdCard(tx, personId)
  const fields = fieldsFrom(desk, blank, body)
  const id = randomUUIDv7()
  await insertTask(tx, tenantId, { ...fields, id, personId, by, at, rule })
  const line = { personId, at, by, rule, taskId: id, text: fields.instructions }
  await note(tx, tenantId, [{ ...line, kind: 'task', before: null, after: `${fields.status}` }], rule?.depth)
  await touched(tx, doer, { desk, card })
  return id
}

/** Changes a task; what is missing stays. Nothing changed is nothing written. Throws as `createTask`. */
export async function editTask(tx: Tx, doer: Doer, { id, body }: { id: string; body: Body }): Promise<string> {
  const { tenantId, by, at } = doer
  const desk = await openDesk(tx, at)
  const { task: before, card } = await holdTask(tx, id)
  const fields = fieldsFrom(desk, before, body)
  if (isSame(before, fields)) return id
  await updateTask(tx, { ...fields, id, at })
  if (fields.status !== before.status) {
    const line = { personId: before.personId, at, by, taskId: id, text: fields.instructions }
    await note(tx, tenantId, [{ ...line, kind: 'task', before: `${before.status}`, after: `${fields.status}` }])
  }
  await touched(tx, doer, { desk, card })
  return id
}

/** A task with whom it is about, held: first the person, then the task, as everybody does. Throws `not_found`, `archived`. */
export async function holdTask(tx: Tx, id: string): Promise<{ task: Task; card: Card }> {
  const { contactID } = await readTask(tx, id)
  const card = await holdCard(tx, contactID)
  const task = await lockTask(tx, id)
  if (!task) throw new ApiError('not_found')
  return { task, card }
}

function fieldsFrom({ team, week: { timeZone } }: Desk, before: TaskFields, body: Body): TaskFields {
  const faults: Record<string, string> = {}
  const number = (
    name: 'type' | 'priority' | 'status',
    given: Body['type'],
    most: number,
  ): number | null | undefined => {
    if (given === undefined || given === null || given === '') return given === undefined ? undefined : null
    const value = Number(given)
    if (!Number.isInteger(value) || value < 0 || value > most) faults[name] = 'Choose one of the list.'
    return value
  }
  const type = number('type', body.type, 1_000)
  const priority = number('priority', body.priority, 1)
  const status = number('status', body.status, 5)
  const due = dueFrom(body.dueDate, { before, timeZone })
  if (body.dueDate && due === null) faults['dueDate'] = 'Choose a date.'
  const reminder = reminderFrom(body.reminder, { before, due })
  if (reminder === undefined) faults['reminder'] = 'Choose one of the list.'
  if (Object.keys(faults).length > 0) throw new ApiError('invalid_input', { fields: faults })
  const ownerId = body.personID === undefined ? before.ownerId : body.personID || null
  if (ownerId !== null && ownerId !== before.ownerId && !isOnTeam(team, ownerId)) throw new ApiError('not_on_team')
  return {
    instructions: body.instructions ?? before.instructions,
    note: body.note ?? before.note,
    type: type === undefined ? before.type : type,
    priority: priority ?? before.priority,
    status: status ?? before.status,
    ownerId,
    dueAt: due,
    reminder: reminder ?? null,
    remindAt: remindAt(due, reminder ?? null, timeZone),
  }
}

/** An empty one takes the date away; a missing one leaves it. */
function dueFrom(given: Body['dueDate'], { before, timeZone }: { before: TaskFields; timeZone: string }): Date | null {
  if (given === undefined || given === null) return before.dueAt
  return given === '' ? null : dueAt(given, timeZone)
}

/** Null: none. Undefined: what was sent is none of the choices. */
function reminderFrom(
  given: Body['reminder'],
  { before, due }: { before: TaskFields; due: Date | null },
): number | null | undefined {
  if (given === undefined) return before.reminder
  return given === null || given === '' || given === 0 ? null : reminderOf(given, due)
}

const isSame = (before: TaskFields, after: TaskFields): boolean =>
  (Object.keys(after) as (keyof TaskFields)[]).every((field) => {
    const [one, other] = [before[field], after[field]]
    return one instanceof Date && other instanceof Date ? one.getTime() === other.getTime() : one === other
  })
