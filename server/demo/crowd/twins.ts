import type { DemoPerson } from './demo-person.ts'

/**
 * Makes a few people of the church stand in it twice, as it happens at welcome desks: by the same name, by first and last
 * name the other way round, and with the same address under another number. The second entries in `twins` have no phone
 * of their own and got that of somebody already.
 */
export function makeTwins(twins: DemoPerson[], singles: DemoPerson[]): void {
  const originals = twins.flatMap(({ sharesPhoneOf }) => sharesPhoneOf ?? [])
  const [same, turned] = twins
  const [one, other] = originals
  if (same && one) nameAfter(same, one)
  if (turned && other) nameAfter(turned, { ...other, firstName: other.lastName, lastName: other.firstName })
  const [mailed, again] = singles.filter((single) => !originals.includes(single) && single.email !== null)
  if (!mailed || !again) return
  nameAfter(again, mailed)
  again.email = mailed.email
}

function nameAfter(twin: DemoPerson, { firstName, lastName, isWoman, gender }: DemoPerson): void {
  Object.assign(twin, { firstName, lastName, isWoman, gender, maritalStatus: null, address: null, email: null })
  Object.assign(twin, { birthDay: null, birthMonth: null, birthYear: null })
}
