import { randomUUID } from 'node:crypto'
import { cancelChild, register } from '#contract/checkin/registration.ts'
import { checkIn, checkOut } from '#contract/checkin/station.ts'
import { StationRefusal } from '#web/checkin/offline/station-refusal.ts'
import type { Family } from './build-family.ts'
import { unlessLost } from './lost-answers.ts'
import { as, close, pick, placed, registerOne, renew, sync, syncLocked, type Day, type Device } from './sunday-day.ts'
import type { Step } from './sunday-steps.ts'

/** Of those who walk in with one phone; the first is always there, as the parent is. */
const NAMES = ['Kemi', 'Dayo', 'Bola']

const unlessRefused = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof StationRefusal)) throw error
  })

/** Does one thing of a Sunday; what is refused is refused. */
export async function take(day: Day, step: Step): Promise<unknown> {
  const { devices, families } = day
  if (step.is === 'sync all') return Promise.all(devices.map((device) => sync(device, 'none')))
  if (step.is === 'fill' || step.is === 'give back') return crowd(day, step)
  if (step.is === 'register' || step.is === 'cancel' || step.is === 'desk in' || step.is === 'desk out')
    return takeOnline(day, pick(families, step.family), step)
  if (step.is === 'arrive') return day.late[step.which % Math.max(1, day.late.length)]?.()
  const device = pick(devices, step.at)
  if (step.is === 'refuse') return refuse(day, device, step)
  if (step.is === 'hang') return hang(day, device, step)
  if (step.is === 'close') return unlessLost(close(device, step.cut))
  if (step.is === 'sync') return sync(device, step.cut)
  if (step.is === 'sync locked') return syncLocked(device, step.cut)
  if (step.is === 'renew') return renew(device, day, step.cut)
  if (step.is === 'renew late')
    return unlessLost(device.late[step.which % Math.max(1, device.late.length)]?.() ?? Promise.resolve())
  if (step.is === 'say again') {
    const { acts } = await device.queue.read()
    return unlessLost(device.line('none').sync(acts.map(({ outcome: _outcome, ...act }) => act).toReversed(), []))
  }
  if (step.is === 'check out') {
    const known = [...((await device.queue.state())?.families.values() ?? [])].filter(({ codes }) => codes.length > 0)
    if (known.length === 0) return undefined
    const { codes, family, collectors } = pick(known, step.family)
    const here = family.children.filter(({ state }) => state === 'checked_in').map(({ personId }) => personId)
    return unlessRefused(
      device.desk.checkOut({
        code: codes[0] ?? '',
        childIds: here,
        collectorId: collectors[0]?.personId ?? '',
        press: null,
      }),
    )
  }
  if (step.is === 'check in') {
    const { familyId, childIds } = pick(families, step.family)
    return unlessRefused(
      device.desk.checkIn({
        familyId,
        children: placed(day, childIds.slice(0, 1 + (step.children % 3)), step.room),
        press: null,
      }),
    )
  }
  return unlessRefused(device.desk.walkIn(formOf(day, step), null))
}

const pressing = (day: Day, press: string) => ({ ...as(day), headers: { 'idempotency-key': press } })
const isKept = async ({ queue }: Device, press: string): Promise<boolean> =>
  (await queue.read()).acts.some(({ body }) => body.includes(press))

/** A stranger asks for children whom the station knows to be here. */
async function refuse(day: Day, device: Device, step: Extract<Step, { is: 'refuse' }>): Promise<void> {
  const known = [...((await device.queue.state())?.families.values() ?? [])].filter(({ codes }) => codes.length > 0)
  if (known.length === 0) return
  const { codes, family } = pick(known, step.family)
  const press = randomUUID()
  const going = {
    code: step.isCodeWrong ? '346789' : (codes[0] ?? ''),
    childIds: family.children.map(({ personId }) => personId),
    collectorId: day.others.parentId,
  }
  const ask = () => day.app.call(checkOut, { body: { eventId: day.event.id, ...going } }, pressing(day, press))
  if (step.isHeard) await ask()
  await unlessRefused(device.desk.checkOut({ ...going, press }))
  if (!(await isKept(device, press))) return
  day.refusals.push(press)
  day.late.push(ask)
}

async function hang(day: Day, device: Device, step: Extract<Step, { is: 'hang' }>): Promise<void> {
  const { familyId, childIds } = pick(day.families, step.family)
  const press = randomUUID()
  const children = placed(day, childIds, step.room)
  const body = { eventId: day.event.id, familyId, children }
  const ask = () => day.app.call(checkIn, { body }, pressing(day, press))
  if (step.isHeard) await ask()
  await unlessRefused(device.desk.checkIn({ familyId, children, press }))
  if (await isKept(device, press)) day.late.push(ask)
}

function formOf(day: Day, { phone, children, room }: Extract<Step, { is: 'walk in' }>) {
  const names = NAMES.slice(0, 1 + (children % NAMES.length))
  return {
    isNew: true,
    parent: { firstName: 'Yemi', lastName: 'Cole', phone: `0803555010${phone}`, role: 1 as const },
    children: placed(day, names, room).map(({ personId: firstName, classId }) => ({
      firstName,
      lastName: 'Cole',
      years: 3,
      classId,
      allergy: '',
    })),
  }
}

/** Somebody with a network, whatever the answer. */
function takeOnline(
  day: Day,
  family: Family,
  step: Extract<Step, { family: number; is: 'register' | 'cancel' | 'desk in' | 'desk out' }>,
): Promise<unknown> {
  const { app, event } = day
  const [personId = ''] = family.childIds
  if (step.is === 'register') return registerOne(day, family, step.room)
  if (step.is === 'cancel')
    return app.call(cancelChild, { params: { id: event.id, personId } }, { token: family.token })
  if (step.is === 'desk in') {
    const body = { eventId: event.id, familyId: family.familyId, children: placed(day, family.childIds, step.room) }
    return app.call(checkIn, { body }, { ...as(day), headers: { 'idempotency-key': randomUUID() } })
  }
  return takeHome(day, family)
}

/** Families that never come to a station take places away, or give them back. */
async function crowd(
  { app, event, others }: Day,
  { is, room }: Extract<Step, { is: 'fill' | 'give back' }>,
): Promise<void> {
  const { id: classId } = pick(event.classes, room)
  const params = { id: event.id }
  const registered = await app.look('select person_id, class_id from registration_child where event_id = $1', [
    event.id,
  ])
  const placeOf = (personId: string) => registered.find((row) => row['person_id'] === personId)?.['class_id']
  const [gone] = others.childIds.filter((personId) => placeOf(personId) === classId)
  if (is === 'give back' && gone)
    await app.call(cancelChild, { params: { ...params, personId: gone } }, { token: others.token })
  if (is === 'give back' || room === 2) return
  for (const personId of others.childIds.filter((child) => placeOf(child) === undefined)) {
    const { status } = await app.call(
      register,
      { params, body: { children: [{ personId, classId }] } },
      { token: others.token },
    )
    if (status !== 200) return
  }
}

async function takeHome(day: Day, { familyId, parentId, childIds }: Family): Promise<unknown> {
  const eventId = day.event.id
  const [known] = await day.app.look('select code from registration where event_id = $1 and family_id = $2', [
    eventId,
    familyId,
  ])
  const code = (known as { code: string } | undefined)?.code ?? '346789'
  const body = { eventId, code, childIds: childIds.slice(0, 1), collectorId: parentId }
  return day.app.call(checkOut, { body }, as(day))
}
