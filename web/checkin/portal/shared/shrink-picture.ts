/** More pixels are never shown; a photograph of a phone is thirty times as large, which a poor network feels. */
const LONGEST_EDGE = 800
const QUALITY = 0.85

/** The picture as a small JPEG; null: the browser cannot read it, such as a HEIC or a broken one. */
export async function shrinkPicture(file: File): Promise<File | null> {
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return null
  const scale = Math.min(1, LONGEST_EDGE / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/jpeg', QUALITY))
  return blob ? new File([blob], 'picture.jpg', { type: blob.type }) : file
}
