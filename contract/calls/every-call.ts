/** Every call of the API. The OpenAPI document and the access tests walk this list. */
import * as billingCheckout from '../billing/checkout.ts'
import * as billingExisting from '../billing/existing-clients.ts'
import * as billingPayments from '../billing/payments.ts'
import * as billingRenewal from '../billing/renewal.ts'
import * as billingReceipts from '../billing/receipts.ts'
import * as billingStatement from '../billing/statement.ts'
import * as billingSubscription from '../billing/subscription.ts'
import * as checkinClasses from '../checkin/classes.ts'
import * as checkinCustody from '../checkin/custody.ts'
import * as checkinIncidents from '../checkin/incidents.ts'
import * as checkinDoor from '../checkin/door.ts'
import * as checkinEvents from '../checkin/events.ts'
import * as checkinFamily from '../checkin/family.ts'
import * as checkinGuardians from '../checkin/guardians.ts'
import * as checkinOffline from '../checkin/offline.ts'

import * as checkinRegistration from '../checkin/registration.ts'
import * as checkinStation from '../checkin/station.ts'
import * as checkinStations from '../checkin/stations.ts'
import * as checkinWalkIn from '../checkin/walk-in.ts'
import * as dashboard from '../dashboard/dashboard.ts'
import * as followupAnalytics from '../followup/analytics.ts'
import * as automation from '../followup/automation.ts'
import * as followupDay from '../followup/day.ts'
import * as followupExistingAnalytics from '../followup/existing-analytics.ts'
import * as followupExisting from '../followup/existing-clients.ts'
import * as followupPerson from '../followup/existing-person.ts'
import * as followupLists from '../followup/first-timer-lists.ts'
import * as followupPeople from '../followup/people.ts'
import * as followupSettings from '../followup/settings.ts'
import * as followupTasks from '../followup/tasks.ts'
import * as followupWelcome from '../followup/welcome.ts'
import * as account from '../identity/account.ts'
import * as audit from '../identity/audit.ts'
import * as church from '../identity/church.ts'
import * as countries from '../identity/countries.ts'
import * as identityExisting from '../identity/existing-clients.ts'
import * as invitation from '../identity/invitation.ts'
import * as session from '../identity/session.ts'
import * as signup from '../identity/signup.ts'
import * as staff from '../identity/staff.ts'
import * as views from '../identity/views.ts'
import * as installation from '../installation.ts'
import * as bounces from '../messaging/bounces.ts'
import * as stoppedAddresses from '../messaging/stopped-addresses.ts'
import * as contactFiles from '../messaging/contact-files.ts'
import * as defaultMessages from '../messaging/default-messages.ts'
import * as drafts from '../messaging/drafts.ts'
import * as quickAnswers from '../messaging/quick-answers.ts'
import * as optOutLink from '../messaging/opt-out-link.ts'
import * as emailDrafts from '../messaging/email-drafts.ts'
import * as emailDomain from '../messaging/email-domain.ts'
import * as emails from '../messaging/emails.ts'
import * as keptEmails from '../messaging/kept-emails.ts'
import * as push from '../messaging/push.ts'
import * as pushDevices from '../messaging/push-devices.ts'
import * as pushSchedules from '../messaging/push-schedules.ts'
import * as receipts from '../messaging/receipts.ts'
import * as replies from '../messaging/replies.ts'
import * as resends from '../messaging/resends.ts'
import * as schedules from '../messaging/schedules.ts'
import * as senderIds from '../messaging/sender-ids.ts'
import * as sendingHours from '../messaging/sending-hours.ts'
import * as sentSms from '../messaging/sent-sms.ts'
import * as sms from '../messaging/sms.ts'
import * as steering from '../messaging/steering.ts'
import * as operatorChanges from '../operator/changes.ts'
import * as operatorChurches from '../operator/churches.ts'
import * as operatorRequests from '../operator/requests.ts'
import * as operatorSession from '../operator/session.ts'
import * as operatorHolidays from '../operator/holidays.ts'
import * as operatorHours from '../operator/hours.ts'
import * as operatorSettings from '../operator/settings.ts'
import * as operatorTaxes from '../operator/taxes.ts'
import * as operatorUnclaimed from '../operator/unclaimed-replies.ts'
import * as changes from '../people/changes.ts'
import * as peopleExisting from '../people/existing-clients.ts'
import * as families from '../people/families.ts'
import * as groups from '../people/groups.ts'
import * as imports from '../people/imports.ts'
import * as persons from '../people/persons.ts'
import * as together from '../together.ts'
import type { Endpoint } from '../endpoint.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value

const areas = [
  session,
  signup,
  church,
  identityExisting,
  countries,
  invitation,
  staff,
  account,
  audit,
  views,
  installation,
  together,
  dashboard,
  persons,
  peopleExisting,
  groups,
  changes,
  families,
  imports,
  billingPayments,
  billingCheckout,
  billingExisting,
  billingReceipts,
  billingRenewal,
  billingStatement,
  billingSubscription,
  contactFiles,
  defaultMessages,
  drafts,
  resends,
  schedules,
  optOutLink,
  quickAnswers,
  replies,
  sms,
  senderIds,
  sendingHours,
  sentSms,
  bounces,
  stoppedAddresses,
  emailDrafts,
  emailDomain,
  emails,
  keptEmails,
  push,
  pushDevices,
  pushSchedules,
  steering,
  receipts,
  checkinDoor,
  checkinFamily,
  checkinGuardians,
  checkinEvents,
  checkinRegistration,
  checkinStation,
  checkinStations,
  checkinWalkIn,
  checkinClasses,
  checkinCustody,
  checkinIncidents,
  checkinOffline,
  followupAnalytics,
  automation,
  followupDay,
  followupExistingAnalytics,
  followupExisting,
  followupLists,
  followupPerson,
  followupPeople,
  followupSettings,
  followupTasks,
  followupWelcome,
  operatorSession,
  operatorChanges,
  operatorChurches,
  operatorRequests,
  operatorHolidays,
  operatorHours,
  operatorUnclaimed,
  operatorSettings,
  operatorTaxes,
]

export const endpoints: readonly Endpoint[] = areas.flatMap((area) => Object.values(area).filter(isEndpoint))
