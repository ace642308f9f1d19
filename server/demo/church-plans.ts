import type { Role } from '../identity/index.ts'
import type { CrowdPlan } from './crowd/demo-person.ts'
import { newYorkNames, nigerianNames, newYorkMobile, nigerianMobile } from './crowd/names.ts'

/** Day of a subscription's end and the like, counted from the day the demo is made. */
type DaysFromToday = number

type DemoAccount = { who: string; firstName: string; lastName: string; email: string; role: Role }

type DemoSender = {
  mask: string
  state: 'pending' | 'approved' | 'refused'
  refusedReason: string | null
  requestedOn: DaysFromToday
  /** What single networks say; the others say the same as all. */
  networks?: Readonly<Record<string, NetworkState>>
}

type NetworkState = { state: 'pending' | 'approved' | 'refused'; reason?: string }

export type ChurchPlan = {
  /** The same on every machine, so that a demo that was cut short is completed at the next start. */
  tenantId: string
  seed: number
  name: string
  slug: string
  pastorName: string
  city: string
  isoCode: string
  currency: string
  timeZone: string
  /** `fullSince`: since when there are more people than it allows; long enough for the gate to be shut. */
  plan: { membershipSize: number; expiresIn: DaysFromToday; fullSince?: DaysFromToday }
  units: number
  /** Payments by transfer, some of them decided. */
  hasPayments?: true
  /** Renewed by itself each month, from a card at the sandbox's Stripe. */
  keptCard?: typeof hopesCard
  /** Messages that are not sent yet: drafts, templates, one for next Sunday. */
  hasDrafts?: true
  /** Its owner made rules of the follow-up, which acted. */
  hasRules?: true
  /** Events with families registered for them, and a family that signs in. */
  hasCheckin?: true
  /** First-timers who are cared for by the first two of the accounts. */
  hasFollowup?: true
  accounts: DemoAccount[]
  senders: DemoSender[]
  crowd: CrowdPlan
}

const approved = (mask: string): DemoSender => ({ mask, state: 'approved', refusedReason: null, requestedOn: -200 })

const smallCrowd = (people: number): CrowdPlan => ({
  people,
  firstTimers: Math.round(people / 6),
  newConverts: Math.round(people / 30),
  withoutPhone: Math.round(people / 20),
  sharingPhone: 2,
  optedOut: 1,
  families: 0,
  names: nigerianNames,
  mobile: nigerianMobile,
  withGroups: false,
})

const nigeria = { isoCode: 'NG', currency: 'NGN', timeZone: 'Africa/Lagos' }

/** What the payments of the demo bring: a church that has them gets so many fewer to begin with. */
const UNITS_BOUGHT = 1_000

const graceChapel: ChurchPlan = {
  tenantId: '0199f3c0-6c00-7000-8000-000000000001',
  seed: 1,
  name: 'Grace Chapel',
  slug: 'grace-chapel',
  pastorName: 'Pastor Adéwálé Oyèlárán',
  city: 'Lagos',
  ...nigeria,
  plan: { membershipSize: 1_500, expiresIn: 22 },
  units: 5_000 - UNITS_BOUGHT,
  hasPayments: true,
  hasDrafts: true,
  hasRules: true,
  hasCheckin: true,
  hasFollowup: true,
  accounts: [
    { who: 'owner of Grace Chapel', firstName: 'Ngọzi', lastName: 'Eze', email: 'admin@grace.example', role: 'Admin' },
    {
      who: 'follow-up only, Grace Chapel',
      firstName: 'Tèmítọ́pẹ́',
      lastName: 'Àlàbí',
      email: 'followup@grace.example',
      role: 'FollowUp',
    },
    {
      who: 'check-in desk, Grace Chapel',
      firstName: 'Hadiza',
      lastName: 'Bello',
      email: 'desk@grace.example',
      role: 'CheckIn',
    },
    {
      who: 'teacher of a children’s class, Grace Chapel',
      firstName: 'Adésuwà',
      lastName: 'Ìdàhọ̀sà',
      email: 'teacher@grace.example',
      role: 'Teacher',
    },
  ],
  senders: [
    {
      ...approved('GRACECHAPEL'),
      networks: {
        'ng-glo': { state: 'pending' },
        'ng-9mobile': { state: 'refused', reason: 'Send a letter on your church’s letterhead, signed by the pastor.' },
      },
    },
    {
      mask: 'GRACEYOUTH',
      state: 'refused',
      refusedReason:
        'The networks could not see that this name is yours. Ask again with a letter on your church’s letterhead.',
      requestedOn: -6,
    },
    { mask: 'GRACENEWS', state: 'pending', refusedReason: null, requestedOn: -1 },
  ],
  crowd: {
    people: 1_200,
    firstTimers: 300,
    newConverts: 60,
    withoutPhone: 61,
    sharingPhone: 12,
    optedOut: 9,
    families: 300,
    names: nigerianNames,
    mobile: nigerianMobile,
    withGroups: true,
  },
}

/** The sandbox knows it again after every start. */
const hopesCard = {
  provider: 'stripe' as const,
  token: 'pm_1NarthexDemoHope',
  owner: 'cus_NarthexDemoHope',
  brand: 'visa',
  last4: '4242',
  expMonth: 12,
  expYear: 2035,
}

const hopeChurch: ChurchPlan = {
  tenantId: '0199f3c0-6c00-7000-8000-000000000002',
  seed: 2,
  name: 'Hope Church',
  slug: 'hope-church',
  pastorName: 'Pastor Marcus Reed',
  city: 'New York',
  isoCode: 'US',
  currency: 'USD',
  timeZone: 'America/New_York',
  plan: { membershipSize: 100, expiresIn: 140 },
  units: 1_000,
  keptCard: hopesCard,
  accounts: [
    {
      who: 'owner of Hope Church',
      firstName: 'Rachel',
      lastName: 'Brooks',
      email: 'admin@hope.example',
      role: 'Admin',
    },
  ],
  senders: [approved('HOPECHURCH')],
  crowd: { ...smallCrowd(60), names: newYorkNames, mobile: newYorkMobile },
}

const harvestHouse: ChurchPlan = {
  tenantId: '0199f3c0-6c00-7000-8000-000000000003',
  seed: 3,
  name: 'Harvest House',
  slug: 'harvest-house',
  pastorName: 'Pastor Bólúwatifẹ́ Ládipọ̀',
  city: 'Ibadan',
  ...nigeria,
  plan: { membershipSize: 500, expiresIn: -10 },
  units: 640,
  accounts: [
    {
      who: 'owner of an expired church',
      firstName: 'Káyọ̀dé',
      lastName: 'Fálétí',
      email: 'admin@expired.example',
      role: 'Admin',
    },
  ],
  senders: [approved('HARVEST')],
  crowd: smallCrowd(200),
}

const livingWaters: ChurchPlan = {
  tenantId: '0199f3c0-6c00-7000-8000-000000000004',
  seed: 4,
  name: 'Living Waters',
  slug: 'living-waters',
  pastorName: 'Pastor Ruth Inyang',
  city: 'Abuja',
  ...nigeria,
  plan: { membershipSize: 100, expiresIn: 75, fullSince: -20 },
  units: 310,
  accounts: [
    {
      who: 'owner of a church over its capacity',
      firstName: 'Maryam',
      lastName: 'Jibril',
      email: 'admin@full.example',
      role: 'Admin',
    },
  ],
  senders: [approved('LIVINGWATER')],
  crowd: smallCrowd(120),
}

export const churchPlans: ChurchPlan[] = [graceChapel, hopeChurch, harvestHouse, livingWaters]
