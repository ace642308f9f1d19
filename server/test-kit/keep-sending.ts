import { sendSms } from '#contract/messaging/sms.ts'
import type { Church } from './build-church.ts'
import type { TestApp } from './start-app.ts'

/** Three writers who send one message after the other until they are told to end. */
export function keepSending(app: TestApp, { admin: { token }, sender }: Church): () => Promise<void> {
  let ending = false
  const writer = async (index: number): Promise<void> => {
    for (let number = 0; !ending; number++) {
      const toOthers = Array.from({ length: 20 }, (_, at) => `0803${index}${String(100_000 + number * 20 + at)}`).join(
        ',',
      )
      await app.call(sendSms, { body: { subject: sender, message: `Hello ${number}`, toOthers } }, { token })
    }
  }
  const writers = [1, 2, 3].map(writer)
  return async () => {
    ending = true
    await Promise.all(writers)
  }
}
