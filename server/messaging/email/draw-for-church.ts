import type { EmailContent } from '#contract/messaging/email-content.ts'
import { lastingAddress } from '../../identity/index.ts'
import type { Config } from '../../platform/config/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { drawEmail, loadCleaning, type DrawnEmail } from '../email-design/index.ts'
import type { SenderOfEmail } from './email-store.ts'
import { selectEmailPictures } from './picture-store.ts'

type Drawer = Pick<Config, 'publicUrl' | 'secretKey'> & { tenantId: string; sender: SenderOfEmail }

/** What was written, without what does not belong into an email. */
export async function cleanContent(content: EmailContent): Promise<EmailContent> {
  const { cleanHtml, cleanText } = await loadCleaning()
  const blocks = content.blocks.map((block) => {
    if (block.type === 'html') return { ...block, html: cleanHtml(block.html) }
    return block.type === 'text' ? { ...block, html: cleanText(block.html) } : block
  })
  return { ...content, blocks }
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Plain text as a block of an email: an empty line begins a paragraph. */
export const textBlock = (plain: string): EmailContent['blocks'][number] => ({
  type: 'text',
  html: plain
    .replaceAll(/[&<>]/g, (sign) => SIGNS[sign] ?? sign)
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join(''),
})

/** Draws an email of a church, with its pictures. Throws `not_found` where a picture is not one of the church's. */
export async function drawForChurch(
  tx: Tx,
  { tenantId, sender, ...signing }: Drawer,
  content: EmailContent,
  stopLink: string,
): Promise<DrawnEmail> {
  const ids = [...new Set(content.blocks.flatMap((block) => (block.type === 'picture' ? [block.pictureId] : [])))]
  const known = ids.length > 0 ? await selectEmailPictures(tx, ids) : []
  if (known.length < ids.length) throw new ApiError('not_found')
  return drawEmail({
    content,
    church: sender.church,
    place: sender.city,
    stopLink,
    pictureUrl: (pictureId) => lastingAddress(signing, { tenantId, pictureId }),
  })
}
