import { grantUnits, keepAndRenew } from '../billing/index.ts'
import { addDecidedSender } from '../messaging/index.ts'
import { claimSlug, createStaff, openChurch, saveFirstStepsHidden, setFullSince } from '../identity/index.ts'
import {
  addGroup,
  addPersons,
  addToGroup,
  optOut,
  addFamilies,
  archivePeople,
  type NewPerson,
} from '../people/index.ts'
import { dayIn } from '../platform/runtime/index.ts'
import type { Tx } from '../platform/database/index.ts'
import type { Enqueue } from '../platform/jobs/index.ts'
import { chanceFrom, type Chance } from './crowd/chance.ts'
import type { ChurchPlan } from './church-plans.ts'
import type { DemoPerson } from './crowd/demo-person.ts'
import { knowFamily } from './checkin/known-family.ts'
import { makeDrafts } from './drafts.ts'
import { makeRules } from './rules.ts'
import { addAsTheyCame, followUp } from './followed-up.ts'
import { fillInForms } from './welcomed.ts'
import { makeCheckin } from './checkin/make-checkin.ts'
import { makeCrowd, type DemoCrowd } from './crowd/make-crowd.ts'
import { belongs, groupsOf } from './groups.ts'
import { addDays } from '../platform/runtime/index.ts'
import { demoPlans } from './installation.ts'
import { systemActor } from '../platform/http/index.ts'

const ARCHIVED_DAYS_AGO = 9

/** Who moved away, and is kept: on top of the people of the plan, for archived ones do not count. */
const moved = [
  { firstName: 'Blessing', lastName: 'Omotor', gender: 'female', joinedDaysAgo: 2_210 },
  { firstName: 'Chijioke', lastName: 'Nwosu', gender: 'male', joinedDaysAgo: 1_460 },
  { firstName: 'Ọládàpọ̀', lastName: 'Kúkọyí', gender: 'male', joinedDaysAgo: 900 },
  { firstName: 'Nafisa', lastName: 'Lawal', gender: 'female', joinedDaysAgo: 430 },
] as const

type ArchivedOf = { tenantId: string; owner: { id: string; email: string }; today: string; at: Date }

/** A few people whom the owner archived some days ago. */
async function makeArchived(tx: Tx, { tenantId, owner, today, at }: ArchivedOf): Promise<void> {
  const people = moved.map(({ joinedDaysAgo, ...person }): NewPerson => ({
    ...person,
    email: null,
    phone: null,
    kind: 'member',
    joinedOn: addDays(today, -joinedDaysAgo),
  }))
  const ids = await addPersons(tx, tenantId, people, at)
  const actor = { ...systemActor, kind: 'staff' as const, id: owner.id, name: owner.email }
  const doer = { tenantId, actor, at: new Date(at.getTime() - ARCHIVED_DAYS_AGO * DAY_MS) }
  await archivePeople(tx, doer, { ids })
}

type Of = { tenantId: string; isoCode: string; at: Date }

/** Writes the families of a demo church; `ids` are those of its people, in their order. Answers the families’ ids. */
async function makeFamilies(tx: Tx, church: Of, { people, households }: DemoCrowd, ids: string[]): Promise<string[]> {
  if (households.length === 0) return []
  const idOf = new Map<DemoPerson, string>(people.map((person, index) => [person, ids[index] ?? '']))
  const families = households.map(({ name, address, members }) => ({
    name,
    address,
    email: null,
    homePhone: null,
    members: members.map(({ person, role }) => ({ personId: idOf.get(person) ?? '', role })),
  }))
  return addFamilies(tx, church, families)
}

type Making = { plan: ChurchPlan; at: Date; today: string; chance: Chance }
type Crowd = { people: DemoPerson[]; ids: string[] }

const DAY_MS = 86_400_000
const REFUSED_DAYS_AGO = 40
/** Counted from today, like every day of the demo. */
const SUBSCRIBED_ON = -340
const UNITS_GIVEN_ON = -60

