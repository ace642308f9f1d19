import { randomUUID } from 'node:crypto'
import { listPeople } from '#contract/people/persons.ts'
import { sendSms } from '#contract/messaging/sms.ts'
import type { Church } from './build-church.ts'
import type { TestApp } from './start-app.ts'

export type Answer = { status: number; code: string | undefined }
export type Traffic = {
  answers: Answer[]
  /** The campaign that each press got; the same press is repeated until it is answered. */
  campaigns: Map<string, string>
  stop: () => Promise<void>
}

/** So many people at once who read the list and send to one number each, and press again when it did not work. */
export function startTraffic(app: TestApp, church: Church, people: number): Traffic {
  const answers: Answer[] = []
  const campaigns = new Map<string, string>()
  const token = church.admin.token
  let over = false
  const noted = async <R extends { status: number; body: { code?: string | undefined } }>(
    call: () => Promise<R>,
  ): Promise<R> => {
    const reply = await call()
    answers.push({ status: reply.status, code: reply.body.code })
    return reply
  }
  const press = async (person: number): Promise<void> => {
    const key = randomUUID()
    const body = { subject: church.sender, message: 'Welcome', toOthers: `0803100${String(person).padStart(4, '0')}` }
    for (;;) {
      const { status, body: sent } = await noted(() =>
        app.call(sendSms, { body }, { token, headers: { 'idempotency-key': key } }),
      )
      if (status === 200) return void campaigns.set(key, sent.sentMessageDTO?.id ?? '')
    }
  }
  const live = async (_: unknown, person: number): Promise<void> => {
    while (!over) {
      await press(person)
      await noted(() => app.call(listPeople, { query: {} }, { token }))
    }
  }
  const lives = Array.from({ length: people }, live)
  return {
    answers,
    campaigns,
    stop: async () => {
      over = true
      await Promise.all(lives)
    },
  }
}
