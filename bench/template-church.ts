/** A church of the demo's kind with everything in it, made by the product's own acts: what the bench of many churches copies. */
import { randomUUID } from 'node:crypto'
import { login } from '#contract/identity/session.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import { churchPlans, type ChurchPlan } from '#server/demo/church-plans.ts'
import { makeInstallation } from '#server/demo/installation.ts'
import { makeOperators } from '#server/demo/sign-ins.ts'
import { makeChurch } from '#server/demo/make-church.ts'
import { addGroup, addToGroup } from '#server/people/index.ts'
import { buildEvent } from '#server/test-kit/build-event.ts'
import { PASSWORD, PASSWORD_HASH } from '#server/test-kit/password.ts'
import { until } from '#server/test-kit/until.ts'
import { start } from './processes.ts'
import type { Stage } from './stage.ts'

/** Messages to everybody that it has sent. */
const CAMPAIGNS = 4
/** Open for check-in now. */
const EVENTS = 6
const PATIENCE_SECONDS = 300

export type Template = { tenantId: string; token: string }

function planOf(seed: number, people: number): ChurchPlan {
  const [grace] = churchPlans
  if (!grace) throw new Error('The demo has no church.')
  const { hasPayments: _payments, ...plan } = grace
  const share = (of: number): number => Math.round((of * people) / grace.crowd.people)
  const { firstTimers, newConverts, withoutPhone, families } = grace.crowd
  return {
    ...plan,
    tenantId: randomUUID(),
    seed,
    slug: `bench-${seed}`,
    units: 1_000_000_000,
    accounts: grace.accounts.map((one) => ({ ...one, email: one.email.replace('@', `${seed}@`) })),
    crowd: {
      ...grace.crowd,
      people,
      firstTimers: share(firstTimers),
      newConverts: share(newConverts),
      withoutPhone: share(withoutPhone),
      families: share(families),
    },
  }
}

/** Plans, prices and who may change them. */
export async function openInstallation({ server }: Stage): Promise<void> {
  const { database, clock } = server.context
  await makeOperators({ database }, { hash: () => Promise.resolve(PASSWORD_HASH), at: clock.now() })
  await makeInstallation(database, clock.now())
}

export async function makeTemplate(stage: Stage, seed: number, people: number): Promise<Template> {
  const { database, clock, config, enqueue } = stage.server.context
  const { tenantId, accounts, ...plan } = planOf(seed, people)
  const { secretKey, publicUrl } = config
  const making = { passwordHash: PASSWORD_HASH, secretKey, publicUrl, enqueue, at: clock.now() }
  await database.withTenant(tenantId, (tx) => makeChurch(tx, { ...plan, tenantId, accounts }, making))
  const { body } = await stage.call(login, { body: { userName: accounts[0]?.email ?? '', password: PASSWORD } })
  const { token } = body
  await gatherHundred(stage, tenantId)
  for (let nth = 1; nth <= EVENTS; nth += 1)
    await buildEvent(
      { call: stage.call, clock },
      { admin: { email: '', password: PASSWORD, token } },
      {
        name: `Bench ${nth}`,
        startsIn: -0.5,
        classes: [1, 2, 3].map((one) => ({ name: `Class ${one}`, capacity: null })),
      },
    )
  for (let sent = 0; sent < CAMPAIGNS; sent += 1) await sendToAll(stage, { tenantId, token })
  return { tenantId, token }
}

async function gatherHundred({ server, look }: Stage, tenantId: string): Promise<void> {
  const rows = await look(
    `select id from person where tenant_id = $1 and phone is not null and archived_at is null
       and not exists (select from opt_out o where o.tenant_id = person.tenant_id and o.address = phone)
       and not exists (select from person p where p.tenant_id = person.tenant_id and p.phone = person.phone and p.id < person.id)
     order by id limit 100`,
    [tenantId],
  )
  await server.context.database.withTenant(tenantId, async (tx) => {
    const id = await addGroup(tx, tenantId, { name: 'A hundred', category: 'Groups' })
    const ids = rows.map((row) => String(row['id']))
    await addToGroup(tx, tenantId, id, ids)
  })
}

async function sendToAll({ call, look }: Stage, { tenantId, token }: Template): Promise<void> {
  const all = `membership_${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`
  const [sender] = await look(`select mask from sender_id where tenant_id = $1 and status = 2 limit 1`, [tenantId])
  const body = {
    subject: String(sender?.['mask']),
    message: 'Dear #name#, the harvest service begins at nine on Sunday.',
    groupedContacts: [all],
  }
  const { body: answer } = await call(sendSms, { body }, { token })
  if (!answer.status) throw new Error(`It was not sent: ${JSON.stringify(answer)}`)
}

/** A worker hands over everything that was sent, and every receipt comes. */
export async function deliverAll(stage: Stage): Promise<void> {
  const worker = await start('server/worker.mjs', 'is processing jobs', { env: stage.env })
  try {
    await until(async () => {
      const open = await stage.look('select from campaign where finished_at is null or sent > 0')
      return open.length === 0
    }, PATIENCE_SECONDS)
  } finally {
    await worker.stop()
  }
}
