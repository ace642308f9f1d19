import pg from 'pg'
import type { FloorPlan } from './floor-store.ts'

/** What a registration writes, in one prepared statement on tables like the real ones, without keys to others or rules. */
export type FloorRegistration = { eventId: string; familyId: string; children: { personId: string; classId: string }[] }

const REGISTER = `
  with made as (
    insert into floor_registration (tenant_id, id, event_id, family_id, code, day, created_at)
    values ($1, $2, $3, $4, $5, '2026-05-03', now()) returning id
  ), coded as (
    insert into floor_code (tenant_id, day, code, registration_id) select $1, '2026-05-03', $5, id from made
  ), come as (
    insert into floor_child (tenant_id, event_id, person_id, registration_id, class_id, registered_at)
    select $1, $3, w."personId", m.id, w."classId", now()
    from made m, jsonb_to_recordset($6) as w ("personId" uuid, "classId" uuid) returning class_id
  ), needed as (
    select class_id, count(*)::integer as places from come group by class_id
  ), locked as (
    select c.id, n.places from floor_class c join needed n on c.tenant_id = $1 and c.id = n.class_id
    order by c.id for no key update of c
  )
  update floor_class c set taken = taken + l.places from locked l
  where c.tenant_id = $1 and c.id = l.id and (c.capacity is null or c.taken + l.places <= c.capacity)`

const FAMILY = `
  select f.id, f.name, f.home_phone as "homePhone", f.email, f.address, (
    select jsonb_agg(jsonb_build_object('id', p.id, 'role', m.role, 'firstName', p.first_name, 'lastName', p.last_name,
      'pictureId', p.picture_id, 'gender', p.gender, 'care', (
        select jsonb_agg(jsonb_build_object('name', c.name)) from care_note c where c.person_id = p.id)) order by m.role, p.sort_name)
    from family_member m join person p on p.id = m.person_id where m.family_id = f.id) as members
  from family f where f.id = $1`

/** Like the real tables in columns and indexes. */
export const REGISTRATION_FLOOR_TABLES = `
  create table floor_registration (like registration including defaults including indexes);
  create table floor_code (like day_code including defaults including indexes);
  create table floor_child (like registration_child including defaults including indexes);
  create table floor_class (like event_class including defaults including indexes);
  insert into floor_class select * from event_class`

export function openRegistrationFloor({ appUrl, ownerUrl, tenantId, connections }: FloorPlan) {
  const pool = new pg.Pool({ connectionString: appUrl, max: connections, options: `-c app.tenant_id=${tenantId}` })
  const writing = new pg.Pool({ connectionString: ownerUrl, max: connections })
  return {
    family: async (id: string): Promise<object> =>
      (await pool.query<object>({ name: 'family', text: FAMILY, values: [id] })).rows,
    register: async ({ eventId, familyId, children }: FloorRegistration): Promise<object> => {
      const code = crypto.randomUUID().slice(0, 12)
      const values = [tenantId, crypto.randomUUID(), eventId, familyId, code, JSON.stringify(children)]
      await writing.query({ name: 'register', text: REGISTER, values })
      return { code }
    },
    close: async () => {
      await pool.end()
      await writing.end()
    },
  }
}
