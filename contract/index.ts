/** Every call of the API. The OpenAPI document and the access tests walk this list. */
import * as billingCheckout from './billing/checkout.ts'
import * as billingExisting from './billing/existing-clients.ts'
import * as billingPayments from './billing/payments.ts'
import * as billingReceipts from './billing/receipts.ts'
import * as billingStatement from './billing/statement.ts'
import * as checkinClasses from './checkin/classes.ts'
import * as checkinCustody from './checkin/custody.ts'
import * as checkinIncidents from './checkin/incidents.ts'
import * as checkinDoor from './checkin/door.ts'
import * as checkinEvents from './checkin/events.ts'
import * as checkinFamily from './checkin/family.ts'
import * as checkinGuardians from './checkin/guardians.ts'
import * as checkinOffline from './checkin/offline.ts'
import * as checkinPush from './checkin/push.ts'
import * as checkinRegistration from './checkin/registration.ts'
import * as checkinStation from './checkin/station.ts'
import * as checkinStations from './checkin/stations.ts'
import * as checkinWalkIn from './checkin/walk-in.ts'
import * as dashboard from './dashboard.ts'
import * as account from './identity/account.ts'
import * as audit from './identity/audit.ts'
import * as church from './identity/church.ts'
import * as countries from './identity/countries.ts'
import * as identityExisting from './identity/existing-clients.ts'
import * as invitation from './identity/invitation.ts'
import * as session from './identity/session.ts'
import * as signup from './identity/signup.ts'
import * as staff from './identity/staff.ts'
import * as views from './identity/views.ts'
import * as installation from './installation.ts'
import * as contactFiles from './messaging/contact-files.ts'
import * as messagingExisting from './messaging/existing-clients.ts'
import * as receipts from './messaging/receipts.ts'
import * as senderIds from './messaging/sender-ids.ts'
import * as sentSms from './messaging/sent-sms.ts'
import * as sms from './messaging/sms.ts'
import * as operatorChanges from './operator/changes.ts'
import * as operatorChurches from './operator/churches.ts'
import * as operatorRequests from './operator/requests.ts'
import * as operatorSession from './operator/session.ts'
import * as operatorSettings from './operator/settings.ts'
import * as changes from './people/changes.ts'
import * as peopleExisting from './people/existing-clients.ts'
import * as families from './people/families.ts'
import * as groups from './people/groups.ts'
import * as imports from './people/imports.ts'
import * as persons from './people/persons.ts'
import type { Endpoint } from './endpoint.ts'

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
  billingStatement,
  contactFiles,
  messagingExisting,
  sms,
  senderIds,
  sentSms,
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
  checkinPush,
  operatorSession,
  operatorChanges,
  operatorChurches,
  operatorRequests,
  operatorSettings,
]

export const endpoints: readonly Endpoint[] = areas.flatMap((area) => Object.values(area).filter(isEndpoint))
