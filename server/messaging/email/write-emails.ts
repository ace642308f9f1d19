import type { AppContext } from '../../platform/app-context.ts'
import type { Reader, Writing, Written } from '../campaigns/index.ts'
import { sendingIdentity, type Days } from '../email-domain/index.ts'
import { personalParts } from '../email-design/index.ts'
import { stopLinkIn } from '../opt-out-links/index.ts'
import { bounceAddressOf } from './bounce-address.ts'
import { selectEmailMessage } from './email-store.ts'
import { OPENED_PICTURE } from './opened-picture.ts'

/** Writes an email for each recipient of a batch: what was drawn once, with their name, their link and their bounce address. */
export function emailWriting({ config }: Pick<AppContext, 'config'>): Writing {
  const { publicUrl, secretKey, emails } = config
  return async (tx, campaign) => {
    const message = await selectEmailMessage(tx, campaign.id)
    if (!message) throw new Error('An email has no text.')
    // As it stands at this moment: a signature that nobody can check any more does harm.
    const { fromAddress, bounceDomain, dkim } = await sendingIdentity(tx, config)
    const parts = personalParts({ ...message, subject: campaign.message }, stopLinkIn(campaign.footer, publicUrl))
    const write = ({ position, firstName, footer }: Reader): Written => {
      const stopLink = stopLinkIn(footer, publicUrl)
      const personal = { firstName, neutralName: campaign.neutralName, stopLink }
      return {
        text: parts.text(personal),
        email: {
          subject: parts.subject(personal),
          html: message.countsOpens && stopLink ? withPicture(parts.html(personal), stopLink) : parts.html(personal),
          fromAddress,
          replyTo: message.replyTo,
          bouncesTo: bounceAddressOf({ campaignId: campaign.id, position }, bounceDomain, secretKey),
          // The same for ever: whoever gets an email twice can tell.
          messageId: `<${campaign.id}.${position}@${emails.domain}>`,
          stopLink: stopLink || null,
          dkim,
        },
      }
    }
    const { days } = message
    return days ? { write, leavesFrom: (position) => leavesFrom(position, days, campaign.takenOnAt) } : { write }
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** When whoever stands in this place gets it, of an email that leaves over several days. */
export function leavesFrom(position: number, { firstDay, eachDay }: Days, takenOnAt: Date): Date {
  const day = Math.max(0, Math.ceil((position - firstDay) / eachDay))
  return new Date(takenOnAt.getTime() + day * DAY_MS)
}

/** With the picture that tells that it was opened: it shows nothing. */
const withPicture = (html: string, stopLink: string): string =>
  html.replace('</body>', `<img src="${stopLink}/${OPENED_PICTURE}" width="1" height="1" alt=""></body>`)
