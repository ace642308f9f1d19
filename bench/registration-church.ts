import { addEvent, type EventRow } from '#contract/checkin/events.ts'
import { hashToken, newToken } from '#server/identity/index.ts'
import { addFamilies, addPersons } from '#server/people/index.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import type { Stage } from './stage.ts'

/** `guardianId`: the mother, who is signed in with the token. */
export type BenchFamily = { guardianId: string; childIds: string[]; token: string }
export type RegistrationChurch = Church & { families: BenchFamily[] }

const PORTION = 1_000

/** A church of families of a mother and two children, every mother signed in at the portal. */
export async function fillRegistrationChurch(stage: Stage, count: number): Promise<RegistrationChurch> {
  const church = await stage.buildChurch({})
  const families: BenchFamily[] = []
  for (let made = 0; made < count; made += PORTION)
    families.push(...(await addPortion(stage, church, Math.min(PORTION, count - made))))
  return { ...church, families }
}

async function addPortion(stage: Stage, { tenantId }: Church, count: number): Promise<BenchFamily[]> {
  const { database } = stage.server.context
  const at = new Date()
  const plain = { lastName: 'Eze', email: null, phone: null, kind: 'member', joinedOn: '2024-01-07' } as const
  const people = Array.from({ length: count * 3 }, (_, index) => ({ ...plain, firstName: `Ngọzi${index % 40}` }))
  const { ids, familyIds } = await database.withTenant(tenantId, async (tx) => {
    const ids = await addPersons(tx, tenantId, people, at)
    const homes = Array.from({ length: count }, (_, nth) => ({
      name: 'Eze',
      email: null,
      homePhone: null,
      address: null,
      members: [2, 3, 4].map((role, index) => ({ personId: ids[nth * 3 + index] ?? '', role })),
    }))
    return { ids, familyIds: await addFamilies(tx, { tenantId, isoCode: 'NG', at }, homes) }
  })
  const mothers = familyIds.map((_, nth) => ids[nth * 3] ?? '')
  const tokens = mothers.map(() => newToken())
  await stage.look(
    `with signed as (
      select person_id, token_hash from unnest($2::uuid[], $3::bytea[]) as s (person_id, token_hash)
    ), made as (
      insert into guardian_account (tenant_id, person_id, email, email_key, password_hash, created_at)
      select $1, person_id, person_id || '@family.example', person_id || '@family.example', '', now() from signed
      returning id, person_id
    ), listed as (
      insert into directory_entry (kind, key, tenant_id, until) select 'guardian_session', token_hash, $1, now() + interval '1 day' from signed
    )
    insert into guardian_session (tenant_id, token_hash, account_id, created_at, expires_at)
    select $1, s.token_hash, m.id, now(), now() + interval '1 day' from made m join signed s using (person_id)`,
    [tenantId, mothers, tokens.map((token) => hashToken(token))],
  )
  return mothers.map((guardianId, nth) => ({
    guardianId,
    childIds: ids.slice(nth * 3 + 1, nth * 3 + 3),
    token: tokens[nth] ?? '',
  }))
}

/** An event in some days with so many classes, as many as come in each. */
export async function planEvent(stage: Stage, { admin }: Church, classes: number): Promise<EventRow> {
  const oneClass = { id: null, groupId: null, ageFrom: null, ageUntil: null, capacity: 100_000, ratio: null }
  const day = new Date(Date.now() + 5 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const body = {
    name: 'Service',
    place: '',
    startsAt: `${day}T09:00`,
    endsAt: `${day}T11:00`,
    opensAt: null,
    closesAt: null,
    classes: Array.from({ length: classes }, (_, index) => ({ ...oneClass, name: `Class ${index}` })),
    repeat: null,
  }
  const { body: event } = await stage.call(addEvent, { body }, { token: admin.token })
  return event
}