type MakingWith = { passwordHash: string; secretKey: string; publicUrl: string; enqueue: Enqueue; at: Date }

/** Makes one church of the demo with everything in it, in the transaction given. */
export async function makeChurch(
  tx: Tx,
  plan: ChurchPlan,
  { passwordHash, secretKey, publicUrl, enqueue, at }: MakingWith,
): Promise<void> {
  const making = { plan, at, today: dayIn(plan.timeZone, at), chance: chanceFrom(plan.seed) }
  await foundChurch(tx, making)
  const crowd = makeCrowd(plan, making.today, making.chance)
  const known = plan.hasCheckin ? knowFamily(crowd, making.today) : null
  const { people, households } = crowd
  const { ids, accounts } = await addPeople(tx, { ...making, passwordHash, publicUrl }, people)
  const { fullSince } = plan.plan
  if (fullSince !== undefined) await setFullSince(tx, plan.tenantId, new Date(at.getTime() + fullSince * DAY_MS))
  const [owner] = accounts
  const familyIds = await makeFamilies(tx, { ...plan, at }, crowd, ids)
  if (known)
    await makeCheckin(tx, {
      ...plan,
      at,
      passwordHash,
      secretKey,
      deskId: accounts.find(({ email }) => email.startsWith('desk@'))?.id ?? owner?.id ?? '',
      known,
      idOf: finder(people, ids),
      familyIdOf: finder(households, familyIds),
    })
  if (plan.hasFollowup)
    await followUp(tx, { ...plan, ...making }, { people, ids, team: accounts.slice(0, 2).map(({ id }) => id) })
  if (plan.hasFollowup) await fillInForms(tx, { ...plan, ...making }, { people, ids })
  const groupIds = plan.crowd.withGroups ? await addGroups(tx, making, { people, ids }) : new Map<string, string>()
  if (plan.keptCard && owner) await letItRenew(tx, enqueue, { ...making, owner }, plan.keptCard)
  if (plan.hasDrafts && owner) await makeDrafts(tx, enqueue, { ...making, owner, groupIds, publicUrl })
  await addRefusals(tx, making, people)
  if (plan.crowd.families > 0 && owner)
    await makeArchived(tx, { tenantId: plan.tenantId, owner, today: making.today, at })
}

type Renewing = Making & { owner: { id: string; email: string } }
type KeptCard = NonNullable<ChurchPlan['keptCard']>

/** Its owner has let the card be kept when the church subscribed. */
async function letItRenew(
  tx: Tx,
  enqueue: Enqueue,
  { plan: { tenantId, currency }, owner, at }: Renewing,
  { provider, ...card }: KeptCard,
): Promise<void> {
  const actor = { ...systemActor, kind: 'staff' as const, id: owner.id, name: owner.email }
  const agreedAt = new Date(at.getTime() + SUBSCRIBED_ON * DAY_MS)
  const agreed = { tenantId, provider, card, months: 1, currency, accountId: owner.id, actor, at: agreedAt }
  await keepAndRenew(tx, { enqueue }, agreed)
}

/** The id of each thing of a list, of the list of ids in the same order. */
function finder<Thing>(things: readonly Thing[], ids: readonly string[]): (thing: Thing) => string {
  const idOf = new Map(things.map((thing, index) => [thing, ids[index] ?? '']))
  return (thing) => idOf.get(thing) ?? ''
}

