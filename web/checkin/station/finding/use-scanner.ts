import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { codeIn, ownCodeIn } from '#contract/checkin/codes.ts'
import { openReader } from './code-reader.ts'

/** `unsupported`: no camera can be asked for here; `refused`: it was not allowed; `missing`: there is none, or it is taken. */
export type CameraState = 'off' | 'starting' | 'on' | 'refused' | 'missing' | 'unsupported'

/** Looks at the picture so often: fast enough for a passing hand, slow enough for an old tablet. */
const LOOK_EVERY_MS = 160
/** A pass that stays in the frame is read once. */
const SAME_CODE_MS = 4000

/** Between two families the screen is another one; the camera that was on comes back with it. */
let wasOn = false

/** The camera that looks for passes. `onCode` gets a whole code; what is no code of ours is passed over. */
export function useScanner(onCode: (code: string) => void) {
  const [state, setState] = useState<CameraState>(wasOn ? 'starting' : 'off')
  const video = useRef<HTMLVideoElement>(null)
  const found = useEffectEvent(onCode)
  const turn = (next: 'starting' | 'off') => {
    wasOn = next === 'starting'
    setState(next)
  }
  const isWanted = state === 'starting' || state === 'on'
  useEffect(() => {
    const element = video.current
    if (!isWanted || !element) return
    const ending = new AbortController()
    void look({ element, signal: ending.signal, onState: setState, onCode: (code) => found(code) })
    return () => ending.abort()
  }, [isWanted])
  return { state, video, start: () => turn('starting'), stop: () => turn('off') }
}

type Looking = {
  element: HTMLVideoElement
  signal: AbortSignal
  onState: (state: CameraState) => void
  onCode: (code: string) => void
}

async function look({ element, signal, onState, onCode }: Looking): Promise<void> {
  if (!('mediaDevices' in navigator)) return onState('unsupported')
  const stream = await openCamera().catch((refusal: unknown) => whyNot(refusal))
  if (typeof stream === 'string') return void (signal.aborted || onState(stream))
  signal.addEventListener('abort', () => stream.getTracks().forEach((track) => track.stop()))
  if (signal.aborted) return stream.getTracks().forEach((track) => track.stop())
  element.srcObject = stream
  await element.play().catch(() => undefined)
  onState('on')
  await readCodes({ element, signal, onState, onCode })
}

/** The camera at the back, where there are two: it stands to the families. */
const openCamera = (): Promise<MediaStream> =>
  navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } }, audio: false })

const whyNot = (refusal: unknown): CameraState =>
  refusal instanceof DOMException && refusal.name === 'NotAllowedError' ? 'refused' : 'missing'

async function readCodes({ element, signal, onState, onCode }: Looking): Promise<void> {
  const read = await openReader().catch(() => null)
  // Without a network the reader may be missing; whoever is at the station types the code.
  if (!read) return onState('missing')
  let last = { code: '', at: 0 }
  while (!signal.aborted) {
    const text = (await read(element).catch(() => null)) ?? ''
    const code = codeIn(text) ?? ownCodeIn(text)
    const isNew = code !== null && (code !== last.code || Date.now() - last.at > SAME_CODE_MS)
    if (code !== null && isNew && !signal.aborted) onCode(code)
    if (code !== null) last = { code, at: Date.now() }
    await new Promise((passed) => setTimeout(passed, LOOK_EVERY_MS))
  }
}
