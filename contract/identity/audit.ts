import { z } from 'zod/mini'
import { calendarDay } from '../calendar.ts'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { exportQuery } from '../exports.ts'
import { id, pageOf, pageQuery } from '../pages.ts'

/** Everything that the log of a church names, as `<what>.<what was done>`. */
export const auditActs = [
  'account.signed_in',
  'account.password_changed',
  'account.second_factor_on',
  'account.second_factor_off',
  'account.sessions_ended',
  'church.signed_up',
  'church.profile_changed',
  'church.logo_changed',
  'church.sending_agreed',
  'church.sending_agreement_withdrawn',
  'staff.invited',
  'staff.invite_withdrawn',
  'staff.joined',
  'staff.roles_changed',
  'staff.removed',
  'staff.second_factor_off',
  'staff.sessions_ended',
  'person.added',
  'person.changed',
  'person.merged',
  'person.opted_out',
  'people.confirmed',
  'people.archived',
  'people.restored',
  'people.erased',
  'people.kind_changed',
  'people.added_to_group',
  'people.removed_from_group',
  'people.undone',
  'people.imported',
  'people.import_undone',
  'list.exported',
  'group.added',
  'group.changed',
  'group.removed',
  'family.added',
  'family.changed',
  'family.removed',
  'family.member_added',
  'followup.settings_changed',
  'followup.rule_changed',
  'followup.welcome_decided',
  'message.sent',
  'message.paused',
  'message.resumed',
  'message.cancelled',
  'message.tested',
  'message.deleted',
  'message.scheduled',
  'message.schedule_changed',
  'message.schedule_cancelled',
  'message.default_changed',
  'family.grant_changed',
  'event.added',
  'event.changed',
  'event.cancelled',
  'station.opened',
  'station.admitted',
  'station.renamed',
  'station.refused',
  'station.pin_renewed',
  'station.revoked',
  'station.locked',
  'station.unlocked',
  'child.released_by_two',
  'payment.started',
  'payment.proof_added',
  'payment.cancelled',
  'payment.approved',
  'payment.refused',
  'payment.refunded',
  'payment.disputed',
  'card.kept',
  'card.removed',
  'renewal.switched_on',
  'renewal.switched_off',
  'renewal.declined',
  'units.granted',
  'units.revoked',
  'units.alert_changed',
  'subscription.extended',
  'subscription.changed',
  'subscription.granted',
  'subscription.taken_back',
  'subscription.renewal_plan',
  'subscription.party_changed',
  'sender.requested',
  'sender.deleted',
  'sender.approved',
  'sender.refused',
  'email.domain_claimed',
  'email.domain_removed',
  'email.key_renewed',
  'email.sender_changed',
  'email.address_released',
] as const
export const auditAct = z.enum(auditActs)
export type AuditAct = z.infer<typeof auditAct>

/** Headings that the acts are filtered by. */
export const auditTopics = ['access', 'people', 'checkin', 'money', 'messages'] as const
export const auditTopic = z.enum(auditTopics)
export type AuditTopic = z.infer<typeof auditTopic>

/** What is in `details` is of a few kinds only: names of fields, counts, amounts, names of groups and roles. */
export const auditDetail = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])

export const auditRow = z.object({
  id,
  /** Instant, ISO 8601. */
  at: z.string(),
  actorKind: z.enum(['staff', 'operator', 'system', 'guardian']),
  /** The name of the staff member where there is one still, else the address; `Narthex` for operators and jobs. */
  actorName: z.string(),
  act: auditAct,
  /** The person it was done to, by the name of today; null: nobody, or no longer there. */
  subjectName: z.nullable(z.string()),
  subjectId: z.nullable(id),
  details: z.record(z.string(), auditDetail),
  /** Network address and browser, for example `Chrome on Android`. */
  ip: z.nullable(z.string()),
  device: z.nullable(z.string()),
})
export type AuditRow = z.infer<typeof auditRow>

export const auditFilter = {
  topic: z.optional(auditTopic),
  /** Account of the staff member who acted. */
  accountId: z.optional(id),
  /** Person it was done to. */
  subjectId: z.optional(id),
  /** First and last day, in the church's zone. */
  from: z.optional(calendarDay),
  until: z.optional(calendarDay),
}

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/identity/audit',
  access: { ability: 'church.manage' },
  summary: 'What was done in the church: who, when, what, from where; newest first',
  query: z.object({ ...pageQuery, ...auditFilter }),
  response: pageOf(auditRow),
  errors: ['invalid_input', 'invalid_cursor'],
})

export const auditColumns = ['at', 'actor', 'act', 'subject', 'details', 'ip', 'device'] as const
export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/identity/audit/export',
  access: { ability: 'church.manage' },
  summary: 'The log as a file',
  query: z.object({ search: pageQuery.search, ...auditFilter, ...exportQuery }),
  response: fileAnswer,
  download: true,
  errors: ['invalid_input', 'too_many_for_format', 'busy'],
})
