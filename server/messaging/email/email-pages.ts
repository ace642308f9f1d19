import type { EmailContent } from '#contract/messaging/email-content.ts'
import { DEFAULT_NEUTRAL_NAME } from '#contract/messaging/sms.ts'
import { lastingAddress } from '../../identity/index.ts'
import type { Config } from '../../platform/config/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import type { Download } from '../../platform/http/index.ts'
import { personalParts } from '../email-design/index.ts'
import { drawForChurch } from './draw-for-church.ts'
import { selectSender } from './email-store.ts'

type Looker = { tenantId: string; accountId: string }

/** An email as whoever writes it would get it; its links to stop lead nowhere. */
export async function drawPreview(
  tx: Tx,
  { publicUrl, secretKey }: Pick<Config, 'publicUrl' | 'secretKey'>,
  { tenantId, accountId }: Looker,
  content: EmailContent,
): Promise<{ subject: string; html: string; text: string }> {
  const sender = await selectSender(tx, accountId)
  const stopLink = `${publicUrl}/o/example`
  const drawn = await drawForChurch(tx, { publicUrl, secretKey, tenantId, sender }, content, stopLink)
  const parts = personalParts({ ...drawn, subject: content.subject }, stopLink)
  const neutralName = content.neutralName || DEFAULT_NEUTRAL_NAME
  const personal = { firstName: sender.firstName, neutralName, stopLink: '#' }
  return { subject: parts.subject(personal), html: parts.html(personal), text: parts.text(personal) }
}

/** Where the pictures of an email are shown from. */
export const picturesOf = (
  signing: Pick<Config, 'publicUrl' | 'secretKey'>,
  tenantId: string,
  { blocks }: EmailContent,
) =>
  blocks.flatMap((block) =>
    block.type === 'picture'
      ? [{ id: block.pictureId, url: lastingAddress(signing, { tenantId, pictureId: block.pictureId }) }]
      : [],
  )

const DARK = '@media (prefers-color-scheme:dark)'
const medium = { light: '@media not all', dark: '@media all' }

/** An email as a page for a frame without scripts: it loads pictures, and nothing else. */
export const framed = (html: string, scheme: 'light' | 'dark' | undefined): Download => ({
  fileName: 'email.html',
  contentType: 'text/html; charset=utf-8',
  body: Buffer.from(scheme ? html.replaceAll(DARK, medium[scheme]) : html),
  inline: true,
  mayLoad: "style-src 'unsafe-inline'; img-src https: http:",
})
