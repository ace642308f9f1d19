import type { Ability } from '#contract/identity/abilities.ts'
import type { Gate } from '#contract/identity/session.ts'
import type { FastifyRequest } from 'fastify'

/** The signed-in person of one request, as the session says, never as the client claims. */
export type Caller = {
  tenantId: string
  accountId: string
  personId: string
  email: string
  roles: string[]
  abilities: ReadonlySet<Ability>
  gate: Gate
  church: {
    name: string
    city: string | null
    isoCode: string
    currency: string
    timeZone: string
    planName: string
    membershipSize: number
    expiresOn: string
    people: number
  }
  /** Free SMS units at the moment of the request. */
  units: number
}

/** Finds out who calls; null when nobody is signed in. Identity provides it. */
export type Identify = (request: FastifyRequest, at: Date) => Promise<Caller | null>
