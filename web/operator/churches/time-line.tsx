import type { ConsoleChurch } from '#contract/operator/churches.ts'
import { useTexts } from '../../languages/index.ts'
import { useTermWords } from '../../lists/term-words.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import classes from './churches.module.css'
import { useTimeLine } from './queries.ts'

/** Why a church stands where it stands: all that ever moved its subscription, the newest first. */
export function TimeLineCard({ church }: { church: ConsoleChurch }) {
  const t = useTexts()
  const { titleOf, detailOf, dayOf } = useTermWords()
  const { data, error, refetch } = useTimeLine(church.id)
  return (
    <Card title={t('operator.church.timeLine')}>
      {!data && (error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={3} />)}
      {data && (
        <ol className={classes['lines']} reversed>
          {data.items.map((item) => (
            <li key={`${item.kind} ${item.onDay} ${item.at}`}>
              <span className="grow">
                <span className="strong">{titleOf(item)}</span>
                <span className={`${classes['place']} ${classes['whole']} num`}>
                  {[detailOf(item), item.actorName].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className="small muted num">{dayOf(item)}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
