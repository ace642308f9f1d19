import type { Definition } from '#contract/followup/automation-rules.ts'
import { grantUnits } from '../billing/index.ts'
import { addRule, runAutomation, switchRule, tryRule, unitsOfRules } from '../followup/index.ts'
import type { AppContext } from '../platform/app-context.ts'
import type { Tx } from '../platform/database/index.ts'
import { systemActor } from '../platform/http/index.ts'
import type { ChurchPlan } from './church-plans.ts'

const HOUR = 60
const SOCIAL_MEDIA = 3

type Demo = { name: string; isOn: boolean; definition: Definition }

/** Two that are on, and one that waits to be tried. */
const rulesOf = (senderId: string): Demo[] => [
  {
    name: 'Thank you, first visit',
    isOn: true,
    definition: {
      trigger: { kind: 'first_visit' },
      conditions: [{ fact: 'age', atLeast: 13, atMost: null }],
      actions: [
        { act: 'task', after: 0, instructions: 'Call and ask how it was', ownerId: null, dueDays: 1, reminder: null },
      ],
      repeat: 'once',
    },
  },
  {
    name: 'We miss you',
    isOn: true,
    definition: {
      trigger: { kind: 'no_visit', weeks: 4 },
      conditions: [],
      actions: [
        { act: 'task', after: 0, instructions: 'Call, we miss you', ownerId: null, dueDays: 2, reminder: null },
      ],
      repeat: 'per_visit',
    },
  },
  {
    name: 'Found us online',
    isOn: false,
    definition: {
      trigger: { kind: 'first_visit' },
      conditions: [{ fact: 'source', is: true, ids: [SOCIAL_MEDIA] }],
      actions: [
        {
          act: 'sms',
          after: 24 * HOUR,
          senderId,
          text: 'Dear #name#, parking is behind the hall, children have their own class, and you can come as you are.',
        },
      ],
      repeat: 'once',
    },
  },
]

const HOUR_MS = 3_600_000
/** So long ago the owner switched them on. */
const ON_HOURS = 3 * 24
/** So often in that time they looked at what had happened. */
const LOOK_HOURS = 6

const switchedOn = (at: Date): Date => new Date(at.getTime() - ON_HOURS * HOUR_MS)

type Making = { plan: ChurchPlan; at: Date; owner: { id: string; email: string }; publicUrl: string }

/** Rules of the follow-up, each tried before it was switched on, as by the owner some days ago. */
export async function makeRules(tx: Tx, { plan, at, owner, publicUrl }: Making): Promise<void> {
  const actor = { ...systemActor, kind: 'staff' as const, id: owner.id, name: owner.email }
  const changer = { tenantId: plan.tenantId, by: owner.id, actor, at: switchedOn(at) }
  const sender = plan.senders.find(({ state }) => state === 'approved')?.mask
  for (const { isOn, ...rule } of sender === undefined ? [] : rulesOf(sender)) {
    const { id, version } = await addRule(tx, changer, rule)
    if (!isOn) continue
    await tryRule(tx, { id, at: changer.at, publicUrl })
    await switchRule(tx, changer, { id, version, isOn })
  }
}

type Doors = Pick<AppContext, 'database' | 'config' | 'enqueue' | 'log'>

/**
 * What the rules met since they are on, they do, each thing in its hour, through the same work as every minute. What that
 * costs is given on top, so that the church keeps what its plan says.
 */
export async function letRulesAct(context: Doors, { tenantId, at }: { tenantId: string; at: Date }): Promise<void> {
  for (let ago = ON_HOURS; ago >= 0; ago -= LOOK_HOURS) {
    const then = new Date(at.getTime() - ago * HOUR_MS)
    await runAutomation({ ...context, clock: { now: () => then } })
  }
  await context.database.withTenant(tenantId, async (tx) => {
    const units = await unitsOfRules(tx, switchedOn(at))
    if (units > 0) await grantUnits(tx, tenantId, { units, reference: 'demo:rules', at })
  })
}
