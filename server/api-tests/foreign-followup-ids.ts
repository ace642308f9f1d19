import type { Endpoint } from '#contract/endpoint.ts'
import * as analytics from '#contract/followup/analytics.ts'
import * as automation from '#contract/followup/automation.ts'
import * as day from '#contract/followup/day.ts'
import * as existing from '#contract/followup/existing-analytics.ts'
import * as calls from '#contract/followup/existing-clients.ts'
import * as persons from '#contract/followup/existing-person.ts'
import * as lists from '#contract/followup/first-timer-lists.ts'
import * as people from '#contract/followup/people.ts'
import * as tasks from '#contract/followup/tasks.ts'
import * as welcome from '#contract/followup/welcome.ts'
import type { Ask, Asked, Key } from './foreign-ask.ts'

const at =
  (endpoint: Endpoint, key: Key, rest: Omit<Asked, 'endpoint' | 'params'> = {}): Ask =>
  ({ other }) => ({ endpoint, params: { id: other[key] }, ...rest })

const named = { firstName: 'A', lastName: 'B' }
const guest = {
  ...named,
  kind: 'first_timer',
  email: null,
  phone: null,
  gender: null,
  maritalStatus: null,
  birthDay: null,
  birthMonth: null,
  birthYear: null,
  address: null,
  joinedOn: '2024-01-07',
  sourceId: null,
  interest: null,
  wantsVisit: null,
}
const contact = { channel: 'call', outcome: 'reached', text: '', snoozeUntil: null }
const doing = { act: 'task', after: 0, instructions: 'Call', ownerId: null, dueDays: 1, reminder: null }
const rule = { trigger: { kind: 'first_visit' }, conditions: [], actions: [doing], repeat: 'once' }
const ofAYear = { from: '2024-01-01', until: '2024-12-31' }
const days = { fromDay: '2990-01-01', untilDay: '2990-01-02' }

/** Following up: newcomers, owners, tasks, comments, lines of the log, absences. */
export const askedOfFollowup: readonly Ask[] = [
  ({ other }) => ({ endpoint: analytics.readFirstTimerFigures, query: { owner: other.staff } }),
  ({ other }) => ({ endpoint: analytics.readFirstTimerMonths, query: { owner: other.staff } }),
  ({ other }) => ({ endpoint: analytics.listFigurePeople, query: { ...ofAYear, owner: other.staff } }),
  ({ other }) => ({ endpoint: analytics.exportFigurePeople, query: { ...ofAYear, format: 'csv', owner: other.staff } }),
  ({ other }) => ({ endpoint: existing.getFirstTimerAnalytics, query: { personId: other.staff } }),
  ({ other }) => ({ endpoint: existing.getFirstTimerAnalyticsDashboard, query: { personId: other.staff } }),
  ({ other }) => ({ endpoint: welcome.decideWelcomeEntries, body: { ids: [other.welcome], decision: 'dismiss' } }),
  at(automation.changeRule, 'rule', { body: { name: 'Theirs', definition: rule, version: 1 } }),
  at(automation.removeRule, 'rule'),
  at(automation.switchRule, 'rule', { body: { isOn: false, version: 1 } }),
  at(automation.readVersions, 'rule'),
  at(automation.tryRule, 'rule'),
  at(automation.explainPerson, 'newcomer'),
  ({ other }) => ({ endpoint: automation.listActs, query: { rule: other.rule } }),
  ({ other }) => ({
    endpoint: automation.addRule,
    body: { name: 'Theirs', definition: { ...rule, actions: [{ ...doing, ownerId: other.staff }] } },
  }),
  at(lists.deleteOnePerson, 'newcomer'),
  ({ other }) => ({ endpoint: lists.deletePeople, body: [other.newcomer] }),
  ({ other }) => ({ endpoint: persons.editFirstTimer, body: { ...named, personId: other.newcomer } }),
  ({ other }) => ({ endpoint: persons.updateNewConvert, body: { ...named, firstTimerId: other.newcomer } }),
  ({ own, other }) => ({
    endpoint: persons.editFirstTimer,
    body: { ...named, personId: own.newcomer, activityID: other.event },
  }),
  at(persons.readFirstTimer, 'newcomer'),
  at(persons.readNewConvert, 'newcomer'),
  at(calls.changeOwner, 'newcomer', { body: { ownerID: null } }),
  ({ own, other }) => ({ endpoint: calls.changeOwner, params: { id: own.newcomer }, body: { ownerID: other.staff } }),
  at(calls.updateLifeCycle, 'newcomer', { body: { stageID: 2 } }),
  at(calls.updateLeadStatus, 'newcomer', { query: { status: '1' } }),
  ({ other }) => ({ endpoint: calls.convertToMember, query: { personId: other.newcomer } }),
  ({ other }) => ({ endpoint: calls.activityLogs, query: { firsttimerID: other.newcomer } }),
  ({ other }) => ({
    endpoint: calls.logActivity,
    body: { firsttimerID: other.newcomer, type: 87, description: 'Called' },
  }),
  at(calls.removeActivity, 'logLine'),
  at(calls.addNote, 'newcomer', { body: { note: 'Hello' } }),
  at(calls.sendEmail, 'newcomer', { body: { subject: 'Hello', message: 'Hello' } }),
  at(calls.quoteWrittenSms, 'newcomer', { body: { message: 'Hello' } }),
  at(calls.sendSms, 'newcomer', { body: { subject: '', message: 'Hello' } }),
  ({ other }) => ({ endpoint: tasks.createTask, body: { instructions: 'Call', contacts: other.newcomer } }),
  ({ own, other }) => ({
    endpoint: tasks.createTask,
    body: { instructions: 'Call', contacts: own.newcomer, personID: other.staff },
  }),
  at(tasks.editTask, 'task', { body: { status: 2 } }),
  ({ own, other }) => ({ endpoint: tasks.editTask, params: { id: own.task }, body: { personID: other.staff } }),
  at(tasks.addComment, 'task', { body: { comment: 'Hello' } }),
  at(tasks.editComment, 'comment', { body: { comment: 'Hello' } }),
  at(tasks.removeComment, 'comment'),
  ({ other }) => ({ endpoint: tasks.listTasks, query: { owner: other.staff } }),
  ({ other }) => ({ endpoint: people.listNewcomers, query: { owner: other.staff } }),
  ({ other }) => ({ endpoint: people.addNewcomer, body: { ...guest, ownerId: other.staff } }),
  at(people.readNewcomer, 'newcomer'),
  at(people.logContact, 'newcomer', { body: contact }),
  at(people.snoozeNewcomer, 'newcomer', { body: { until: null } }),
  at(people.markVisit, 'newcomer', { body: { day: '2024-01-14' } }),
  ({ other }) => ({ endpoint: people.unmarkVisit, params: { id: other.newcomer, day: '2024-01-14' } }),
  at(people.editLogLine, 'logLine', { body: { text: 'Hello' } }),
  at(people.removeNewcomer, 'newcomer'),
  at(day.addAbsence, 'staff', { body: { ...days, deputyId: null } }),
  ({ own, other }) => ({
    endpoint: day.addAbsence,
    params: { id: own.staff },
    body: { ...days, deputyId: other.staff },
  }),
  at(day.removeAbsence, 'absence'),
  at(day.setDeputy, 'staff', { body: { deputyId: null } }),
  ({ own, other }) => ({ endpoint: day.setDeputy, params: { id: own.staff }, body: { deputyId: other.staff } }),
]
