import { addRule } from '#contract/followup/automation.ts'
import { addAbsence } from '#contract/followup/day.ts'
import { addNote } from '#contract/followup/existing-clients.ts'
import { addNewcomer } from '#contract/followup/people.ts'
import { addComment, createTask } from '#contract/followup/tasks.ts'
import { listWelcomeEntries } from '#contract/followup/welcome.ts'
import type { Church } from './build-church.ts'
import type { TestApp } from './start-app.ts'
import { visitorOf } from './welcome-visitor.ts'

export type FollowedUp = {
  newcomer: string
  task: string
  comment: string
  logLine: string
  absence: string
  rule: string
  /** Sent on the welcome form, faster than somebody types. */
  welcome: string
}

const unknown = { gender: null, maritalStatus: null, birthDay: null, birthMonth: null, birthYear: null, address: null }

/** A first-timer for tests, as staff enters one. */
export const guest = {
  ...unknown,
  firstName: 'Hauwa',
  lastName: 'Bello',
  email: null,
  phone: null,
  kind: 'first_timer',
  joinedOn: '2024-01-07',
  sourceId: null,
  interest: null,
  wantsVisit: null,
  ownerId: null,
} as const

/** Somebody is followed up: with a task that is talked about, a note, and a colleague who is away. */
export async function followSomebodyUp(app: TestApp, church: Church, staff: string): Promise<FollowedUp> {
  const as = { token: church.admin.token }
  const { body: added } = await app.call(addNewcomer, { body: { ...guest, email: 'hauwa@church.example' } }, as)
  const newcomer = added.id
  const { body: made } = await app.call(createTask, { body: { instructions: 'Call her', contacts: newcomer } }, as)
  const task = made.returnObject.id
  const { body: said } = await app.call(addComment, { params: { id: task }, body: { comment: 'After five' } }, as)
  const { body: noted } = await app.call(addNote, { params: { id: newcomer }, body: { note: 'Likes the choir' } }, as)
  const away = { fromDay: '2990-01-01', untilDay: '2990-01-05', deputyId: null }
  const { body: team } = await app.call(addAbsence, { params: { id: staff }, body: away }, as)
  const absence = team.members.flatMap(({ absences }) => absences)[0]?.id ?? ''
  const definition = {
    trigger: { kind: 'first_visit' as const },
    conditions: [],
    actions: [{ act: 'task' as const, after: 0, instructions: 'Call', ownerId: null, dueDays: 1, reminder: null }],
    repeat: 'once' as const,
  }
  const { body: ruled } = await app.call(addRule, { body: { name: 'Thanks', definition } }, as)
  return {
    newcomer,
    task,
    comment: said.returnObject.id,
    logLine: noted.id,
    absence,
    rule: ruled.id,
    welcome: await fillInTheForm(app, church),
  }
}

async function fillInTheForm(app: TestApp, church: Church): Promise<string> {
  const visitor = await visitorOf(app, church, `w-${church.tenantId.slice(-12)}`)
  await visitor.post(visitor.path, { firstName: 'Zainab', phone: '08035550299', token: await visitor.token() })
  const { body } = await app.call(listWelcomeEntries, {}, { token: church.admin.token })
  return body.entries[0]?.id ?? ''
}
