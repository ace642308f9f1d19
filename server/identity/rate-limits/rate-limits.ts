import { createHash } from 'node:crypto'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { networkOf } from './network.ts'
import { countAttempt, forgetAttempts, returnAttempt } from './rate-limit-store.ts'

/** How many tries in how many minutes. Addresses are of networks, behind which a whole church may sit. */
const limits = {
  /** At one account: by one network, so that a stranger elsewhere shuts nobody out, and by all together. */
  signInAccount: { most: 10, minutes: 15 },
  signInAccountAll: { most: 200, minutes: 15 },
  signInAddress: { most: 50, minutes: 15 },
  resetAccount: { most: 3, minutes: 60 },
  resetAddress: { most: 20, minutes: 60 },
  signupAccount: { most: 5, minutes: 60 },
  signupAddress: { most: 20, minutes: 60 },
  signupCode: { most: 60, minutes: 60 },
  slugAddress: { most: 200, minutes: 15 },
  inviteAccount: { most: 5, minutes: 60 },
  inviteChurch: { most: 100, minutes: 24 * 60 },
  inviteToken: { most: 60, minutes: 60 },
  /** Proofs of payments: files that stay. */
  proofChurch: { most: 60, minutes: 24 * 60 },
  /** How often the provider of one payment is asked because its payer is back; by itself it is asked all the same. */
  confirmPayment: { most: 20, minutes: 1 },
  /** A declined card tried again by a press: banks count how often they are asked. */
  tryRenewal: { most: 1, minutes: 24 * 60 },
  /** Sender IDs that a church asks for: each is looked at by a person. */
  senderChurch: { most: 20, minutes: 24 * 60 },
  /** Messages that staff send to one number to see them: to anybody of the church, whose phone should not ring all day. */
  testMessage: { most: 10, minutes: 60 },
  testMessagePhone: { most: 10, minutes: 60 },
  /** Emails to oneself, and pictures for emails: files that stay. */
  testEmail: { most: 20, minutes: 60 },
  /** Domains and keys for emails, and questions to the DNS about them. */
  emailDomain: { most: 10, minutes: 60 },
  emailDomainCheck: { most: 30, minutes: 15 },
  emailPicture: { most: 100, minutes: 60 },
  /** Tests of one's own devices. */
  testPush: { most: 20, minutes: 60 },
  /** The own password, asked for again by somebody who is signed in. */
  ownPassword: { most: 10, minutes: 15 },
  /** Codes of the second factor, which only the right password lets one try. */
  secondFactor: { most: 10, minutes: 15 },
  /** Codes of one registration sent to the guardian's phone: each costs the church units. */
  passText: { most: 3, minutes: 60 },
  /** Opt-out links that lead nowhere: a torn one is tried again, a guesser has thousands. */
  optOutLink: { most: 60, minutes: 15 },
  // The welcome form. Beyond these an entry waits for the staff and nobody is refused: whoever uses them up only makes others wait.
  welcomeNetwork: { most: 30, minutes: 60 },
  welcomeChurch: { most: 100, minutes: 60 },
  welcomeChurchDay: { most: 300, minutes: 24 * 60 },
  /** By one network at one church: what waits is kept, so it has an end. Its visitors are sent to the door. */
  welcomeFlood: { most: 1_000, minutes: 24 * 60 },
  /** What one visitor adds to one entry. */
  welcomeAnswers: { most: 30, minutes: 60 },
  /** What a number is told that has stopped messages: each costs the church a unit, and a machine may be at the other end. */
  stopNotice: { most: 1, minutes: 24 * 60 },
  secondFactorDay: { most: 40, minutes: 24 * 60 },
  /** Check-in codes that led nowhere, at the desk and at locked stations: a busy door has slips, a guesser has thousands. */
  stationCode: { most: 30, minutes: 1 },
  stationCodeAddress: { most: 200, minutes: 1 },
  /** Codes and phone numbers at one locked station. */
  lockedStation: { most: 30, minutes: 1 },
  /** First names of the children of one phone number there. Whoever uses them up sends that family to the desk. */
  lockedStationFamily: { most: 5, minutes: 15 },
  /** The password of the second one of an override, tried by one account and at one account. */
  secondPersonBy: { most: 10, minutes: 15 },
  secondPersonOf: { most: 10, minutes: 15 },
  // At the portal. Of networks and churches more than of staff: on a Sunday a whole church sits behind one network.
  guardianSignIn: { most: 10, minutes: 15 },
  guardianSignInAll: { most: 200, minutes: 15 },
  guardianSignInAddress: { most: 100, minutes: 15 },
  guardianSignInChurch: { most: 1_000, minutes: 15 },
  guardianSignUp: { most: 10, minutes: 60 },
  guardianSignUpAddress: { most: 200, minutes: 60 },
  /** At one church, by one network and by its neighbours (/24, /48). */
  guardianSignUpNetwork: { most: 200, minutes: 24 * 60 },
  guardianSignUpNeighbours: { most: 600, minutes: 24 * 60 },
  /** The first few of a network do not ask the next limit, so that whoever uses that up shuts out only their own network. */
  guardianSignUpFew: { most: 5, minutes: 24 * 60 },
  guardianSignUpMany: { most: 300, minutes: 60 },
  guardianSignUpChurch: { most: 1_000, minutes: 60 },
  guardianCode: { most: 3, minutes: 60 },
  guardianCodeAddress: { most: 60, minutes: 60 },
  /** Each may cost the church a unit. */
  guardianCodeChurch: { most: 500, minutes: 24 * 60 },
  guardianCodeTry: { most: 20, minutes: 60 },
  guardianCodeTryAddress: { most: 100, minutes: 60 },
  /** People whom a guardian adds: they stay with the church. */
  guardianMember: { most: 60, minutes: 24 * 60 },
  familyCode: { most: 20, minutes: 60 },
  guardianMemberNetwork: { most: 400, minutes: 24 * 60 },
  guardianPicture: { most: 40, minutes: 24 * 60 },
} as const

