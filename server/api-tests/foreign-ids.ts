import type { Endpoint } from '#contract/endpoint.ts'
import * as checkout from '#contract/billing/checkout.ts'
import * as existing from '#contract/billing/existing-clients.ts'
import * as payments from '#contract/billing/payments.ts'
import * as receipts from '#contract/billing/receipts.ts'
import * as account from '#contract/identity/account.ts'
import * as auditLog from '#contract/identity/audit.ts'
import * as church from '#contract/identity/church.ts'
import * as staff from '#contract/identity/staff.ts'
import * as views from '#contract/identity/views.ts'
import * as replies from '#contract/messaging/replies.ts'
import * as senders from '#contract/messaging/sender-ids.ts'
import * as sent from '#contract/messaging/sent-sms.ts'
import * as resends from '#contract/messaging/resends.ts'
import * as sms from '#contract/messaging/sms.ts'
import * as steering from '#contract/messaging/steering.ts'
import * as desk from '#contract/operator/requests.ts'
import * as changes from '#contract/people/changes.ts'
import * as families from '#contract/people/families.ts'
import * as groups from '#contract/people/groups.ts'
import * as imports from '#contract/people/imports.ts'
import * as persons from '#contract/people/persons.ts'
import type { Ask, Asked, Key } from './foreign-ask.ts'
import { askedAtTheDoor } from './foreign-door-ids.ts'
import { askedOfFollowup } from './foreign-followup-ids.ts'
import { askedElsewhere, askedOfDrafts } from './foreign-draft-ids.ts'
import { askedOfEvents } from './foreign-event-ids.ts'
import { askedOfStations } from './foreign-offline-ids.ts'
import { ofTheInstallation } from './of-the-installation.ts'

/** A call with the id of such a thing in its path. */
const at =
  (endpoint: Endpoint, key: Key, rest: Omit<Asked, 'endpoint' | 'params'> = {}): Ask =>
  ({ other }) => ({ endpoint, params: { id: other[key] }, ...rest })

const person = {
  firstName: 'Bola',
  lastName: 'Ade',
  email: null,
  phone: null,
  kind: 'member',
  gender: null,
  maritalStatus: null,
  birthDay: null,
  birthMonth: null,
  birthYear: null,
  address: null,
  joinedOn: '2024-01-07',
}
const home = { name: 'Ade', email: null, homePhone: null, address: null }
const group = { name: 'Ikeja', category: 'Cell', description: '' }
const plan = {
  fields: ['fullName', 'phone'],
  kind: 'member',
  groupId: null,
  makeGroups: false,
  dateOrder: 'dmy',
  whenThere: 'skip',
  whenBroken: 'leave_row',
}
const csv = { format: 'csv' }
const reason = 'No such transfer has reached us.'

const inPaths: Ask[] = [
  at(church.readPicture, 'picture'),
  at(staff.changeRoles, 'staff', { body: { roles: ['Reports'] } }),
  at(staff.removeStaff, 'staff'),
  at(staff.listStaffSessions, 'staff'),
  at(staff.endStaffSessions, 'staff'),
  ({ own, other }) => ({ endpoint: staff.endStaffSession, params: { id: own.staff, sessionId: other.session } }),
  ({ other }) => ({ endpoint: staff.endStaffSession, params: { id: other.staff, sessionId: other.session } }),
  at(staff.switchOffSecondFactor, 'staff'),
  at(staff.resendInvite, 'invite'),
  at(staff.withdrawInvite, 'invite'),
  at(account.endSession, 'session'),
  at(views.removeView, 'view'),
  at(persons.readPerson, 'person'),
  at(persons.readPerson, 'archived'),
  ...askedOfFollowup,
  at(persons.editPerson, 'person', { body: { ...person, version: 1 } }),
  at(persons.uploadPersonPicture, 'person', { file: 'picture' }),
  at(persons.removePersonPicture, 'person'),
  at(persons.setOptOut, 'person', { body: { optedOut: true } }),
  at(changes.undoChange, 'change'),
  at(groups.editGroup, 'group', { body: group }),
  at(groups.removeGroup, 'group'),
  at(families.readFamily, 'family'),
  at(families.editFamily, 'family', { body: { ...home, members: [], version: 1 } }),
  at(families.removeFamily, 'family'),
  at(imports.readImport, 'import'),
  at(imports.planImport, 'import', { body: plan }),
  at(imports.listImportRows, 'import', { query: {} }),
  at(imports.summariseImport, 'import'),
  at(imports.exportImportRows, 'import', { query: csv }),
  at(imports.applyImport, 'import'),
  at(imports.undoImport, 'import'),
  at(imports.discardImport, 'import'),
  at(payments.readPayment, 'payment'),
  at(payments.cancelPayment, 'payment'),
  at(payments.addProof, 'payment', { file: 'slip' }),
  at(payments.cancelPayment, 'checkout'),
  at(checkout.confirmPayment, 'checkout'),
  at(receipts.readReceipt, 'paid'),
  at(receipts.downloadReceipt, 'paid'),
  at(replies.readConversation, 'conversation'),
  at(replies.markConversation, 'conversation', { body: { read: true, done: true } }),
  at(replies.assignConversation, 'conversation', { body: { accountId: null } }),
  ({ own, other }) => ({
    endpoint: replies.assignConversation,
    params: { id: own.conversation },
    body: { accountId: other.staff },
  }),
  at(replies.answerConversation, 'conversation', { body: { text: 'See you on Sunday' } }),
  at(replies.stopConversation, 'conversation', { body: { stop: true } }),
  at(replies.findConversation, 'person'),
  at(sent.readCampaign, 'campaign'),
  at(sent.readMessage, 'campaign'),
  ...Object.values(steering).map((call) => at(call, 'campaign')),
  at(sent.countReasons, 'campaign'),
  at(resends.quoteResend, 'campaign', { query: {} }),
  at(resends.resendSms, 'campaign', { body: {} }),
  at(sent.listRecipients, 'campaign'),
  at(sent.exportRecipients, 'campaign', { query: csv }),
  ({ other }) => ({ endpoint: payments.readOwnProof, params: { id: other.payment, proofId: other.proof } }),
  ({ own, other }) => ({ endpoint: payments.readOwnProof, params: { id: own.payment, proofId: other.proof } }),
]

