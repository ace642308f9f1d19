const PICTURES = '/api/checkin/pictures/'
const OWN = /^\/api\/checkin\/pictures\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i
const SIGNED = /\/api\/signed-pictures\/[\da-f-]{36}\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/\d+\/[\w-]{43}$/i

/** Address of a picture at the portal, for a guardian who is signed in; null: there is none. */
export const familyPictureUrl = (id: string | null): string | null => (id ? PICTURES + id : null)

/** The picture of such an address, or of a signed one as existing clients send it back; null: it is none of ours. */
export const pictureIdIn = (url: string): string | null =>
  (OWN.exec(url) ?? SIGNED.exec(url))?.[1]?.toLowerCase() ?? null
