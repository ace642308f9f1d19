import { sql } from 'kysely'
import type { SendingHours } from '#contract/messaging/sending-hours.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Hours, HoursRule, OpenHours } from './hours.ts'

type HoursRow = Omit<SendingHours, 'week' | 'agreed' | 'zone' | 'kind'> & {
  kind: string
  zone: string
  week: (string | null)[]
  agreed: string | null
}

const hoursRow = sql`
  h.id, h.country, h.route_id as "routeId", r.name as "routeName", h.kind, h.zone, h.week, h.releases,
  h.closed_on_holidays as "closedOnHolidays", h.agreed, h.source, h.checked_on as "checkedOn"
  from sending_hours h left join sms_route r on r.id = h.route_id`

/** All of them: by country, those of single routes behind; the ones for everywhere else last. */
export async function selectHours(tx: Tx): Promise<SendingHours[]> {
  const { rows } = await sql<HoursRow>`
    select ${hoursRow} order by h.country nulls last, h.route_id nulls first, h.kind`.execute(tx)
  return rows.map(shaped)
}

type Asked = {
  routeId: string
  /** `personal`: a code, a receipt, a call to a parent. */
  kind: SendingHours['kind']
  /** Of the church. */
  zone: string
}

/** The hours of a route for the church of the transaction, to be asked about each recipient. */
export async function hoursOf(tx: Tx, { routeId, kind, zone }: Asked): Promise<Hours> {
  const [rules, holidays, agreed] = await Promise.all([
    sql<HoursRow>`
      select ${hoursRow} where h.kind = ${kind} and (h.route_id is null or h.route_id = ${routeId})
      order by h.route_id nulls first`.execute(tx),
    sql<{ holiday: string }>`
      select p.country || ' ' || p.day as holiday from public_holiday p
      where exists (select from sending_hours h where h.closed_on_holidays and h.kind = ${kind}
        and coalesce(h.country, p.country) = p.country)`.execute(tx),
    sql<{ country: string }>`select country from sending_agreement`.execute(tx),
  ])
  return {
    zone,
    // The later ones, of the route itself, stand in place of those of every route.
    rules: new Map(rules.rows.map((row): [string, HoursRule] => [row.country ?? '', shaped(row)])),
    holidays: new Set(holidays.rows.map(({ holiday }) => holiday)),
    agreed: new Set(agreed.rows.map(({ country }) => country)),
  }
}

const shaped = ({ kind, zone, week, agreed, ...row }: HoursRow): SendingHours => ({
  ...row,
  kind: kind === 'personal' ? 'personal' : 'bulk',
  zone: zone === 'church' ? 'church' : 'recipient',
  week: week.map(readHours),
  agreed: readHours(agreed),
})

/** `08:00-20:00`, as the table has them. */
function readHours(text: string | null): OpenHours | null {
  const [opens, closes] = text?.split('-') ?? []
  return opens !== undefined && closes !== undefined ? { opens, closes } : null
}

const written = (hours: OpenHours | null): string | null => hours && `${hours.opens}-${hours.closes}`

export type HoursInput = Omit<SendingHours, 'id' | 'country' | 'routeId' | 'routeName' | 'kind'>

/** In force from the next message that is handed over. */
export async function updateHours(tx: Tx, id: string, hours: HoursInput): Promise<void> {
  await sql`
    update sending_hours set zone = ${hours.zone}, week = ${hours.week.map(written)}::text[], releases = ${hours.releases},
      closed_on_holidays = ${hours.closedOnHolidays}, agreed = ${written(hours.agreed)}, source = ${hours.source},
      checked_on = ${hours.checkedOn}
    where id = ${id}`.execute(tx)
}

export type HoursPlace = Pick<SendingHours, 'country' | 'routeId' | 'kind'>

export async function insertHours(tx: Tx, id: string, place: HoursPlace, hours: HoursInput): Promise<void> {
  await sql`
    insert into sending_hours (id, country, route_id, kind, zone, week, releases, closed_on_holidays, agreed, source, checked_on)
    values (${id}, ${place.country}, ${place.routeId}, ${place.kind}, ${hours.zone}, ${hours.week.map(written)}::text[],
      ${hours.releases}, ${hours.closedOnHolidays}, ${written(hours.agreed)}, ${hours.source}, ${hours.checkedOn})`.execute(
    tx,
  )
}

export async function deleteHours(tx: Tx, id: string): Promise<void> {
  await sql`delete from sending_hours where id = ${id}`.execute(tx)
}

export type AgreementRecord = { isoCode: string; by: string; at: Date }

/** What the church of the transaction states that its people agreed to; by whom as it is called today. */
export async function selectAgreements(tx: Tx): Promise<AgreementRecord[]> {
  const { rows } = await sql<AgreementRecord>`
    select g.country as "isoCode", coalesce(trim(p.first_name || ' ' || p.last_name), a.email) as by, g.stated_at as at
    from sending_agreement g join account a on a.tenant_id = g.tenant_id and a.id = g.stated_by
      left join person p on p.tenant_id = a.tenant_id and p.id = a.person_id
    order by g.country`.execute(tx)
  return rows
}

type Agreement = { tenantId: string; isoCode: string; accountId: string; at: Date }

/** False: it was stated already. */
export async function insertAgreement(tx: Tx, { tenantId, isoCode, accountId, at }: Agreement): Promise<boolean> {
  const { rows } = await sql`
    insert into sending_agreement (tenant_id, country, stated_by, stated_at)
    values (${tenantId}, ${isoCode}, ${accountId}, ${at}) on conflict do nothing returning country`.execute(tx)
  return rows.length > 0
}

/** False: it was not stated. */
export async function deleteAgreement(tx: Tx, isoCode: string): Promise<boolean> {
  const { rows } = await sql`delete from sending_agreement where country = ${isoCode} returning country`.execute(tx)
  return rows.length > 0
}

/** Whether anything can be agreed to in a country. */
export async function canAgree(tx: Tx, isoCode: string): Promise<boolean> {
  const { rows } = await sql`select from sending_hours where country = ${isoCode} and agreed is not null`.execute(tx)
  return rows.length > 0
}
