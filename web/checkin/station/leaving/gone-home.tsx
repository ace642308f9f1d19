import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Art } from '../../../ui/states/index.ts'
import around from '../arriving/arriving.module.css'

type GoneHomeProps = { names: readonly string[]; collectorName: string; onNext: () => void }

/** They are on their way. */
export function GoneHome({ names, collectorName, onNext }: GoneHomeProps) {
  const t = useTexts()
  return (
    <>
      <div className={around['done']}>
        <Art picture="open" />
        <div role="status">
          <h1>{t('checkin.station.areHome', { count: names.length, name: collectorName })}</h1>
          <p className="muted">{names.join(', ')}</p>
        </div>
      </div>
      <div className={around['dock']}>
        <Button kind="primary" className={around['main']} onClick={onNext}>
          {t('checkin.station.nextFamily')}
        </Button>
      </div>
    </>
  )
}
