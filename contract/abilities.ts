import { z } from 'zod/mini'

/** What a person on a church's staff may do. Roles are sets of these; screens ask for abilities, never for roles. */
export const abilities = [
  'people.read',
  'people.write',
  'messages.read',
  'messages.send',
  'billing.read',
  'billing.manage',
  'followup.manage',
  'checkin.desk',
  'checkin.class',
  'checkin.manage',
  'checkin.self_service',
  'reports.read',
  'church.manage',
] as const

export type Ability = (typeof abilities)[number]

export const ability = z.enum(abilities)
