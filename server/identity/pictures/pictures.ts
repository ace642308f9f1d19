import { reencode } from '#server/platform/images/index.ts'
import { ApiError, type Upload } from '#server/platform/http/index.ts'

/** Address of a picture for the signed-in browser; null: there is none. */
export const pictureUrl = (id: string | null): string | null => (id ? `/api/pictures/${id}` : null)

const PORTRAIT = { edge: 512, shape: 'square' } as const
const LOGO = { edge: 512, shape: 'inside' } as const
const BANNER = { edge: 1280, shape: 'banner' } as const
const fits = { portrait: PORTRAIT, logo: LOGO, banner: BANNER } as const

/** An uploaded picture as it is kept. Throws `unsupported_image`. Call it before the transaction: it takes its time. */
export async function preparePicture(upload: Upload, kind: keyof typeof fits): Promise<Buffer> {
  const bytes = await reencode(upload.path, fits[kind])
  if (!bytes) throw new ApiError('unsupported_image')
  return bytes
}
