import { z } from 'zod'
import { until } from './until.ts'

const inbox = z.object({
  items: z.array(z.object({ to: z.array(z.string()), subject: z.string(), text: z.string(), html: z.string() })),
})

export type SentMail = z.infer<typeof inbox>['items'][number]

/** Mails that arrived for an address in the sandbox, the newest first. */
export async function mailsTo(sandboxUrl: string, email: string): Promise<SentMail[]> {
  const { items } = inbox.parse(
    await (await fetch(`${sandboxUrl}/_sandbox/mail?to=${encodeURIComponent(email)}`)).json(),
  )
  return items.filter(({ to }) => to.includes(email))
}

/** Waits until so many mails have arrived for an address; answers the newest. */
export async function newestMail(sandboxUrl: string, email: string, count = 1): Promise<SentMail> {
  const found = await until(async () => {
    const mails = await mailsTo(sandboxUrl, email)
    return mails.length >= count ? mails : null
  })
  const [newest] = found
  if (!newest) throw new Error('The mail is gone')
  return newest
}

const texts = z.object({ items: z.array(z.object({ text: z.string() })) })

/** Words of the SMS that arrived for a number in the sandbox, the newest first. `phone` is E.164. */
export async function textsTo(sandboxUrl: string, phone: string): Promise<string[]> {
  const reply = await fetch(`${sandboxUrl}/_sandbox/sms?to=${encodeURIComponent(phone)}`)
  return texts.parse(await reply.json()).items.map(({ text }) => text)
}
