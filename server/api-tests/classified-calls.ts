/**
 * Every call that not everybody is refused while a church's gate is shut, and why it is open. A new call that is not
 * classified here fails `access.test.ts`: whoever adds one says in a few words why nobody, or no shut gate, stops it. All
 * other calls need an ability and an open gate, or an operator.
 */

/** Nobody needs to be signed in. */
export const publicCalls: Record<string, string> = {
  'POST /login': 'the way in',
  'POST /api/identity/session': 'the way in',
  'DELETE /api/identity/session': 'signing out never fails',
  'POST /forgotpassword/{email}': 'who cannot sign in asks for a link',
  'POST /PasswordReset': 'the token of the mail decides',
  'POST /api/identity/signup': 'a church that is not there yet',
  'POST /api/identity/signup/{id}/confirm': 'the code of the mail decides',
  'POST /api/identity/signup/{id}/resend': 'the code goes to the mailbox only',
  'GET /api/identity/slug': 'asked while signing up; tells only whether an address is free',
  'POST /api/identity/invitation': 'the token of the mail decides',
  'POST /api/identity/invitation/accept': 'the token of the mail decides',
  'GET /api/GetAllCountries': 'general knowledge',
  'GET /api/countries': 'general knowledge',
  'GET /api/support': 'whoever is locked out needs help most',
  'POST /api/webhooks/sms/{gateway}': 'the signature of the gateway decides',
  'POST /api/webhooks/payments/{provider}': 'the signature of the provider decides, and then its answer',
  'POST /api/operator/session': 'the way to the desk',
  'DELETE /api/operator/session': 'signing out never fails',
  'POST /api/operator/invitation/accept': 'the token of the mail decides',
}

/** Any session of a church's staff, whatever its roles and its gate. */
export const signedInCalls: Record<string, string> = {
  'GET /api/identity/session': 'who am I; tells the page which gate is shut',
  'GET /api/Membership/GetCurrentSignedInUser': 'who am I, for existing clients',
  'GET /GetChurchProfileById': 'name and logo of the own church, for existing clients',
  'GET /api/pictures/{id}': 'the logo stands on the gate page too',
  'PUT /api/identity/password': 'the own account',
  'GET /api/identity/sessions': 'the own account',
  'DELETE /api/identity/sessions': 'the own account',
  'DELETE /api/identity/sessions/{id}': 'the own account',
  'GET /api/identity/second-factor': 'the own account',
  'POST /api/identity/second-factor/start': 'the own account',
  'POST /api/identity/second-factor/confirm': 'the own account',
  'POST /api/identity/second-factor/recovery-codes': 'the own account',
  'POST /api/identity/second-factor/off': 'the own account',
  'GET /api/identity/views': 'the own lists; tells nothing of the people in them',
  'POST /api/identity/views': 'the own lists',
  'DELETE /api/identity/views/{id}': 'the own lists',
}

/**
 * Works, for whoever has its ability, while the subscription is expired or the capacity exceeded. Here the calls that hand
 * a child over will stand, as soon as there are any: letting a child go home is never gated by billing.
 */
export const whileGatedCalls: Record<string, string> = {
  'GET /api/billing/subscription': 'subscribing',
  'GET /api/billing/pricing': 'subscribing and buying units',
  'POST /api/billing/quote': 'subscribing and buying units',
  'POST /api/billing/transfers': 'subscribing and buying units',
  'POST /api/billing/checkouts': 'subscribing and buying units',
  'POST /api/billing/payments/{id}/confirm': 'subscribing and buying units',
  'POST /api/Payment/InitializeSMSPayment': 'buying units',
  'POST /api/Payment/ConfirmSMSPayment': 'buying units',
  'GET /api/Payment/StripeCustomerPortalManagement': 'the cards that subscriptions are paid with',
  'GET /api/billing/payments': 'a transfer that is waited for',
  'GET /api/billing/payments/{id}': 'a transfer that is waited for',
  'GET /api/billing/payments/export': 'what was paid is never withheld',
  'POST /api/billing/payments/{id}/proof': 'a transfer that is waited for',
  'POST /api/billing/payments/{id}/cancel': 'a transfer that is waited for',
  'GET /api/billing/payments/{id}/proofs/{proofId}': 'a transfer that is waited for',
  'GET /api/billing/payments/{id}/receipt': 'what was paid is never withheld',
  'GET /api/billing/payments/{id}/receipt.pdf': 'what was paid is never withheld',
  'GET /api/billing/units/statement': 'buying units',
  'GET /api/billing/units/statement/export': 'what was paid is never withheld',
  'GET /api/billing/units/alert': 'buying units',
  'PUT /api/billing/units/alert': 'buying units',
  'POST /api/Messaging/sendSms': 'sending',
  'POST /api/messaging/sms/quote': 'sending',
  'GET /api/Messaging/RetrieveTenantSenderIDs': 'sending',
  'GET /api/Messaging/getCommunicationGroups': 'choosing whom to send to',
  'GET /api/people/groups': 'choosing whom to send to',
  'GET /api/Membership/GetSearchedUSers': 'choosing whom to send to',
  'POST /api/people/names': 'the names of those chosen',
  'POST /api/messaging/contact-files': 'sending to numbers of a file',
  'POST /api/messaging/upload': 'sending to numbers of a file',
  'GET /api/Messaging/getSentSMSbyId': 'sending a message once more',
}
