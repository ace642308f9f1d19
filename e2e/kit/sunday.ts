import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { yearsAgo } from './checkin.ts'
import { demoNow } from './clock.ts'
import { cookieOf, PASSWORD } from './sign-in.ts'

const PORTRAIT = path.resolve(import.meta.dirname, '../../server/demo/transfer-slip.webp')
const ZONE = 'Africa/Lagos'

/** A family as its parent made it at the portal. */
export type SundayFamily = {
  eventId: string
  registrationId: string
  code: string
  phone: string
  children: Record<string, string>
}
export type Sunday = {
  eventId: string
  classes: Record<string, string>
  addFamily: (name: string) => Promise<SundayFamily>
  /** The same, with the children who are registered in their classes. */
  addFamilyInClass: (name: string) => Promise<SundayFamily>
}

type Send = <T>(method: string, address: string, body?: unknown) => Promise<T>

const sender =
  (url: string, cookie: string): Send =>
  async <T>(method: string, address: string, body?: unknown) => {
    const isFile = body instanceof FormData
    const reply = await fetch(url + address, {
      method,
      headers: {
        cookie,
        origin: url,
        'idempotency-key': crypto.randomUUID(),
        ...(isFile ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${address}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as T
  }

/** `YYYY-MM-DDTHH:mm` at the church, so many minutes from now. */
function localTime(minutes: number): string {
  const at = new Date(demoNow().getTime() + minutes * 60_000)
  const text = at.toLocaleString('sv-SE', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'short' })
  return text.replace(' ', 'T')
}

const classOf = (name: string, [from, until]: [number, number], capacity: number | null) => ({
  id: null,
  groupId: null,
  name,
  ageFrom: from * 12,
  ageUntil: until * 12 + 11,
  capacity,
  ratio: null,
})

const CLASSES = [
  classOf('Nursery (0–1)', [0, 1], 12),
  classOf('Toddlers (2–5)', [2, 5], 40),
  classOf('Primary (6–9)', [6, 9], 57),
  classOf('Choir (6–12)', [6, 12], 0),
  classOf('Teens (13–17)', [13, 17], null),
]

/** A service at Grace Chapel that begins within minutes, and families for it. */
export async function makeSunday(url: string, name = 'Family Thanksgiving Service'): Promise<Sunday> {
  const staff = sender(url, await cookieOf(url, '/api/identity/session', { userName: 'admin@grace.example' }))
  const event = await staff<{ id: string; classes: { id: string; name: string }[] }>('POST', '/api/checkin/events', {
    name,
    place: 'Main hall',
    startsAt: localTime(20),
    endsAt: localTime(140),
    opensAt: null,
    closesAt: null,
    repeat: null,
    classes: CLASSES,
  })
  const classes = Object.fromEntries(event.classes.map((one) => [one.name, one.id]))
  const add = (family: string) => addFamily(url, { family, eventId: event.id, classes })
  return {
    eventId: event.id,
    classes,
    addFamily: add,
    addFamilyInClass: async (name) => {
      const family = await add(name)
      await checkIn(staff, event.id, family)
      return family
    },
  }
}

type Found = { familyId: string; children: { personId: string; classId: string | null }[] }

async function checkIn(staff: Send, eventId: string, { code }: SundayFamily): Promise<void> {
  const body = { eventId, code }
  const { families: found } = await staff<{ families: Found[] }>('POST', '/api/checkin/station/find', body)
  for (const { familyId, children } of found) {
    const coming = children.filter(({ classId }) => classId !== null)
    await staff('POST', '/api/checkin/station/check-in', { eventId, familyId, children: coming.map(idsOf) })
  }
}

const idsOf = ({ personId, classId }: Found['children'][number]) => ({ personId, classId })

/** Numbers of nobody in the demo; others may have made families in the same one. */
let families = Math.floor(Math.random() * 9000) * 100

type Registered = { registrationId: string; code: string }
type Adding = { family: string; eventId: string; classes: Record<string, string> }

/** Tèmítọ́pẹ́ (8), Ayọ̀mídé (4) and Oluwaṣẹ́gun (6) are registered, Mọ́remí (13) is not; Bisi may collect, Ṣadé only once a week, Kúnlé never. */
async function addFamily(url: string, { family, eventId, classes }: Adding): Promise<SundayFamily> {
  const phone = `+23481${String(10_000_000 + ++families).slice(0, 8)}`
  const parent = sender(url, await signUp(url, family, phone))
  const children: Record<string, string> = {}
  const add = async (firstName: string, years: number, care: object[] = []) => {
    const { person } = await parent<{ person: { id: string } }>('POST', '/api/Family/addFamilyMember', {
      familyRoleId: 4,
      person: { firstName, lastName: family, ...birthday(years), care },
    })
    children[firstName] = person.id
  }
  await add('Tèmítọ́pẹ́', 8, [{ kind: 'allergy', name: 'Peanut', instruction: 'adrenaline pen in her bag' }])
  await add('Ayọ̀mídé', 4, [{ kind: 'medical', name: 'Asthma', instruction: 'inhaler with teacher' }])
  await add('Oluwaṣẹ́gun', 6)
  await add('Mọ́remí', 13)
  await addCollectors(parent, children['Oluwaṣẹ́gun'] ?? '')
  const going = [
    ['Tèmítọ́pẹ́', 'Primary (6–9)'],
    ['Ayọ̀mídé', 'Toddlers (2–5)'],
    ['Oluwaṣẹ́gun', 'Primary (6–9)'],
  ] as const
  const body = { children: going.map(([child, room]) => ({ personId: children[child], classId: classes[room] })) }
  const registered = await parent<Registered>('POST', `/api/checkin/events/${eventId}/register`, body)
  return { ...registered, eventId, phone, children }
}

const birthday = (years: number) => ({ dayOfBirth: 1, monthOfBirth: 1, yearOfBirth: yearsAgo(years) })

async function signUp(url: string, family: string, phone: string): Promise<string> {
  const door = (await (await fetch(`${url}/api/checkin/door/grace-chapel`)).json()) as { id: string }
  const reply = await fetch(`${url}/api/checkin/signup`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({
      tenantId: door.id,
      firstName: 'Adébáyọ̀',
      lastName: family,
      userName: phone,
      familyRole: 1,
      password: PASSWORD,
    }),
  })
  if (!reply.ok) throw new Error(`No sign-up: ${reply.status} ${await reply.text()}`)
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

async function addCollectors(parent: Send, guarded: string): Promise<void> {
  const free = { childIds: null, fromDay: null, untilDay: null, weekdays: [], oneTime: false, note: '' }
  const add = (firstName: string, terms: object, pictureUrl: string | null = null) =>
    parent('POST', '/api/checkin/guardians', {
      firstName,
      lastName: 'Adéyẹmí',
      phone: null,
      gender: null,
      pictureUrl,
      terms: { ...free, kind: 'allowed', ...terms },
    })
  await add('Bísí', {})
  await add('Ṣadé', { weekdays: [otherWeekday()], note: 'After choir practice' })
  const picture = new FormData()
  picture.append('mediaFileImage', new Blob([await readFile(PORTRAIT)], { type: 'image/webp' }), 'face.webp')
  const { pictureUrl } = await parent<{ pictureUrl: string }>('POST', '/api/Media/UploadProfilePicture', picture)
  await add('Kúnlé', { kind: 'not_authorised', childIds: [guarded] }, pictureUrl)
}

/** A day of the week that is neither today nor beside it, in whatever zone. */
const otherWeekday = (): number => ((demoNow().getUTCDay() + 3) % 7) + 1
