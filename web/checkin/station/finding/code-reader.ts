/** Reads the text of a code out of a picture; null: there is none. */
type ReadCode = (video: HTMLVideoElement) => Promise<string | null>

/** As much of the browser's own reader as is needed; TypeScript's own list does not know it. */
type Detector = { detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
type DetectorMaker = { new (options: { formats: string[] }): Detector; getSupportedFormats: () => Promise<string[]> }

const FORMAT = 'qr_code'
/** Wide enough to read a pass at arm's length. */
const READ_WIDTH = 640

/** The browser's own reader, else one of ours, which is loaded only then. */
export async function openReader(): Promise<ReadCode> {
  const maker = 'BarcodeDetector' in window ? (window.BarcodeDetector as DetectorMaker) : undefined
  const formats = (await maker?.getSupportedFormats().catch(() => [])) ?? []
  if (!maker || !formats.includes(FORMAT)) return openOwnReader()
  const detector = new maker({ formats: [FORMAT] })
  return async (video) => (await detector.detect(video))[0]?.rawValue ?? null
}

async function openOwnReader(): Promise<ReadCode> {
  const { decodeQR } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const pencil = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    if (!pencil || video.videoWidth === 0) return null
    const [width, height] = [READ_WIDTH, Math.round((READ_WIDTH * video.videoHeight) / video.videoWidth)]
    Object.assign(canvas, { width, height })
    pencil.drawImage(video, 0, 0, width, height)
    return decodeQR(pencil.getImageData(0, 0, width, height))
  }
}
