import type { Mail, MailFile } from './mailer.ts'

type EmailContent = {
  to: string
  subject: string
  /** What it is written in; absent: English. */
  language?: string
  /** Said before the link, in plain text: whatever stands in a name is shown, never read as a page. */
  paragraphs: string[]
  /** What there is to open; absent: nothing. */
  button?: { title: string; link: string }
  /** A one-time code to type; absent: none. */
  code?: string
  /** Said after the link. */
  closing?: string
  /** What goes along with it. */
  files?: readonly MailFile[]
}

/** A mail in the one look that our mails have, in HTML and in plain text. */
export function renderEmail(content: EmailContent): Mail {
  const { to, subject, language = 'en', paragraphs, button, code, closing, files = [] } = content
  const last = closing === undefined ? [] : [closing]
  return {
    to,
    subject,
    files,
    text: [...paragraphs, ...(button ? [button.link] : []), ...(code ? [code] : []), ...last, 'Narthex'].join('\n\n'),
    html: page(
      { title: subject, language },
      [
        ...paragraphs.map(paragraph),
        ...(button ? [pressable(button)] : []),
        ...(code ? [typeable(code)] : []),
        ...last.map(paragraph),
      ].join('\n'),
    ),
  }
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif'

const page = ({ title, language }: { title: string; language: string }, content: string): string => `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px;${FONT};font-size:16px;line-height:1.5">
<div style="max-width:520px;margin:0 auto">
${content}
<p style="margin:32px 0 0;opacity:0.7">Narthex</p>
</div>
</body>
</html>`

const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`

const pressable = ({ title, link }: { title: string; link: string }): string =>
  `<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;` +
  `background:#6f2a5d;color:#ffffff;text-decoration:none">${escapeHtml(title)}</a></p>`

const typeable = (code: string): string =>
  `<p style="margin:0 0 24px;font-size:32px;letter-spacing:0.2em;font-weight:600">${escapeHtml(code)}</p>`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
