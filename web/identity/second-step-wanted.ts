import type { ApiFailure } from '../api/call.ts'

export type Credentials = { userName: string; password: string; tenantId?: string; code?: string }

/** What the right password leads to where it is not enough. */
export type SecondStepWanted = { failure: ApiFailure; credentials: Credentials }
