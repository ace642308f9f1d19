/** What people prove with who they are: rules without a database, for staff, guardians and operators alike. */
export { emailKey, findMatches, hashPassword, verifyNothing, verifyPassword } from './passwords.ts'
export { isWeakPassword } from './weak-password.ts'
/** Secrets of 256 bits, and how a session's travels: in a cookie or as `Authorization: Bearer`. */
export {
  bearerToken,
  clearSessionCookie,
  cookieToken,
  hashToken,
  looksLikeToken,
  newToken,
  setSessionCookie,
} from './tokens.ts'
/** Authenticator apps, and the codes for whoever has lost the phone. */
export { hashRecoveryCode, newRecoveryCodes, newSecret, stepOf, uriOf } from './second-factor.ts'
