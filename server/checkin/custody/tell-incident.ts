import { staffWith } from '../../identity/index.ts'
import { wallTime } from '../../platform/clock.ts'
import type { AppContext } from '../../platform/app-context.ts'
import { renderEmail } from '../../platform/mail/index.ts'
import type { ListedEntry } from './custody-list-store.ts'
import { selectOpenIncidents } from './incident-store.ts'
import { entryWords } from './list-custody.ts'
import { selectChurchOfLog } from './anchor-store.ts'

export type NotifiedFamily = { tenantId: string; accountId: string; eventId: string; numbers: number[] }

/** Mails one who leads the check-in what nobody has settled meanwhile; nothing when they lead it no longer. */
export async function tellIncident(
  { database, sendMail, config }: Pick<AppContext, 'database' | 'sendMail' | 'config'>,
  { tenantId, accountId, eventId, numbers }: NotifiedFamily,
): Promise<void> {
  const told = await database.withTenant(tenantId, async (tx) => ({
    leader: (await staffWith(tx, 'checkin.manage')).find((member) => member.accountId === accountId),
    entries: await selectOpenIncidents(tx, { eventId, numbers }),
    church: await selectChurchOfLog(tx),
  }))
  const { leader, entries, church } = told
  const [first] = entries
  if (!leader || !first || !church) return
  await sendMail(
    renderEmail({
      to: leader.email,
      subject: `Check-in needs you: ${first.eventName}`,
      paragraphs: [
        `Hello ${leader.firstName},`,
        ...entries.map((entry) => sentence(entry, church.timeZone)),
        'Please find out where the child is, and then write down what came of it.',
      ],
      button: { title: 'Open the custody log', link: `${config.publicUrl}/tenant/checkin/custody` },
    }),
  )
}

const timeOf = (timeZone: string, at: string): string => wallTime(timeZone, new Date(at)).replace('T', ' ').slice(0, 16)

/** What happened, by the names of today: whoever reads it has to act at once. */
function sentence(entry: ListedEntry, timeZone: string): string {
  const { childName, collectorName, stationName, other, reason, oddTime, className } = {
    ...entryWords(entry),
  }
  const child = childName ?? 'A child'
  const who = collectorName ?? 'somebody'
  const where = (station: string | null): string => (station ? ` at the station ${station}` : '')
  const when = timeOf(timeZone, `${entry.at.slice(0, -3)}Z`)
  const before = other ? `${timeOf(timeZone, other.at)}${where(other.stationName)}` : 'an earlier time'
  if (reason === 'two_collectors')
    return `${child} left with ${other?.collectorName ?? 'somebody'} (${before}). Without a network, ${child} was handed over to ${who} as well (${when}${where(stationName)}).`
  if (reason === 'two_classes')
    return `${child} was checked in to ${other?.className ?? 'a class'} (${before}) and to ${className ?? 'a class'} (${when}${where(stationName)}).`
  if (reason === 'refused_elsewhere')
    return `${child} was not handed over to ${who} (${before}), and was handed over to ${who} at another station (${when}${where(stationName)}).`
  const odd = oddTime ? ' The time that the station gave cannot be right.' : ''
  return `Without a network, ${child} was handed over to ${who}${where(stationName)} (${when}), and that was not allowed.${odd}`
}
