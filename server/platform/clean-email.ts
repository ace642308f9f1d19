const INVISIBLE = /\p{Cf}/gu

/**
 * Loose on purpose: whether an address exists, only a mail to it tells. Without the signs that would make several addresses
 * or more than an address of it in a header or a link.
 */
const EMAIL = /^[^\s@\p{C}?&,;():]+@[^\s@\p{C}?&,;():]+\.[^\s@\p{C}?&,;():]+$/u

/**
 * An email address as it is kept: without the invisible marks that pasting leaves in it. Null when it is none, '' when
 * nothing is there.
 */
export function cleanEmail(text: string): string | null {
  const email = text.replace(INVISIBLE, '').trim().normalize('NFC')
  return email === '' || EMAIL.test(email) ? email : null
}
