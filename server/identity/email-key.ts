/**
 * What an address is compared by: without regard to case and to how its marks are written. Mail always goes to the
 * address as it is stored, never to the one that was typed, since different addresses may share a key.
 */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase()