const inQueries: Ask[] = [
  ({ other }) => ({ endpoint: existing.confirmSmsPayment, query: { txnref: other.reference } }),
  ({ own, other }) => ({ endpoint: existing.confirmSmsPayment, query: { id: other.reference, txnref: own.reference } }),
  ({ other }) => ({ endpoint: existing.confirmSubscriptionPayment, query: { txnref: other.reference } }),
  ({ other }) => ({ endpoint: persons.listPeople, query: { groupId: other.group } }),
  ({ other }) => ({ endpoint: persons.exportPeople, query: { ...csv, groupId: other.group } }),
  ({ other }) => ({ endpoint: persons.exportPeople, query: { ...csv, ids: other.person } }),
  ({ other }) => ({ endpoint: auditLog.listAudit, query: { accountId: other.staff } }),
  ({ other }) => ({ endpoint: auditLog.listAudit, query: { subjectId: other.person } }),
  ({ other }) => ({ endpoint: auditLog.exportAudit, query: { ...csv, subjectId: other.payment } }),
  ({ other }) => ({ endpoint: senders.deleteSenderId, query: { id: other.sender } }),
  ({ other }) => ({ endpoint: sent.getSentSmsById, query: { CommReportId: other.campaign } }),
  ({ other }) => ({ endpoint: sent.getSentMessageDetails, query: { CommReportId: other.campaign } }),
  ({ other }) => ({ endpoint: sent.deleteSentSms, query: { IdList: other.campaign } }),
]

const ofPeople = [
  changes.confirmPeople,
  changes.archivePeople,
  changes.restorePeople,
  changes.erasePeople,
  changes.changePeopleKind,
]
const ofGroups = [changes.addPeopleToGroup, changes.removePeopleFromGroup]

const inBodies: Ask[] = [
  ({ other }) => ({ endpoint: persons.addPerson, body: { ...person, groupIds: [other.group] } }),
  ({ other }) => ({ endpoint: persons.addPerson, body: { ...person, family: { id: other.family, role: 3 } } }),
  ({ own, other }) => ({
    endpoint: persons.editPerson,
    params: { id: own.person },
    body: { ...person, groupIds: [other.group], groupsBefore: [], version: 2 },
  }),
  ({ other }) => ({ endpoint: persons.namePeople, body: { ids: [other.person, other.archived] } }),
  ...ofPeople.flatMap((endpoint): Ask[] => [
    ({ other }) => ({ endpoint, body: { kind: 'first_timer', people: { ids: [other.person, other.archived] } } }),
    ({ other }) => ({
      endpoint,
      body: { kind: 'first_timer', people: { matching: { groupId: other.group } }, expected: 0 },
    }),
  ]),
  ...ofGroups.flatMap((endpoint): Ask[] => [
    ({ own, other }) => ({ endpoint, body: { people: { ids: [other.person] }, groupId: own.group } }),
    ({ own, other }) => ({ endpoint, body: { people: { ids: [own.person] }, groupId: other.group } }),
  ]),
  ({ own, other }) => ({ endpoint: changes.mergePeople, body: { keepId: own.person, mergeIds: [other.person] } }),
  ({ own, other }) => ({ endpoint: changes.mergePeople, body: { keepId: other.person, mergeIds: [own.person] } }),
  ({ other }) => ({ endpoint: families.addFamily, body: { ...home, members: [{ personId: other.person, role: 1 }] } }),
  ({ own, other }) => ({
    endpoint: families.editFamily,
    params: { id: own.family },
    body: { ...home, members: [{ personId: other.person, role: 1 }], version: 1 },
  }),
  ({ own, other }) => ({
    endpoint: imports.planImport,
    params: { id: own.import },
    body: { ...plan, groupId: other.group },
  }),
  ({ other }) => ({
    endpoint: staff.inviteStaff,
    body: {
      firstName: 'Bola',
      lastName: 'Ade',
      email: 'bola@elsewhere.example',
      roles: ['Reports'],
      personId: other.person,
    },
  }),
  ...(['groupIds', 'personIds', 'contactFileId'] as const).map((field): Ask => {
    const key = { groupIds: 'group', personIds: 'person', contactFileId: 'contactFile' } as const
    return ({ other }) => {
      const id = other[key[field]]
      const destination = { [field]: field === 'contactFileId' ? id : [id] }
      return { endpoint: sms.quoteSms, body: { destination, message: 'Hello' } }
    }
  }),
  ({ other }) => sending({ groupedContacts: [`group_${other.group}`] }),
  ({ other }) => sending({ ToContacts: other.person }),
  ({ other }) => sending({ contactFileId: other.contactFile }),
  ({ other }) => sending({ failedOf: other.campaign }),
  ({ other }) => ({ endpoint: sms.quoteSms, body: { destination: { failedOf: other.campaign }, message: 'Hello' } }),
]

