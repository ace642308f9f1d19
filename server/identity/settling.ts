import type { TenantId, Tx } from '#server/platform/database/index.ts'

export type Newcomer = {
  firstName: string
  lastName: string
  email: string
  /** YYYY-MM-DD in the church's zone. */ joinedOn: string
}

/** What a new church and its staff need of areas that stand above identity; server/app.ts brings them together. */
export type Settling = {
  /** Adds a person to the church that was entered; answers the id. */
  addPerson: (tx: Tx, tenantId: TenantId, person: Newcomer, at: Date) => Promise<string>
  /** Opens the unit accounts of a new church, with nothing in them. */
  openUnits: (tx: Tx, tenantId: TenantId) => Promise<void>
}
