import type { Ability } from '#contract/abilities.ts'
import type { Gate, Grace } from '#contract/identity/session.ts'
import type { FastifyRequest } from 'fastify'
import type { Entrance } from '../database/church-read.ts'

/** The signed-in person of one request, as the session says, never as the client claims. */
export type Caller = {
  tenantId: string
  accountId: string
  /** Of the session that the request belongs to. */
  sessionId: string
  personId: string
  email: string
  roles: string[]
  /** A station that was locked: `abilities` hold nothing but self-service. */
  selfService: boolean
  abilities: ReadonlySet<Ability>
  gate: Gate
  /** More people than the plan allows, while the gate is still open. */
  grace: Grace | null
  church: {
    name: string
    city: string | null
    isoCode: string
    currency: string
    timeZone: string
    /** The picture that is the church's logo. */
    logoId: string | null
    planName: string
    membershipSize: number
    expiresOn: string
    people: number
  }
  /** Free SMS units at the moment of the request. */
  units: number
}

/** Finds out who calls. */
export type Authenticator<Who> = {
  /** Asks the database; null when nobody is signed in. */
  identify: (request: FastifyRequest, at: Date) => Promise<Who | null>
  /** Who called with the same token lately, and the entrance that lets them in if it is still so; null: nobody did. */
  recall: (request: FastifyRequest, at: Date) => Recalled<Who> | null
}
type Recalled<Who> = { who: Who; entrance: Entrance }

/** Staff; identity provides it. */
export type StaffAuthenticator = Authenticator<Caller>

/** An operator of the installation, signed in at the console. */
export type OperatorCaller = {
  operatorId: string
  name: string
  email: string
  /** Has no second factor yet, and until then sets one up and nothing else. */
  mustEnrol: boolean
  /** When the password of this session was typed last. */
  confirmedAt: Date
}

/** Finds out which operator calls; null when none is signed in. The operator's area provides it. */
export type IdentifyOperator = (request: FastifyRequest, at: Date) => Promise<OperatorCaller | null>

/** A guardian at the portal of one church. */
export type GuardianCaller = {
  tenantId: string
  accountId: string
  personId: string
  email: string | null
  phone: string | null
  gate: Gate
  church: { name: string; slug: string | null; isoCode: string; timeZone: string; logoId: string | null }
}

/** Guardians; the check-in area provides it. */
export type GuardianAuthenticator = Authenticator<GuardianCaller>
