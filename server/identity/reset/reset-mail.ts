import type { Mail } from '#server/platform/mail/index.ts'

export type ResetMail = { to: string; firstName: string; churchName: string; link: string }

/** The mail with the link to choose a new password; names are shown as text, whatever they hold. */
export function resetMail({ to, firstName, churchName, link }: ResetMail): Mail {
  const paragraphs = [
    `Hello ${firstName},`,
    `Somebody, probably you, asked for a new password for your account at ${churchName}.`,
    'Choose it here within one hour. The link works once.',
  ]
  const closing = 'If it was not you, do nothing: your password stays as it is.'
  return {
    to,
    subject: 'Choose a new password',
    text: [...paragraphs, link, closing, 'Narthex'].join('\n\n'),
    html: page([...paragraphs.map(paragraph), button(link), paragraph(closing)].join('\n')),
  }
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif'

const page = (content: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Choose a new password</title></head>
<body style="margin:0;padding:24px;${FONT};font-size:16px;line-height:1.5">
<div style="max-width:520px;margin:0 auto">
${content}
<p style="margin:32px 0 0;opacity:0.7">Narthex</p>
</div>
</body>
</html>`

const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`

const button = (link: string): string =>
  `<p style="margin:0 0 24px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 20px;border-radius:8px;` +
  `background:#6f2a5d;color:#ffffff;text-decoration:none">Choose a new password</a></p>`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
