import { z } from 'zod/mini'
import { mailLanguage } from '../../billing/index.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { defineJob } from '../../platform/jobs/index.ts'
import { renderEmail } from '../../platform/mail/index.ts'
import { selectDomain, selectOwner } from './domain-store.ts'
import { stateOf } from './standing.ts'

/** Mails one owner that a line of the church's domain has gone missing. */
export const tellOfDomainJob = defineJob({
  name: 'messaging.tell-of-domain',
  payload: z.object({ tenantId: z.uuid(), accountId: z.uuid(), domain: z.string() }),
})

type Telling = { tenantId: string; accountId: string; domain: string }

/** Says nothing when all is right again, or the church has another domain. */
export async function tellOfDomain(
  { database, config, sendMail }: Pick<AppContext, 'database' | 'config' | 'sendMail'>,
  { tenantId, accountId, domain }: Telling,
): Promise<void> {
  const { record, owner } = await database.withTenant(tenantId, async (tx) => ({
    record: await selectDomain(tx),
    owner: await selectOwner(tx, accountId),
  }))
  if (!owner || record?.domain !== domain) return
  const state = stateOf(record)
  if (state === 'aligned' || state === 'waiting') return
  const language = mailLanguage(owner.language, owner.isoCode)
  const { subject, lost, signing, title } = words[language]
  const link = `${config.publicUrl}/tenant/settings/email`
  const paragraphs = [state === 'signing' ? signing(domain) : lost(domain, config.emails.domain)]
  await sendMail(
    renderEmail({ to: owner.email, language, subject: subject(domain), paragraphs, button: { title, link } }),
  )
}

type Words = {
  subject: (domain: string) => string
  lost: (domain: string, usual: string) => string
  signing: (domain: string) => string
  title: string
}

const words: Record<'en' | 'fr', Words> = {
  en: {
    subject: (domain) => `A line of ${domain} is gone`,
    lost: (domain, usual) =>
      `The signature of ${domain} is no longer in the DNS. Until it is back, your emails go from ${usual}. Nothing is lost.`,
    signing: (domain) =>
      `A line of ${domain} is no longer right in the DNS. Your emails still go from it, at most 4,000 a day until it is mended.`,
    title: 'See the line',
  },
  fr: {
    subject: (domain) => `Une ligne de ${domain} a disparu`,
    lost: (domain, usual) =>
      `La signature de ${domain} n’est plus dans le DNS. En attendant, vos emails partent de ${usual}. Rien n’est perdu.`,
    signing: (domain) =>
      `Une ligne de ${domain} n’est plus juste dans le DNS. Vos emails en partent toujours, 4 000 par jour au plus jusqu’à sa correction.`,
    title: 'Voir la ligne',
  },
}