function sending(to: object): Asked {
  return { endpoint: sms.sendSms, body: { subject: 'GRACECHAPEL', message: 'Hello', ...to } }
}

/** By staff of the own church: everything that it may be asked with another church's id. */
export const askedByStaff: readonly Ask[] = [
  ...inPaths,
  ...inQueries,
  ...inBodies,
  ...askedOfEvents,
  ...askedOfStations,
  ...askedAtTheDoor,
  ...askedOfDrafts,
]

type Two = Parameters<Ask>[0]
const paidOf = ({ own, other }: Two) => ({ churchId: own.tenantId, id: other.paid })

/** By an operator: what belongs to one church, under the id of another. */
export const askedAtTheConsole: readonly Ask[] = [
  ({ own, other }) => ({
    endpoint: desk.approvePayment,
    params: { churchId: own.tenantId, id: other.payment },
    body: { amountMinor: 59_000 },
  }),
  ({ own, other }) => ({
    endpoint: desk.refusePayment,
    params: { churchId: own.tenantId, id: other.payment },
    body: { reason },
  }),
  (two) => ({ endpoint: desk.refundPayment, params: paidOf(two), body: { amountMinor: 5_900, reason } }),
  (two) => ({ endpoint: desk.closeIncident, params: paidOf(two), body: { kind: 'dispute', providerId: 'dp', reason } }),
  ({ own, other }) => ({
    endpoint: desk.decideSender,
    params: { churchId: own.tenantId, id: other.sender },
    body: { decision: 'approve' },
  }),
  ({ own, other }) => ({ endpoint: desk.readProof, params: { churchId: own.tenantId, id: other.proof } }),
]

/** Calls whose ids are no church's secret, and why. */
export const notOfAChurch: Record<string, string> = {
  ...askedElsewhere,
  ...ofTheInstallation,
  'POST /api/messaging/sms/test': 'a sender ID is a name, each church has its own; a route is of the installation',
  'POST /login': 'the church is chosen among those where this password signs in',
  'POST /api/identity/session': 'the church is chosen among those where this password signs in',
  'POST /api/checkin/session': 'the church is chosen among those where this password signs in',
  'POST /familyLogin': 'the church is chosen among those where this password signs in',
  'GET /GetChurchProfileById': 'name and logo stand on the portal, for anybody',
  'POST /api/checkin/signup': 'the church stands in the portal’s address, for anybody',
  'POST /familyRegister': 'the church stands in the portal’s address, for anybody',
  'POST /familyRetrivePassword': 'answers the same for any church',
  'POST /familyResetPassword': 'the code of the message decides',
  'PUT /api/followup/settings': 'stages and sources are numbered in each church by itself',
  'POST /api/Messaging/saveSmsSchedule': 'recipients are found in the own church when it goes, as by sendSms',
  'POST /api/Messaging/saveEmailSchedule': 'the same of emails',
  'POST /api/identity/signup/{id}/confirm': 'there is no church yet; the code of the mail decides',
  'POST /api/identity/signup/{id}/resend': 'there is no church yet; answers the same for any id',
  'POST /api/billing/quote': 'a plan is of the installation',
  'PUT /api/billing/subscription/renewal-plan': 'a plan is of the installation',
  'POST /api/Payment/InitializeSubscription': 'a plan is of the installation',
  'POST /api/billing/transfers': 'a plan is of the installation',
  'POST /api/billing/checkouts': 'a plan is of the installation',
  'PUT /api/operator/churches/{id}/subscription': 'an operator may see every church',
  'GET /api/operator/churches/{id}': 'an operator may see every church',
  'GET /api/operator/churches/{id}/timeline': 'an operator may see every church',
  'POST /api/operator/churches/{id}/days': 'an operator may see every church',
  'GET /api/operator/log': 'an operator may see every church',
  'GET /api/operator/payments': 'an operator may see every church',
  'GET /api/operator/senders': 'an operator may see every church',
  'PUT /api/operator/plans/{id}': 'a plan is of the installation',
  'PUT /api/operator/routes/{id}': 'a route is of the installation',
  'PUT /api/operator/prices': 'a plan is of the installation',
}
