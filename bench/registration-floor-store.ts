import pg from 'pg'
import type { FloorPlan } from './floor-store.ts'

/** `personId`: of the guardian who registers them. */
export type FloorRegistration = {
  eventId: string
  personId: string
  children: { personId: string; classId: string }[]
}

const OWN_FAMILY = `
  from family_member m join family f on f.tenant_id = $1 and f.id = m.family_id
  where m.tenant_id = $1 and m.person_id = $2 and m.role in (1, 2, 6, 7) order by m.role, f.created_at, f.id limit 1`

/** What no registration can be made without knowing: whether the event is open, whose the children are, which classes there are. */
const LOOK = `
  with own as materialized (select m.family_id ${OWN_FAMILY})
  select (select family_id from own) as "familyId", e.ends_at as "endsAt", e.cancelled_at as "cancelledAt",
    (select array_agg(m.person_id) from family_member m join person p on p.tenant_id = $1 and p.id = m.person_id
      where m.tenant_id = $1 and m.family_id = (select family_id from own) and m.role <> 6 and p.archived_at is null) as people,
    (select array_agg(c.id) from event_class c where c.tenant_id = $1 and c.event_id = e.id and c.removed_at is null) as classes
  from event e where e.tenant_id = $1 and e.id = $3 for key share of e`

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

/** The family that this person looks after, with everything of it that the screen shows. */
const FAMILY = `
  select o.*, (
    select json_agg(json_build_object('id', p.id, 'role', m.role, 'firstName', p.first_name, 'lastName', p.last_name,
      'phone', p.phone, 'email', p.email, 'address', p.address, 'gender', p.gender, 'birthDay', p.birth_day,
      'birthMonth', p.birth_month, 'birthYear', p.birth_year, 'pictureId', p.picture_id, 'care', (
        select json_agg(json_build_object('kind', c.kind, 'name', c.name, 'instruction', c.instruction) order by c.kind, c.added_at)
        from care_note c where c.tenant_id = $1 and c.person_id = p.id)) order by m.role, p.birth_year, p.created_at)
    from family_member m join person p on p.tenant_id = $1 and p.id = m.person_id
    where m.tenant_id = $1 and m.family_id = o.id and p.archived_at is null
  ) as members
  from (
    select f.id, f.name, f.home_phone as "homePhone", f.email, f.address,
      coalesce(f.own_code, upper(right(replace(f.id::text, '-', ''), 8))) as code, m.role ${OWN_FAMILY}
  ) o`

/** Like the real tables in columns and indexes. */
export const REGISTRATION_FLOOR_TABLES = `
  create table floor_registration (like registration including defaults including indexes);
  create table floor_code (like day_code including defaults including indexes);
  create table floor_child (like registration_child including defaults including indexes);
  create table floor_class (like event_class including defaults including indexes);
  insert into floor_class select * from event_class`

type Looked = {
  familyId: string
  endsAt: Date
  cancelledAt: Date | null
  people: string[]
  classes: string[]
}

/**
 * A registration looks at event, family and classes, which refusals have to name, and writes in the same durable transaction,
 * in one statement. No session, no row-level security, no keys to other tables, no waiting list, no contract.
 */
export function openRegistrationFloor({ appUrl, ownerUrl, tenantId, connections }: FloorPlan) {
  const pool = new pg.Pool({ connectionString: appUrl, max: connections, options: `-c app.tenant_id=${tenantId}` })
  const writing = new pg.Pool({ connectionString: ownerUrl, max: connections, pipeline: true })
  return {
    family: async (personId: string): Promise<object> =>
      (await pool.query<object>({ name: 'family', text: FAMILY, values: [tenantId, personId] })).rows,
    register: async ({ eventId, personId, children }: FloorRegistration): Promise<object> => {
      const client = await writing.connect()
      try {
        const [, { rows }] = await Promise.all([
          client.query('begin'),
          client.query<Looked>({ name: 'look', text: LOOK, values: [tenantId, personId, eventId] }),
        ])
        const [event] = rows
        if (!event || event.cancelledAt || event.endsAt <= new Date()) throw new Error('There is no such event')
        if (!children.every((one) => event.people.includes(one.personId) && event.classes.includes(one.classId)))
          throw new Error('A child or a class is of others')
        const code = crypto.randomUUID().slice(0, 12)
        const values = [tenantId, crypto.randomUUID(), eventId, event.familyId, code, JSON.stringify(children)]
        await Promise.all([client.query({ name: 'register', text: REGISTER, values }), client.query('commit')])
        return { code }
      } finally {
        client.release()
      }
    },
    close: async () => {
      await pool.end()
      await writing.end()
    },
  }
}
