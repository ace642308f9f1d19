import { until } from '#server/test-kit/until.ts'

export type SentSms = { to: string; from: string; text: string; state: string }
type SentMail = { to: string[]; text: string }

async function newest<T>(sandboxUrl: string, inbox: string): Promise<T[]> {
  const answer = await fetch(`${sandboxUrl}/_sandbox/${inbox}?limit=1000`)
  return ((await answer.json()) as { items: T[] }).items
}

/** Stands behind bulk messages, each with a link of its own. */
const OPT_OUT_LINE = /\nStop: \S+$/

/** The messages with this text that reached the sandbox's gateway. */
export const smsSaying = async (sandboxUrl: string, text: string): Promise<SentSms[]> =>
  (await newest<SentSms>(sandboxUrl, 'sms')).filter((sms) => sms.text.replace(OPT_OUT_LINE, '') === text)

/** The newest mail to this address, once there is one. */
export const mailTo = (sandboxUrl: string, address: string): Promise<SentMail> =>
  until(async () => (await newest<SentMail>(sandboxUrl, 'mail')).find(({ to }) => to.includes(address)))
