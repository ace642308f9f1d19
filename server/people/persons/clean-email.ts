/**
 * Loose on purpose: whether an address exists, only a mail to it tells. Without the signs that would make several addresses
 * or more than an address of it in a header or a link.
 */
const EMAIL = /^[^\s@\p{C}?&,;():]+@[^\s@\p{C}?&,;():]+\.[^\s@\p{C}?&,;():]+$/u

/** An address without the invisible marks that pasting leaves in it; null when it is none, '' when nothing is there. */
export function cleanEmail(text: string): string | null {
  const email = text
    .replace(/\p{Cf}/gu, '')
    .trim()
    .normalize('NFC')
  return email === '' || EMAIL.test(email) ? email : null
}
