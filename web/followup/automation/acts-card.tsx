import { Link } from '@tanstack/react-router'
import { listActs } from '#contract/followup/automation.ts'
import { call } from '../../api/call.ts'
import { keyOf } from '../../api/queries.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { usePagedList } from '../../lists/paged-list.ts'
import { paths } from '../../routing/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Empty, Failed, Loading } from '../../ui/states/index.ts'
import { Badge } from '../../ui/surfaces/badge.tsx'
import { Card } from '../../ui/surfaces/card.tsx'
import classes from './automation.module.css'
import { useReason } from './reason.ts'
import type { Choices } from './new-parts.ts'
import { actTitles, useSentences } from './sentences.ts'
import { stateTones, stateWords } from './words.ts'

type Act = Awaited<ReturnType<typeof readPage>>['items'][number]
const readPage = (rule: string | undefined, page: object, signal?: AbortSignal) =>
  call(listActs, { query: { ...page, ...(rule && { rule }) } }, signal ? { signal } : {})

function ActLine({ act, choices }: { act: Act; choices: Choices }) {
  const t = useTexts()
  const format = useFormat()
  const reasonOf = useReason()
  const { when } = useSentences(choices)
  const more = [reasonOf(act), act.units > 0 && t('followup.acts.units', { units: act.units })].filter(Boolean)
  return (
    <li className={classes['act']}>
      <div>
        <Link className={`strong ${classes['who']}`} to={paths.firstTimer} params={{ personId: act.personId }}>
          {t(actTitles[act.kind], { name: act.name })}
        </Link>
        <div className="small muted num">
          {t('followup.acts.because', {
            at: format.lately(act.at),
            rule: act.rule,
            version: act.version,
            when: when(act.trigger),
          })}
        </div>
        {more.length > 0 && <div className="small muted num">{more.join(' · ')}</div>}
      </div>
      <Badge tone={stateTones[act.state]}>{t(stateWords[act.state])}</Badge>
    </li>
  )
}

/** What a rule did and did not do, the latest first, with rule, version and why. */
export function ActsCard({ rule, choices }: { rule: string | undefined; choices: Choices }) {
  const t = useTexts()
  const list = usePagedList<Act>([...keyOf(listActs), rule ?? ''], (page, signal) => readPage(rule, page, signal))
  return (
    <Card title={t(rule === undefined ? 'followup.acts.ofAll' : 'followup.acts.title')} padded={false}>
      {list.isLoading && <Loading rows={3} />}
      {list.failure !== null && <Failed failure={list.failure} onRetry={list.retry} />}
      {!list.isLoading && list.failure === null && list.rows.length === 0 && (
        <Empty title={t('followup.acts.empty')}>{t('followup.acts.emptyText')}</Empty>
      )}
      <ul className={classes['acts']}>
        {list.rows.map((act) => (
          <ActLine key={act.id} act={act} choices={choices} />
        ))}
      </ul>
      {list.rows.length < list.total && (
        <div className={classes['dryFoot']}>
          <Button kind="quiet" onClick={list.loadMore}>
            {t('followup.acts.more')}
          </Button>
        </div>
      )}
    </Card>
  )
}
