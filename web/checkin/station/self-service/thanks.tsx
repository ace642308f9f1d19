import { spacedCode } from '#contract/checkin/codes.ts'
import type { Labels } from '#contract/checkin/station.ts'
import { useTexts } from '../../../lib/languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Art } from '../../../ui/states/index.ts'
import around from '../arriving/arriving.module.css'
import classes from './self-service.module.css'

/** Done: the labels come, and the tag is what they collect their children with. */
export function Thanks({ labels, onNext }: { labels: Labels; onNext: () => void }) {
  const t = useTexts()
  return (
    <div className={classes['thanks']}>
      <Art picture="done" large />
      <div role="status">
        <h1>{t('checkin.station.areIn', { count: labels.children.length })}</h1>
        <p>{t('checkin.station.selfTake')}</p>
      </div>
      <p className={around['bigcode']}>
        <bdi dir="ltr">{spacedCode(labels.code)}</bdi>
      </p>
      <ul className={around['come']}>
        {labels.children.map(({ personId, firstName, className }) => (
          <li key={personId}>
            <b>{firstName}</b>, {className}
          </li>
        ))}
      </ul>
      <Button kind="primary" onClick={onNext}>
        {t('checkin.station.selfDone')}
      </Button>
    </div>
  )
}
