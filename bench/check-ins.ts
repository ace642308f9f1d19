import { addEvent } from '#contract/checkin/events.ts'
import { checkIn } from '#contract/checkin/station.ts'
import { wallTime } from '#server/platform/runtime/index.ts'
import { addFamilies, addPersons } from '#server/people/index.ts'
import type { Church } from '#server/test-kit/build-church.ts'
import { quantile, report } from './figures.ts'
import type { Stage } from './stage.ts'

const FAMILIES_A_MINUTE = 2_000
const P95_MS = 150
/** A check-in after a full day takes at most so many times as long as the first ones. */
const LATE_RATIO = 1.2
const CHILDREN = 3
const STATIONS = 8
/** Families measured at the beginning and at the end of the day. */
const MEASURED = 1_000
const WARM_UP = 200
const DAY = 20_000
const HOUR_MS = 3_600_000

type Door = { eventId: string; classIds: string[] }
type Arrival = { familyId: string; childIds: string[] }

/** Families of three children come to several stations at once; then to a day on which 20,000 came before. */
export async function measureCheckIns(stage: Stage, day = DAY): Promise<void> {
  const church = await stage.buildChurch({})
  const door = await openDoor(stage, church)
  const families = await makeFamilies(stage, church, WARM_UP + day + MEASURED)
  // The tables of the day stay as they are on a church's very first one: nothing is known of them yet.
  await stage.look('vacuum analyze person, person_term, family, family_member')
  await arrive(stage, church, door, families.slice(0, WARM_UP))
  const first = await arrive(stage, church, door, families.slice(WARM_UP, WARM_UP + MEASURED))
  tell('family check-ins, three children each', first)
  await arrive(stage, church, door, families.slice(WARM_UP + MEASURED, WARM_UP + day))
  const last = await arrive(stage, church, door, families.slice(-MEASURED))
  tell(`  after ${day.toLocaleString('en-US')} check-ins of the day`, last)
  const ratio = quantile(last.times, 0.5) / quantile(first.times, 0.5)
  report('  median, last to first', `${ratio.toFixed(2)} × (≤ ${LATE_RATIO})`, ratio <= LATE_RATIO)
}

type Came = { times: number[]; perMinute: number; failures: number }

function tell(what: string, { times, perMinute, failures }: Came): void {
  const p95 = quantile(times, 0.95)
  const figure = `${Math.round(perMinute).toLocaleString('en-US')} a minute (≥ ${FAMILIES_A_MINUTE.toLocaleString('en-US')}), p50 ${quantile(times, 0.5).toFixed(1)} p95 ${p95.toFixed(1)} ms (≤ ${P95_MS})`
  const isKept = failures === 0 && perMinute >= FAMILIES_A_MINUTE && p95 <= P95_MS
  report(what, failures === 0 ? figure : `${figure}   ${failures} FAILED`, isKept)
}

async function openDoor({ call }: Stage, { admin }: Church): Promise<Door> {
  const local = (hours: number): string => wallTime('Africa/Lagos', new Date(Date.now() + hours * HOUR_MS)).slice(0, 16)
  const plain = { id: null, groupId: null, ageFrom: null, ageUntil: null, capacity: null, ratio: null }
  const classes = Array.from({ length: 12 }, (_, index) => ({ ...plain, name: `Class ${index + 1}` }))
  const times = { startsAt: local(-0.5), endsAt: local(8), opensAt: null, closesAt: null }
  const body = { name: 'Sunday service', place: '', ...times, classes, repeat: null }
  const { body: event } = await call(addEvent, { body }, { token: admin.token })
  return { eventId: event.id, classIds: event.classes.map(({ id }) => id) }
}

const AT_ONCE = 2_000

async function makeFamilies({ server }: Stage, { tenantId }: Church, count: number): Promise<Arrival[]> {
  const made: Arrival[] = []
  for (let start = 0; start < count; start += AT_ONCE) {
    const size = Math.min(AT_ONCE, count - start)
    const at = new Date()
    const batch = await server.context.database.withTenant(tenantId, async (tx) => {
      const people = Array.from({ length: size * (CHILDREN + 1) }, (_, index) => personOf(start, index))
      const ids = await addPersons(tx, tenantId, people, at)
      const membersOf = (family: number): string[] => ids.slice(family * (CHILDREN + 1), (family + 1) * (CHILDREN + 1))
      const families = Array.from({ length: size }, (_, family) => ({
        name: `Family ${start + family}`,
        email: null,
        homePhone: null,
        address: null,
        members: membersOf(family).map((personId, place) => ({ personId, role: place === 0 ? 2 : 3 })),
      }))
      const familyIds = await addFamilies(tx, { tenantId, isoCode: 'NG', at }, families)
      return familyIds.map((familyId, family) => ({ familyId, childIds: membersOf(family).slice(1) }))
    })
    made.push(...batch)
  }
  return made
}

const personOf = (start: number, index: number) => ({
  firstName: `Ngọzi${index % 97}`,
  lastName: `Eze${(start + index) % 31}`,
  email: null,
  phone: null,
  kind: 'member' as const,
  joinedOn: '2024-01-07',
})

/** Every station takes the next family in the line as soon as it is done with the one before. */
async function arrive({ call }: Stage, { admin }: Church, door: Door, families: Arrival[]): Promise<Came> {
  const times: number[] = []
  let failures = 0
  const line = families.values()
  const began = performance.now()
  const work = async (): Promise<void> => {
    for (const { familyId, childIds } of line) {
      const children = childIds.map((personId, nth) => ({
        personId,
        classId: door.classIds[(times.length + nth) % door.classIds.length] ?? '',
      }))
      const started = performance.now()
      const body = { eventId: door.eventId, familyId, children }
      const { status } = await call(checkIn, { body }, { token: admin.token })
      times.push(performance.now() - started)
      if (status !== 200) failures += 1
    }
  }
  await Promise.all(Array.from({ length: STATIONS }, work))
  return { times, perMinute: (families.length / (performance.now() - began)) * 60_000, failures }
}