async function foundChurch(tx: Tx, { plan, at, today }: Making): Promise<void> {
  const { tenantId, plan: subscription } = plan
  const { membershipSize, expiresIn } = subscription
  const chosen = demoPlans.find((known) => known.membershipSize === membershipSize)
  const name = chosen?.name ?? `${membershipSize.toLocaleString('en-US')} members`
  const chosenOn = chosen && { id: chosen.id, startedOn: addDays(today, SUBSCRIBED_ON) }
  const first = { name, membershipSize, expiresOn: addDays(today, expiresIn), ...chosenOn }
  await openChurch(tx, { ...plan, plan: first }, at)
  await claimSlug(tx, plan.slug)
  const givenAt = new Date(at.getTime() + UNITS_GIVEN_ON * DAY_MS)
  await grantUnits(tx, tenantId, { units: plan.units, reference: 'demo', at: givenAt })
  for (const sender of plan.senders)
    await addDecidedSender(tx, tenantId, sender, new Date(at.getTime() + sender.requestedOn * DAY_MS))
}

type Account = { id: string; email: string }
type Adding = Making & { passwordHash: string; publicUrl: string }

/** The staff first, who made the rules: whoever is entered after that is met by them. Ids in the order of the people. */
async function addPeople(
  tx: Tx,
  { passwordHash, publicUrl, ...making }: Adding,
  people: readonly DemoPerson[],
): Promise<{ ids: string[]; accounts: Account[] }> {
  const { plan, at } = making
  const church = { ...plan, ...making }
  const enter = (some: readonly DemoPerson[]) =>
    plan.hasFollowup ? addAsTheyCame(tx, church, some) : addPersons(tx, plan.tenantId, [...some], at)
  const staff = await enter(people.slice(0, plan.accounts.length))
  const accounts = await addAccounts(tx, making, { ids: staff, passwordHash })
  const [owner] = accounts
  if (plan.hasRules && owner) await makeRules(tx, { plan, at, owner, publicUrl })
  return { ids: [...staff, ...(await enter(people.slice(plan.accounts.length)))], accounts }
}

/** The staff are the first people of the crowd. Answers their accounts. */
async function addAccounts(
  tx: Tx,
  { plan, at }: Making,
  { ids, passwordHash }: { ids: string[]; passwordHash: string },
): Promise<Account[]> {
  const made: Account[] = []
  for (const [index, { email, role }] of plan.accounts.entries()) {
    const staff = { tenantId: plan.tenantId, personId: ids[index] ?? '', email, passwordHash, roles: [role] }
    const id = await createStaff(tx, staff, at)
    // The churches of the demo are not new: nobody is shown the first steps, which stay under Help.
    await saveFirstStepsHidden(tx, { tenantId: plan.tenantId, accountId: id }, { hidden: true, at })
    made.push({ id, email })
  }
  return made
}

/** Answers the groups’ ids by their names. */
async function addGroups(
  tx: Tx,
  { plan, today, chance }: Making,
  { people, ids }: Crowd,
): Promise<Map<string, string>> {
  const idOf = new Map<string, string>()
  for (const group of groupsOf(today)) {
    const groupId = await addGroup(tx, plan.tenantId, group)
    const members = ids.filter((_, index) => {
      const person = people[index]
      return person !== undefined && belongs(person, group, { today, chance })
    })
    await addToGroup(tx, plan.tenantId, groupId, members)
    idOf.set(group.name, groupId)
  }
  return idOf
}

/** Some took themselves off the list; nobody whose phone another person has too. */
async function addRefusals(tx: Tx, { plan, at, chance }: Making, people: DemoPerson[]): Promise<void> {
  const phones = people
    .slice(plan.accounts.length)
    .flatMap(({ phone, groups }) => (phone && groups.length === 0 ? [phone] : []))
  const owners = Map.groupBy(phones, (phone) => phone)
  const alone = phones.filter((phone) => owners.get(phone)?.length === 1)
  for (let count = 0; count < plan.crowd.optedOut; count += 1) {
    const [address] = alone.splice(chance.below(alone.length), 1)
    const refusedAt = new Date(at.getTime() - chance.below(REFUSED_DAYS_AGO) * DAY_MS)
    if (address)
      await optOut(tx, plan.tenantId, {
        channel: 'sms',
        address,
        source: count % 3 === 0 ? 'desk' : 'link',
        at: refusedAt,
      })
  }
}
