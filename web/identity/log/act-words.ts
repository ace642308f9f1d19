import type { AuditAct } from '#contract/identity/audit.ts'
import type { TextId } from '../../lib/languages/index.ts'

/** Each act as a sentence without its doer. */
export const actWords: Record<AuditAct, TextId> = {
  'account.signed_in': 'identity.log.signedIn',
  'account.password_changed': 'identity.log.passwordChanged',
  'account.second_factor_on': 'identity.log.factorOn',
  'account.second_factor_off': 'identity.log.factorOff',
  'account.sessions_ended': 'identity.log.sessionsEnded',
  'church.signed_up': 'identity.log.churchSignedUp',
  'church.profile_changed': 'identity.log.profileChanged',
  'church.logo_changed': 'identity.log.logoChanged',
  'staff.invited': 'identity.log.staffInvited',
  'staff.invite_withdrawn': 'identity.log.inviteWithdrawn',
  'staff.joined': 'identity.log.staffJoined',
  'staff.roles_changed': 'identity.log.rolesChanged',
  'staff.removed': 'identity.log.staffRemoved',
  'staff.second_factor_off': 'identity.log.staffFactorOff',
  'person.added': 'identity.log.personAdded',
  'person.changed': 'identity.log.personChanged',
  'person.merged': 'identity.log.personMerged',
  'person.opted_out': 'identity.log.personOptedOut',
  'people.archived': 'identity.log.peopleArchived',
  'people.restored': 'identity.log.peopleRestored',
  'people.erased': 'identity.log.peopleErased',
  'people.kind_changed': 'identity.log.kindChanged',
  'people.added_to_group': 'identity.log.addedToGroup',
  'people.removed_from_group': 'identity.log.removedFromGroup',
  'people.undone': 'identity.log.peopleUndone',
  'people.imported': 'identity.log.peopleImported',
  'people.import_undone': 'identity.log.importUndone',
  'list.exported': 'identity.log.listExported',
  'group.added': 'identity.log.groupAdded',
  'group.changed': 'identity.log.groupChanged',
  'group.removed': 'identity.log.groupRemoved',
  'family.added': 'identity.log.familyAdded',
  'family.changed': 'identity.log.familyChanged',
  'family.removed': 'identity.log.familyRemoved',
  'family.member_added': 'identity.log.memberAdded',
  'message.sent': 'identity.log.messageSent',
  'message.deleted': 'identity.log.messageDeleted',
  'payment.started': 'identity.log.paymentStarted',
  'payment.proof_added': 'identity.log.proofAdded',
  'payment.cancelled': 'identity.log.paymentCancelled',
  'payment.approved': 'identity.log.paymentApproved',
  'payment.refused': 'identity.log.paymentRefused',
  'units.granted': 'identity.log.unitsGranted',
  'subscription.extended': 'identity.log.subscriptionExtended',
  'subscription.changed': 'identity.log.subscriptionChanged',
  'sender.approved': 'identity.log.senderApproved',
  'sender.refused': 'identity.log.senderRefused',
}

/** Lists by the names that the contract gives them. */
export const listWords: Record<string, TextId> = {
  people: 'identity.log.listPeople',
  families: 'identity.log.listFamilies',
  groups: 'identity.log.listGroups',
  imports: 'identity.log.listImports',
  'import-rows': 'identity.log.listImportRows',
  'sent-sms': 'identity.log.listSentSms',
  recipients: 'identity.log.listRecipients',
  staff: 'identity.log.listStaff',
  audit: 'identity.log.listAudit',
  payments: 'identity.log.listPayments',
}

/** Fields of persons, groups, families and the church by their names in the contract. */
export const fieldWords: Record<string, TextId> = {
  name: 'identity.log.fieldName',
  firstName: 'identity.log.fieldFirstName',
  lastName: 'identity.log.fieldLastName',
  email: 'identity.log.fieldEmail',
  phone: 'identity.log.fieldPhone',
  homePhone: 'identity.log.fieldPhone',
  kind: 'identity.log.fieldKind',
  gender: 'identity.log.fieldGender',
  maritalStatus: 'identity.log.fieldMaritalStatus',
  birthday: 'identity.log.fieldBirthday',
  address: 'identity.log.fieldAddress',
  joinedOn: 'identity.log.fieldJoined',
  picture: 'identity.log.fieldPicture',
  groups: 'identity.log.fieldGroups',
  members: 'identity.log.fieldMembers',
  category: 'identity.log.fieldCategory',
  description: 'identity.log.fieldDescription',
  slug: 'identity.log.fieldSlug',
  pastorName: 'identity.log.fieldPastor',
  city: 'identity.log.fieldCity',
  isoCode: 'identity.log.fieldCountry',
  currency: 'identity.log.fieldCurrency',
  timeZone: 'identity.log.fieldTimeZone',
}

/** How somebody signed in. */
export const methodWords: Record<string, TextId> = {
  password: 'identity.log.byPassword',
  authenticator: 'identity.log.byApp',
  recovery_code: 'identity.log.byRecoveryCode',
}

export const kindWords: Record<string, TextId> = {
  member: 'people.kind.member',
  first_timer: 'people.kind.firstTimer',
  new_convert: 'people.kind.newConvert',
}
