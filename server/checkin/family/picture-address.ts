const PICTURES = '/api/checkin/pictures/'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Address of a picture at the portal, for a guardian who is signed in; null: there is none. */
export const familyPictureUrl = (id: string | null): string | null => (id ? PICTURES + id : null)

/** The picture of such an address; null: it is none of ours. */
export function pictureIdIn(url: string): string | null {
  const id = url.startsWith(PICTURES) ? url.slice(PICTURES.length) : ''
  return UUID.test(id) ? id.toLowerCase() : null
}
