import { plain } from '../../../languages/names.ts'
import type { Guardian } from '#contract/checkin/guardians.ts'

export type Permission = Guardian['permission']

export const PERMISSIONS = [
  'allowed',
  'limited',
  'not_now',
  'used',
  'not_authorised',
] as const satisfies readonly Permission[]

/** `permissions` empty: all; `child` '': any. */
export type GuardianFilter = { search: string; permissions: readonly Permission[]; child: string }
export const NO_FILTER: GuardianFilter = { search: '', permissions: [], child: '' }

/** Nobody has said which children: then it is none of them. */
const concerns = ({ terms }: Guardian, child: string): boolean =>
  terms !== null && (terms.childIds === null || terms.childIds.includes(child))

/** The guardians that are looked for; names are found with and without marks. */
export const matching = (
  guardians: readonly Guardian[],
  { search, permissions, child }: GuardianFilter,
): readonly Guardian[] =>
  guardians.filter(
    (guardian) =>
      plain(`${guardian.firstName} ${guardian.lastName}`).includes(plain(search)) &&
      (permissions.length === 0 || permissions.includes(guardian.permission)) &&
      (child === '' || concerns(guardian, child)),
  )