/** One try: what is tried, and by or for whom (an e-mail address, a network address). */
export type Attempt = { kind: keyof typeof limits; who: string }

/**
 * Counts one try and answers the seconds until the next one makes sense, 0 while the limit is kept. The row stays locked
 * until the transaction ends, so tries at the same moment are counted one after the other.
 */
export async function takeAttempt(tx: Tx, attempt: Attempt, at: Date): Promise<number> {
  const { most, minutes } = limits[attempt.kind]
  const { tries, endsAt } = await countAttempt(tx, { key: keyOf(attempt), at, minutes })
  if (tries <= most) return 0
  return Math.min(minutes * 60, Math.max(1, Math.ceil((endsAt.getTime() - at.getTime()) / 1000)))
}

/** Counts the tries, or refuses all of them: what is refused is not counted, so the window ends when it was to end. */
export async function takeAttempts(tx: Tx, attempts: Attempt[], at: Date): Promise<void> {
  const waits = await Promise.all(attempts.map((attempt) => takeAttempt(tx, attempt, at)))
  const retryAfter = Math.max(...waits)
  if (retryAfter > 0) throw new ApiError('too_many_tries', { retryAfter })
}

const ofAccounts = {
  signIn: ['signInAccount', 'signInAccountAll'],
  guardian: ['guardianSignIn', 'guardianSignInAll'],
} as const
const accountKinds = new Set<Attempt['kind']>(Object.values(ofAccounts).flat())

/** Tries of a password at one account, by what it signs in with. */
export function accountAttempts(door: keyof typeof ofAccounts, { who, ip }: { who: string; ip: string }): Attempt[] {
  const [byNetwork, byAll] = ofAccounts[door]
  return [
    { kind: byNetwork, who: `${who} ${networkOf(ip)}` },
    { kind: byAll, who },
  ]
}

/** The right password came: the account starts anew, everything else gets back its one try. */
export async function forgiveSignIn(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts)
    if (accountKinds.has(attempt.kind)) await forgetAttempts(tx, keyOf(attempt))
    else await returnAttempt(tx, keyOf(attempt))
}

/** Nothing was guessed after all: each gets back its one try. */
export async function returnAttempts(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  for (const attempt of attempts) await returnAttempt(tx, keyOf(attempt))
}

/** Hashed, because these rows belong to no church and need not tell who tried. */
const keyOf = ({ kind, who }: Attempt): Buffer => createHash('sha256').update(`${kind}\n${who}`).digest()
