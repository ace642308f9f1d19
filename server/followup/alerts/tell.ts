import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import { sendPush } from '../../messaging/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import type { Tx } from '../../platform/database/index.ts'
import { defineJob, type Enqueue } from '../../platform/jobs/index.ts'
import { renderEmail } from '../../platform/mail/index.ts'
import { mailLanguage } from '../../billing/index.ts'
import { selectTold } from './alert-store.ts'
import { dueText, words } from './words.ts'

const whatTold = z.enum(['reminder', 'handed_on', 'taken_over'])

/** Mails one of the staff about a task or a card. */
export const tellJob = defineJob({
  name: 'followup.tell',
  payload: z.object({
    tenantId: z.uuid(),
    accountId: z.uuid(),
    personId: z.uuid(),
    taskId: z.nullable(z.uuid()),
    what: whatTold,
  }),
})

type Telling = {
  tenantId: string
  accountId: string
  personId: string
  taskId: string | null
  what: z.infer<typeof whatTold>
  at: Date
}

const HOUR_MS = 3_600_000

/** By push and by mail, on their way with whatever the transaction claims. */
export async function tell(tx: Tx, enqueue: Enqueue, { at, ...telling }: Telling): Promise<void> {
  const { tenantId, accountId, personId, taskId, what } = telling
  const told = await selectTold(tx, { accountId, personId, taskId })
  if (!told) return
  await enqueue(tx, tellJob, telling)
  const push = {
    title: words[mailLanguage(told.language, told.isoCode)].titles[what],
    body: told.churchName,
    path: '/tenant/followup',
    about: `followup ${taskId ?? personId}`,
  }
  const expiresAt = new Date(at.getTime() + 12 * HOUR_MS)
  await sendPush(
    tx,
    enqueue,
    { ...push, tenantId, personIds: [told.staffPersonId], reference: randomUUID(), expiresAt, otherwise: null },
    at,
  )
}

/** As it stands when it is sent: nothing of a task that is done, to nobody who left. */
export async function sendTold(
  { database, sendMail, config }: AppContext,
  telling: Omit<Telling, 'at'>,
): Promise<void> {
  const told = await database.withTenant(telling.tenantId, (tx) => selectTold(tx, telling))
  if (!told) return
  const { name, email: to, firstName, dueAt, timeZone, churchName: closing } = told
  const language = mailLanguage(told.language, told.isoCode)
  const { hello, open, titles, said } = words[language]
  const facts = { name, instructions: told.instructions ?? '', due: dueText(dueAt, timeZone, language) }
  const link = `${config.publicUrl}/tenant/firsttimermanagement/${telling.personId}`
  await sendMail(
    renderEmail({
      to,
      language,
      subject: titles[telling.what],
      paragraphs: [hello(firstName), said[telling.what](facts)],
      button: { title: open, link },
      closing,
    }),
  )
}
