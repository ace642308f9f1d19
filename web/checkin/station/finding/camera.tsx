import { useTexts, type TextId } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { IconCamera, IconCameraOff, IconQrcode } from '../../../ui/icons.ts'
import classes from './finding.module.css'
import { useScanner, type CameraState } from './use-scanner.ts'

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
