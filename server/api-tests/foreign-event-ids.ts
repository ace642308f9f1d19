import * as events from '#contract/checkin/events.ts'
import type { Ask } from './foreign-ask.ts'

const oneClass = { id: null, groupId: null, name: 'Toddlers', ageFrom: null, ageUntil: null, capacity: 40, ratio: null }
const plan = {
  name: 'Service',
  place: '',
  startsAt: '2030-05-05T09:00',
  endsAt: '2030-05-05T11:00',
  opensAt: null,
  closesAt: null,
  classes: [oneClass],
}
const change = { ...plan, scope: 'this', version: 1 }

/** Events of another church, and groups and classes of another church in an event. */
export const askedOfEvents: readonly Ask[] = [
  ({ other }) => ({ endpoint: events.readEvent, params: { id: other.event } }),
  ({ other }) => ({ endpoint: events.editEvent, params: { id: other.event }, body: change }),
  ({ own, other }) => ({
    endpoint: events.editEvent,
    params: { id: own.event },
    body: { ...change, classes: [{ ...oneClass, id: other.eventClass }] },
  }),
  ({ own, other }) => ({
    endpoint: events.editEvent,
    params: { id: own.event },
    body: { ...change, classes: [{ ...oneClass, id: own.eventClass, groupId: other.group }] },
  }),
  ({ other }) => ({ endpoint: events.cancelEvent, params: { id: other.event }, body: { scope: 'this' } }),
  ({ other }) => ({ endpoint: events.uploadBanner, params: { id: other.event }, file: 'picture' }),
  ({ other }) => ({ endpoint: events.removeBanner, params: { id: other.event } }),
  ({ other }) => ({
    endpoint: events.addEvent,
    body: { ...plan, classes: [{ ...oneClass, groupId: other.group }], repeat: null },
  }),
]
