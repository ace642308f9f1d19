/** A mail's own page: no script, no forms, pictures of this machine only; its links open in a new tab. */
export const FRAME_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: http://localhost:* http://127.0.0.1:*',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ')

const OPEN_IN_NEW_TAB = '<base target="_blank">'
const HEAD = /<head(?:\s[^>]*)?>/i

/** The mail as it came, its links sent to a new tab. The addition stands inside the head, lest it cost the doctype. */
export const framed = (mail: string): string =>
  HEAD.test(mail) ? mail.replace(HEAD, (head) => head + OPEN_IN_NEW_TAB) : OPEN_IN_NEW_TAB + mail
