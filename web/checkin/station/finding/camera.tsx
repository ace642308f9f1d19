import { useTexts, type TextId } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconCamera, IconCameraOff, IconQrcode } from '../../../ui/icons.ts'
import classes from './finding.module.css'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { codeIn, ownCodeIn } from '#contract/checkin/codes.ts'
import { openReader } from './code-reader.ts'

/** `unsupported`: no camera can be asked for here; `refused`: it was not allowed; `missing`: there is none, or it is taken. */
type CameraState = 'off' | 'starting' | 'on' | 'refused' | 'missing' | 'unsupported'

/** Looks at the picture so often: fast enough for a passing hand, slow enough for an old tablet. */
const LOOK_EVERY_MS = 160
/** A pass that stays in the frame is read once. */
const SAME_CODE_MS = 4000

/** Between two families the screen is another one; the camera that was on comes back with it. */
let wasOn = false

/** The camera that looks for passes. `onCode` gets a whole code; what is no code of ours is passed over. */
function useScanner(onCode: (code: string) => void) {
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

const said = {
  starting: 'checkin.station.cameraStarting',
  on: 'checkin.station.cameraHold',
  refused: 'checkin.station.cameraRefused',
  missing: 'checkin.station.cameraMissing',
  unsupported: 'checkin.station.cameraUnsupported',
} as const satisfies Record<Exclude<CameraState, 'off'>, TextId>

const isRunning = (state: CameraState): boolean => state === 'on' || state === 'starting'

/** The frame that a pass is held into. The camera starts only when somebody asks for it. */
export function Camera({ onCode }: { onCode: (code: string) => void }) {
  const t = useTexts()
  const { state, video, start, stop } = useScanner(onCode)
  const canStart = state === 'off' || state === 'refused' || state === 'missing'
  return (
    <div className={classes['camera']} data-state={state}>
      {isRunning(state) ? (
        <video ref={video} muted playsInline aria-label={t('checkin.station.camera')} />
      ) : (
        <IconQrcode size={48} stroke={1.25} aria-hidden="true" />
      )}
      <svg className={classes['arch']} viewBox="0 0 100 100" aria-hidden="true">
        <path d="M6 96V50a44 44 0 0 1 88 0v46M6 96h14M80 96h14" />
      </svg>
      <div className={classes['below']}>
        <p role="status">{state !== 'off' && t(said[state])}</p>
        {canStart && (
          <Button size="sm" icon={IconCamera} onClick={start}>
            {t('checkin.station.cameraStart')}
          </Button>
        )}
        {isRunning(state) && (
          <Button size="sm" icon={IconCameraOff} onClick={stop}>
            {t('checkin.station.cameraStop')}
          </Button>
        )}
      </div>
    </div>
  )
}
