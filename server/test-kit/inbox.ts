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
