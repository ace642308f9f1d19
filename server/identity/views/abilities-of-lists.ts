import type { Ability } from '#contract/identity/abilities.ts'
import type { ListName } from '#contract/identity/views.ts'
import { ApiError, type Caller } from '#server/platform/http/index.ts'

/** What one must be able to do to see each list. */
const abilityOf: Readonly<Record<ListName, Ability>> = {
  people: 'people.read',
  families: 'people.read',
  groups: 'people.read',
  imports: 'people.read',
  'import-rows': 'people.read',
  'sent-sms': 'messages.read',
  recipients: 'messages.read',
  staff: 'church.manage',
  audit: 'church.manage',
  payments: 'billing.read',
  statement: 'billing.read',
}

/** Throws `not_allowed` for whoever may not see the list: how others search it tells what is in it. */
export function refuseOthers({ abilities }: Pick<Caller, 'abilities'>, list: ListName): void {
  if (!abilities.has(abilityOf[list])) throw new ApiError('not_allowed')
}
