import type { Facts, Occasion, Place } from '../followup/automation/facts.ts'

/** A first-timer whom a pure rule of the automation is asked about; nothing is known of her but what a test says. */
export const factsOf = (known: Partial<Facts> = {}): Facts => ({
  personId: '018f0000-0000-7000-8000-000000000001',
  name: 'Hauwa Bello',
  firstName: 'Hauwa',
  phone: null,
  email: null,
  hasDevice: false,
  refused: [],
  personKind: 'first_timer',
  kind: 'first_timer',
  archived: false,
  paused: false,
  sourceId: null,
  stageId: 1,
  ownerId: null,
  gender: null,
  birthYear: null,
  birthMonth: null,
  birthDay: null,
  groupIds: [],
  visits: [],
  ...known,
})

/** Her first visit on a Sunday in Lagos. */
export const occasionOf = (day: string, more: Partial<Occasion> = {}): Occasion => ({
  personId: '018f0000-0000-7000-8000-000000000001',
  key: 'first',
  at: new Date(`${day}T08:00:00Z`),
  day,
  entryId: null,
  ledBy: null,
  ...more,
})

export const ALPHA = '018f0000-0000-7000-8000-0000000000a1'
export const CHOIR = '018f0000-0000-7000-8000-0000000000a2'
export const EFUA = '018f0000-0000-7000-8000-0000000000b1'

const stage = { position: 1, meaning: null, isRetired: false }

/** A church in Lagos with what rules name: stages of both paths, sources, two groups, one colleague, one sender. */
export const place: Place = {
  timeZone: 'Africa/Lagos',
  isoCode: 'NG',
  stages: [
    { ...stage, id: 1, track: 'first_timer', name: 'First visit' },
    { ...stage, id: 4, track: 'first_timer', name: 'Connected' },
    { ...stage, id: 6, track: 'new_convert', name: 'Decision' },
    { ...stage, id: 11, track: 'first_timer', name: 'Tea', isRetired: true },
  ],
  sources: [
    { id: 1, name: 'Website', position: 1, isRetired: false },
    { id: 2, name: 'Friend', position: 2, isRetired: false },
    { id: 4, name: 'Flyer', position: 3, isRetired: true },
  ],
  groups: new Map([
    [ALPHA, 'Alpha'],
    [CHOIR, 'Choir'],
  ]),
  team: new Map([[EFUA, 'Efua Mensah']]),
  senders: ['GraceChapel'],
}
